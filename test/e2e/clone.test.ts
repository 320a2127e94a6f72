/** A clone: a synthesis never deploys a former build of the Lambdas, and the package that it makes is of use in any folder. */

import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SampleService, startSampleServices } from '../../local/sample/sample-services';
import { temporaryFolder } from '../support/laptop/command-line';
import { openTerminal } from './typed-commands';

const ROOT = join(__dirname, '../..');
const folder = temporaryFolder();

async function assetsOf(output: string): Promise<readonly string[]> {
  const args = ['synth', '-q', '--validation=false', '-o', output, '-c', 'config=test/fixtures/deploy.yaml'];
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/cdk'), args, {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path },
  });
  return readdirSync(folder.file(output)).filter((name) => name.startsWith('asset.'));
}

it('has what was changed since the last one', async () => {
  for (const name of ['bin', 'lambda', 'lib', 'local', 'scripts', 'test/fixtures']) {
    cpSync(join(ROOT, name), folder.file(name), { recursive: true });
  }
  for (const name of ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), folder.file(name));
  }
  symlinkSync(join(ROOT, 'node_modules'), folder.file('node_modules'));
  const first = await assetsOf('first');
  const again = await assetsOf('again');
  // The checker, the widget and the page of the deployment.
  expect(first).toHaveLength(3);
  expect(again).toEqual(first);

  const file = folder.file('lambda/widget.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('has no parameters', 'takes no parameters'));
  const changed = await assetsOf('changed');
  expect(changed.filter((asset) => !first.includes(asset))).toHaveLength(1);
});

describe('README has a way to use it before it is on the registry', () => {
  const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, link = ''] = /^npm ci && (npm run build && npm link)$/m.exec(README) ?? [];
  const [, install = ''] = /^(npm install "\$\(npm pack .*)$/m.exec(README) ?? [];
  const clone = folder.file('fresh');
  const home = folder.file('home');
  const terminal = openTerminal({
    PATH: `${folder.file('prefix/bin')}:${process.env.PATH}`,
    HOME: home,
    NO_COLOR: '1',
    NODE_NO_WARNINGS: '1',
    npm_config_offline: 'true',
    npm_config_cache: folder.file('cache'),
    npm_config_prefix: folder.file('prefix'),
    npm_config_update_notifier: 'false',
  });
  let services: readonly SampleService[] = [];

  beforeAll(async () => {
    // What a clone has, and what "npm ci" adds to it.
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { stdout } = await promisify(execFile)('git', listed, { cwd: ROOT, maxBuffer: 16 * 1_024 * 1_024 });
    for (const name of stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name))))
      cpSync(join(ROOT, name), join(clone, name));
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    mkdirSync(home);
    services = await startSampleServices(0);
    expect(await terminal.type(link, clone)).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  it.each([
    ['within the clone', 'fresh/watch/empty'],
    ['beside the clone', 'watch'],
    ['somewhere else', 'home/some where/empty'],
  ])('that works in an empty folder %s, and so does what it says is next', async (_, name) => {
    const cwd = folder.file(name);
    mkdirSync(cwd, { recursive: true });
    const made = await terminal.type(`statuswatch init ${services[0]?.baseUrl}`, cwd);
    expect(made).toMatchObject({ exitCode: 0, text: expect.stringContaining('Wrote statuswatch.yaml with 1 service') });
    const [, watch = ''] = /Next:\n +(.*? watch) /.exec(made.text) ?? [];
    const watched = await terminal.type(`${watch} --once`, cwd);
    expect(watched).toMatchObject({ exitCode: 0, text: expect.stringContaining('1 of 1 healthy') });
    const [, next = ''] = /Next:\n.*\n +(.*? init --cdk) /.exec(made.text) ?? [];
    expect(await terminal.type(next, cwd)).toMatchObject({ exitCode: 0 });

    // The CDK is on the registry: what is installed besides is the package of the clone alone.
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true }));
    expect(await terminal.type(install, cwd)).toMatchObject({ exitCode: 0 });
    const checked = await terminal.type('npx statuswatch check', cwd);
    expect(checked).toMatchObject({ exitCode: 0, text: expect.stringContaining('1 of 1 healthy') });
  });
});
