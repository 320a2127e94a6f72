/** What `statuswatch silence` and `silences` write on a narrow terminal. */

import { silence } from '../../../local/requests/silence';
import { silences } from '../../../local/requests/silences';
import { temporaryFolder } from '../../support/laptop/command-line';
import { onTerminal } from '../../support/laptop/on-terminal';

const folder = temporaryFolder();

const LIST = Array.from({ length: 5 }, (_, index) => `  - { id: service-${index}, baseUrl: "http://127.0.0.1:1" }\n`);
const MAINTENANCE = 'maintenance: [{ name: upgrade, cron: "0 4 * * *", for: 1h }]\n';
const config = folder.write('shop.yaml', `name: shop\n${MAINTENANCE}services:\n${LIST.join('')}`);

it('the command that ends it is one line in any terminal, and all other lines are wrapped', async () => {
  const options = { config, state: folder.file('a long name'), for: '2h', all: true };
  const lines = await onTerminal(40, (terminal) => silence(options, terminal, []));
  expect(lines.pop()).toMatch(
    new RegExp(
      `^  To stop it sooner: npx statuswatch unsilence [a-z0-9]{6} --config ${config} --state '.*a long name'$`,
    ),
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
});

it('the list has author and reason below each silence if they do not fit beside it, and each id in full', async () => {
  const options = { config, state: folder.file('listed') };
  const reason = 'deploy 2.5.0, with a new payment provider: it takes a while';
  const request = { ...options, for: '1h30m', by: 'ana', reason };
  const ids = LIST.map((_, index) => `service-${index}`);
  await onTerminal(80, (terminal) => silence(request, terminal, ids));
  const lines = await onTerminal(80, (terminal) => silences(options, terminal));
  expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}ID +UNTIL \(UTC\) +TIME$/),
    expect.stringMatching(/^ {2}[a-z0-9]{6} +\S+ \S+ +\d.* left$/),
    '    └ service-0, service-1, service-2 and 2 more',
    expect.stringMatching(/^ {4}└ since \S+ \S+ by ana: deploy 2\.5\.0, with a new payment$/),
    '      provider: it takes a while',
    expect.stringMatching(/^ {2}maintenance-1 +\S+ \S+ +(in )?\d+ .*$/),
    '    └ all services',
    expect.stringMatching(/^ {4}└ (from|since) \S+ \S+: upgrade$/),
  ]);
  const wide = await onTerminal(240, (terminal) => silences(options, terminal));
  expect(wide).toHaveLength(3);
  expect(wide[0]).toMatch(/ BY +WHY$/);
  for (const columns of [30, 50]) {
    const narrow = await onTerminal(columns, (terminal) => silences(options, terminal));
    expect(narrow.filter(({ length }) => length > columns)).toEqual([]);
    expect(narrow[1]?.slice(0, 8)).toBe(lines[1]?.slice(0, 8));
  }
});
