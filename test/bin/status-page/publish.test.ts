/** `statuswatch publish`, `watch --publish`, and `post`, run as a user runs them. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endAfterEach, start, statuswatch, temporaryFolder } from '../../support/laptop/command-line';
import { startLastingSamples } from '../../support/laptop/samples';

const folder = temporaryFolder();
const endLater = endAfterEach();
const samples = startLastingSamples();
const PAGE = [
  'statusPage:',
  '  title: Sample status',
  '  url: http://127.0.0.1/',
  '  minDuration: 0ms',
  '  services:',
  '    - { id: payment-service, name: Payments }',
  '    - { id: user-service, name: Accounts }',
].join('\n');

const configText = () => `${samples.configText('2s', '1900ms')}\n${PAGE}\n`;
const read = (site: string, path = 'index.html') => readFileSync(join(site, path), 'utf8');

/** Resolves once the page in a folder has this text. */
async function until(site: string, text: string): Promise<void> {
  const changes = watch(site);
  for (;;) {
    const change = once(changes, 'change');
    if (existsSync(join(site, 'index.html')) && read(site).includes(text)) break;
    await change;
  }
  changes.close();
}

it('publishes what a watch finds, what people write, and the end', async () => {
  const config = folder.write('page.yaml', configText());
  const state = folder.file('state');
  const site = folder.file('site');
  mkdirSync(site);
  const run = (...args: readonly string[]) => statuswatch([...args, '--config', config, '--state', state]);
  const watching = endLater(
    start(['watch', '--config', config, '--state', state, '--no-page', '--quiet', '--publish', site]),
  );
  await until(site, 'All services are available');
  expect(await run('post', 'payment-service', 'Is it?')).toMatchObject({
    exitCode: 2,
    stderr: 'statuswatch: payment-service has no open incident on the public page\n',
  });
  await samples.one('payment-service').setFault('unhealthy');
  await until(site, 'Payments is not available');

  const made = await run('post', 'payment-service', 'We', 'are on it.', '--status', 'identified');
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  await until(site, 'We are on it.');
  expect(JSON.parse(read(site, 'badges/payments.json'))).toMatchObject({ message: 'not available', isError: true });
  const [, id = ''] = / --undo (\w+) /.exec(made.stdout) ?? [];
  expect((await run('post', '--undo', id, '--json')).stdout).toContain('"text": "We are on it."');
  expect((await run('post', '--undo', id)).stderr).toBe(`statuswatch: no post has the id "${id}"\n`);

  const announced = await run(
    'post',
    'all',
    'Cards may be refused.',
    '--title',
    'Our provider has an outage',
    '--for',
    '2h',
  );
  expect(announced.stdout).toMatch(/Announced about the whole page, since .* until .*; the id is (\w+)/);
  await until(site, 'Our provider has an outage');
  const [, announcement = ''] = / --undo (\w+) /.exec(announced.stdout) ?? [];
  const said = await run('post', 'all', 'Cards work again.', '--incident', announcement, '--status', 'resolved');
  expect(said.stdout).toContain(`Posted about the announcement ${announcement}, as resolved`);
  await until(site, 'Cards work again.');
  expect((await run('post', '--undo', announcement)).stdout).toContain('with all posts about it');

  const hidden = await run('post', 'payment-service', '--hide');
  expect(hidden.stdout).toMatch(/Hid the incident \S+ of payment-service \(Payments on the public page\)/);
  await until(site, 'All services are available');
  expect((await run('post', 'payment-service', '--hide')).stderr).toMatch(/is hidden already, by \w+/);
  const [, hiding = ''] = / --undo (\w+) /.exec(hidden.stdout) ?? [];
  expect((await run('post', '--undo', hiding)).stdout).toContain('is no longer hidden');
  await until(site, 'Payments is not available');

  await samples.one('payment-service').setFault(null);
  await until(site, 'Payments was not available');
  watching.child.kill('SIGINT');
  expect(await watching.ended).toMatchObject({ exitCode: 0, stderr: '' });

  const once = folder.file('once');
  expect(await run('publish', once)).toMatchObject({ exitCode: 0, stdout: `  The page is in ${once}: index.html\n` });
  expect(read(once)).toContain('Payments was not available');
  expect(read(once, 'feed.atom')).toContain('Payments is available again.');
  const { at, until: end } = JSON.parse(read(once, 'fresh.json'));
  expect(Date.parse(end) - Date.parse(at)).toBe(30 * 60_000);

  // What has left the page leaves the folder; what is somebody else's stays.
  writeFileSync(join(once, 'CNAME'), 'status.company.com\n');
  folder.write('page.yaml', configText().replace(/\n {4}- \{ id: payment.*/, ''));
  expect(await run('publish', once)).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(once, 'badges/payments.json'))).toBe(false);
  expect(read(once, 'CNAME')).toBe('status.company.com\n');
});

describe('refuses', () => {
  const refusal = async (text: string, ...args: readonly string[]) => {
    const config = folder.write('refused.yaml', text);
    return (await statuswatch([...args, '--config', config])).stderr.replace(config, 'FILE');
  };

  it('a config without a page, or without its address', async () => {
    expect(await refusal(samples.configText('2s', '1s'), 'watch', '--once', '--publish', folder.file('no'))).toBe(
      'statuswatch: FILE has no statusPage: docs/reference/status-page.md says what the page can show\n',
    );
    expect(
      await refusal(configText().replace(/ {2}url.*\n/, ''), 'watch', '--once', '--publish', folder.file('no')),
    ).toBe('statuswatch: FILE has no statusPage.url: set the address at which people will find the page\n');
    expect(await refusal(samples.configText('2s', '1s'), 'post', 'user-service', 'text')).toBe(
      'statuswatch: the config has no statusPage: nothing can be published\n',
    );
  });

  it('a duration that is none, and a text that is empty', async () => {
    expect(await refusal(configText(), 'publish', folder.file('no'), '--every', 'often')).toBe(
      'statuswatch: --every is "often"; expected a duration from 1m to 7d, such as 15m\n',
    );
    expect(await refusal(configText(), 'post', 'user-service', ' ')).toBe(
      'statuswatch: say what people should read: statuswatch post SERVICE "TEXT"\n',
    );
  });
});
