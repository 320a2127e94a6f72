/** `statuswatch demo`, which `npm start` runs. */

import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startHttp, stopAfterAll } from '../support/http/servers';
import { endAfterAll, inOwnProcess, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { followPage } from '../support/view/page';

const later = endAfterAll();
const folder = temporaryFolder();
const stopLater = stopAfterAll();

describe('demo', () => {
  it('goes on until Ctrl-C, and then ends with 0', async () => {
    const demo = later(start(['demo', '--port', '0']));
    await demo.shows('6 of 6 healthy');
    demo.child.kill('SIGINT');
    const { stderr, exitCode } = await demo.ended;
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  // It waits for runs: the first, so that the others run meanwhile.
  it.concurrent('lets one service fail while the others stay well', async () => {
    const demo = later(start(['demo', '--port', '0']));
    await demo.shows('5 of 6 healthy, 1 down');
    await demo.shows('payment-service answers 503');
    // A pipe gets a line for each event.
    expect(demo.written('stdout')).toMatch(/^\S+Z alert: \[DOWN\] payment-service: HTTP 503, \w/m);
    expect(demo.written('stdout')).not.toContain('LAST CHECKS');
  });

  it.concurrent('--once prints six healthy services and ends with 0', async () => {
    const { stdout, stderr, exitCode } = await inOwnProcess(['demo', '--once']);
    expect(stdout.match(/^ {2}✓ healthy {3}\S+-service /gm)).toHaveLength(6);
    expect(stdout).toContain('\n  6 of 6 healthy · ');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it.concurrent('serves a live page, and prints its address before all else', async () => {
    const demo = later(start(['demo', '--port', '0']));
    await demo.shows('\n');
    const [, url = ''] = /^ {2}page: (http:\/\/127\.0\.0\.1:\d+)\/\n/.exec(demo.written('stdout')) ?? [];
    const page = await fetch(url);
    expect(page.status).toBe(200);
    const stream = await followPage(url);
    while (!(await (await fetch(url)).text()).includes('6 of 6 healthy')) await stream.next();
    // Another run, on the same connection.
    expect(await stream.next()).toMatchObject({ event: expect.stringMatching(/^(news|beat)$/) });
    const services = await (await fetch(`${url}/api/services`)).json();
    expect(services).toHaveLength(6);
    expect(services).toContainEqual(expect.objectContaining({ service: 'payment-service', state: 'healthy' }));
    demo.child.kill('SIGINT');
    expect(await demo.ended).toMatchObject({ stderr: '', exitCode: 0 });
    expect(await stream.next().then(() => stream.next())).toBeNull();
  });

  it.concurrent.each(['demo', 'watch'])('%s ends with 75 if the port that was asked for is taken', async (command) => {
    const { port } = await stopLater(startHttp((_, response) => response.end()));
    const config = folder.write('page.yaml', 'services: [{ id: pay, baseUrl: "http://127.0.0.1:1" }]');
    const watched = command === 'watch' ? ['--config', config, '--state', folder.file('page-state')] : [];
    expect(await statuswatch([command, '--port', String(port), ...watched])).toEqual({
      stdout: '',
      stderr: `statuswatch: the page can't be served: port ${port} is taken; choose another with --port, or use --no-page\n`,
      exitCode: 75,
    });
  });

  it.concurrent('takes the next port if the default port is taken, and says so', async () => {
    const port = 4280;
    // If the machine uses the port already, that serves as well.
    const holder = createServer();
    await new Promise((resolve) => holder.once('listening', resolve).once('error', resolve).listen(port, '127.0.0.1'));
    const demo = later(start(['demo']));
    await demo.shows('6 of 6 healthy').finally(() => holder.close());
    const [notice = '', address = ''] = demo.written('stdout').split('\n');
    expect(notice).toBe(`  port ${port} is taken, so the page is on the next free port:`);
    const own = Number(/^ {2}page: http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(address)?.[1]);
    expect(own).toBeGreaterThan(port);
    expect((await fetch(`http://127.0.0.1:${own}/`)).status).toBe(200);
  });

  it.concurrent('warns if the page is open to others', async () => {
    const demo = later(start(['demo', '--port', '0', '--host', '0.0.0.0']));
    await demo.shows('6 of 6 healthy');
    expect(demo.written('stdout')).toMatch(
      /^ {2}page: http:\/\/localhost:\d+\/\n(?: {2}on other machines: http:.*\n)? {2}anyone who can reach this machine /,
    );
  });

  it.each([['--no-page'], ['--once']])('%s serves none', async (option) => {
    const { port, stop } = await startHttp((_, response) => response.end());
    await stop();
    const demo = later(start(['demo', '--port', String(port), option]));
    await demo.shows('6 of 6 healthy');
    expect(demo.written('stdout')).not.toContain('page:');
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('says how to get the script of its page if that is missing', () => {
    const alone = folder.file('statuswatch.js');
    copyFileSync(join(__dirname, '../../dist/statuswatch.js'), alone);
    const { status, stdout, stderr } = spawnSync(process.execPath, [alone, 'demo'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /^statuswatch: the page's script is missing \(\S+live\.js\): build it with "npm run build", or .*--no-page\n$/,
    );
  });
});
