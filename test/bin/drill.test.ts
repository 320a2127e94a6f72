/** `statuswatch drill`, and a watch with receivers: a real process, and a server on this machine that is notified. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closedPort, type RunningServer, startHttp, stopAfterEach } from '../support/http/servers';
import { endAfterEach, inOwnProcess, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const endLater = endAfterEach();
const stopLater = stopAfterEach();
const TOKEN = 'tk_5up3rs3cr3t';

let server: RunningServer;
let written = 0;
/** Whether the pager refuses. */
let isAway = false;
const posts: { title: string; topic: string; event?: string; summary?: string }[] = [];

beforeAll(async () => {
  server = await startHttp((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      if (request.url === '/status') return response.writeHead(503).end('{}');
      if (request.url?.startsWith('/pager') && isAway) return response.writeHead(401).end(`no key ${TOKEN}`);
      posts.push(JSON.parse(text));
      return response.end('{}');
    });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  posts.length = 0;
});

async function configWith(...receivers: readonly string[]): Promise<string> {
  const lines = receivers.map((one) => `    - ${one}`);
  return folder.write(
    `config-${++written}.yaml`,
    ['name: shop', 'interval: 5s', 'timeout: 1s', 'retry: { attempts: 1 }', 'alerts:', '  receivers:', ...lines]
      .concat(
        'services:',
        `  - { id: pay, baseUrl: "${server.url()}" }`,
        `  - { id: user, baseUrl: "${server.url()}" }`,
      )
      .join('\n'),
  );
}

const phone = () => `{ id: phone, ntfy: { topic: shop, url: "${server.url()}", token: "${TOKEN}" } }`;

describe('drill', () => {
  it('shows the answer of each receiver, without its secret', async () => {
    const gone = `{ id: pager, webhook: { url: "http://127.0.0.1:${await closedPort()}/${TOKEN}" } }`;
    const { stdout, exitCode } = await inOwnProcess(['drill', 'user', '--config', await configWith(phone(), gone)]);
    expect(stdout).toBe('  ✓ phone accepted 2 alerts\n  ✕ pager failed: no connection (ECONNREFUSED)\n');
    expect(exitCode).toBe(1);
    expect(posts.map(({ title }) => title)).toEqual([
      'DRILL: user is down: HTTP 503',
      expect.stringMatching(/^DRILL: user recovered/),
    ]);
  });

  it('names the receiver that it waits for, and ends at Ctrl-C', async () => {
    const silent = await stopLater(startHttp(() => undefined));
    const hanging = `{ id: pager, webhook: { url: "${silent.url()}/" } }`;
    const waiting = endLater(start(['drill', '--config', await configWith(hanging)]));
    await waiting.shows('waiting for the answer of pager (Ctrl-C to stop)\n', 'stderr');
    waiting.child.kill('SIGINT');
    expect(await waiting.ended).toMatchObject({ stdout: '', exitCode: 130 });
  });

  it('is about the first service by default, and prints a document', async () => {
    const { stdout, exitCode } = await statuswatch(['drill', '--json', '--config', await configWith(phone())]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        receiver: 'phone',
        alertsSent: [expect.stringMatching(/^shop\/pay\/drill-.*\/opened$/), expect.any(String)],
        fault: null,
      },
    ]);
  });

  it('reads secrets from the environment, and names a missing one', async () => {
    const secret = `{ id: phone, ntfy: { topic: shop, url: "${server.url()}", token: { secret: shop/ntfy } } }`;
    const config = await configWith(secret);
    const missing = await statuswatch(['drill', '--config', config]);
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('STATUSWATCH_SECRET_SHOP_NTFY')]);
    const env = { STATUSWATCH_SECRET_SHOP_NTFY: TOKEN };
    expect((await statuswatch(['drill', '--config', config], { env })).exitCode).toBe(0);
    expect(posts).toHaveLength(2);
  });

  it.each([
    ['no such service', ['drill', 'usr'], [phone], /there is no service "usr": .*user/],
    ['no receiver', ['drill'], [], /has no receivers: a watch only shows its alerts/],
    [
      'none that would get it',
      ['drill', 'pay'],
      [() => `{ id: phone, ntfy: { topic: shop, url: "${server.url()}" }, services: [user] }`],
      /no receiver of .* would get alerts of pay/,
    ],
  ])('is refused if there is %s', async (_, args, receivers, fault) => {
    const config =
      receivers.length === 0
        ? await folder.write('none.yaml', `services: [{ id: pay, baseUrl: "${server.url()}" }]`)
        : await configWith(...receivers.map((one) => one()));
    const { stderr, exitCode } = await statuswatch([...args, '--config', config]);
    expect(stderr).toMatch(fault);
    expect(exitCode).toBe(2);
  });
});

describe('a watch', () => {
  const watch = async (...args: string[]) =>
    statuswatch([
      'watch',
      '--once',
      '--config',
      await configWith(phone()),
      '--state',
      folder.file(`state-${++written}`),
      ...args,
    ]);

  it('notifies the receivers of its config, and names them', async () => {
    const { stdout } = await watch();
    expect(stdout).toMatch(/Alerts: phone/);
    expect(posts).toMatchObject([{ topic: 'shop' }]);
  });

  it('notifies none with --quiet', async () => {
    const { stdout } = await watch('--quiet');
    expect(stdout).not.toMatch(/phone/);
    expect(posts).toEqual([]);
  });
});

it('a watch notifies the other receivers about one that fails for an hour, and about its recovery', async () => {
  const pager = `{ id: pager, webhook: { url: "${server.url()}/pager/${TOKEN}" } }`;
  const team = `{ id: team, webhook: { url: "${server.url()}/team" }, services: [user] }`;
  const config = await configWith(phone(), pager, team);
  const state = folder.file('away');
  const kept = join(state, 'shop', 'receivers');
  const once = async () => {
    posts.length = 0;
    const { stdout } = await statuswatch(['watch', '--once', '--config', config, '--state', state]);
    return { stdout, titles: posts.flatMap(({ title, summary }) => title ?? summary) };
  };
  isAway = true;
  expect((await once()).titles).not.toEqual([]);
  expect(readdirSync(kept)).toEqual(['pager.json']);
  const file = join(kept, 'pager.json');
  const refusal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...refusal, since: refusal.since - 3_600_000 }));

  const notice = 'pager has not accepted alerts for 1 h';
  // The run that finds it notifies nobody yet: the next one does.
  expect((await once()).titles).toEqual([]);
  const away = await once();
  expect(away.titles).toEqual([notice]);
  const explained = await statuswatch(['explain', 'pay', '--config', config, '--state', state, '--json']);
  const story = JSON.parse(explained.stdout);
  expect(story.timeline).toContainEqual(expect.objectContaining({ mark: 'failed', text: 'Not sent to pager yet' }));
  expect(story.refusals).toMatchObject([{ receiver: 'pager', message: expect.stringMatching(/^refused with 401/) }]);
  expect(away.stdout + explained.stdout + readFileSync(file, 'utf8')).not.toContain('5up3rs3cr3t');
  expect((await once()).titles).toEqual([]);

  isAway = false;
  expect((await once()).titles.filter((title) => title?.includes('accepts alerts'))).toEqual([]);
  const back = await once();
  expect(back.titles.filter((title) => title?.includes('pager'))).toEqual(['pager accepts alerts again, after 1 h']);
  expect(readdirSync(kept)).toEqual([]);
});
