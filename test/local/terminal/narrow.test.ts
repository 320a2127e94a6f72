/** Lists and reports on a narrow terminal: nothing is wider than it, and of each row what it is about stays. */

import { join } from 'node:path';
import { HOUR_MS } from '../../../lambda/core/history/running-history';
import { incidents } from '../../../local/commands/incidents';
import { report } from '../../../local/report/report';
import { keepInFolder, pastOutage, pastService } from '../../support/core/past-services';
import { temporaryFolder } from '../../support/laptop/command-line';
import { onTerminal } from '../../support/laptop/on-terminal';

const folder = temporaryFolder();
const IDS = ['user-service', 'payment-service'];
const config = folder.write(
  'shop.yaml',
  `name: shop\nservices:\n${IDS.map((id) => `  - { id: ${id}, baseUrl: "https://${id}.internal" }\n`).join('')}`,
);
const options = { config, state: folder.file('state') };
const TO = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const OUTAGE = pastOutage(TO - 5 * HOUR_MS, TO - 5 * HOUR_MS + 720_000);

beforeAll(() =>
  keepInFolder(
    join(folder.file('state'), 'shop'),
    Object.fromEntries(
      IDS.map((id) => [
        id,
        pastService({ from: TO - 24 * HOUR_MS, to: TO }, () => ({ checks: 60, ms: 100 }), {
          incidents: [OUTAGE],
          incidentCount: 1,
        }),
      ]),
    ),
  ),
);

it.each([30, 45, 60, 80])('stays within %d columns, with each service', async (columns) => {
  const listed = await onTerminal(columns, (terminal) => incidents(options, terminal));
  const reported = await onTerminal(columns, (terminal) => report({ ...options, last: '24h' }, terminal));
  for (const lines of [listed, reported]) {
    expect(lines.filter(({ length }) => length > columns)).toEqual([]);
    for (const id of IDS) expect(lines.join('\n')).toMatch(new RegExp(`^ {2}(✓ resolved +)?${id}`, 'm'));
  }
});

const headerOf = (lines: readonly string[]) =>
  lines
    .find((line) => line.includes('SERVICE'))
    ?.trim()
    .split(/ {2,}/);
const ALL = ['SERVICE', 'AVAILABILITY', 'OUTAGES', 'RECOVERY', 'P50', 'P95', 'P99'];

it.each([
  [120, ALL, null],
  [60, ['SERVICE', 'AVAILABILITY', 'P95', 'P99'], /^ {4}└ outages 1, 12 min · recovery 12 min · p50 \d/],
  [45, ['SERVICE', 'AVAILABILITY'], /^ {4}└ outages 1, 12 min · recovery 12 min ·/],
  [30, ['SERVICE'], /^ {4}└ availability \d/],
] as const)(
  'has below the row of a service what its table has no room for in %d columns',
  async (columns, titles, below) => {
    const lines = await onTerminal(columns, (terminal) => report({ ...options, last: '24h' }, terminal));
    expect(headerOf(lines)).toEqual(titles);
    if (below === null) expect(lines.join('\n')).not.toContain('└ outages');
    else expect(lines.filter((line) => below.test(line))).toHaveLength(2);
  },
);
