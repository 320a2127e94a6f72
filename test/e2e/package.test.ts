/** The package as people get it: packed, installed into an empty folder without a network, and used there. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { version } from '../../package.json';
import { appFor, DEPLOY_YAML } from '../support/aws/synthesis';
import { reportText } from '../support/http/asking';
import { startHttp } from '../support/http/servers';
import { installPackage, ROOT } from './installed';

const MOST_BYTES = 8_000_000;
const folder = installPackage();
const { run } = folder;
const installed = folder.file('node_modules/statuswatch');

const read = (file: string) => readFileSync(join(installed, file), 'utf8');

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(path, file)).isFile());
}

describe('for those who only watch', () => {
  it('the package is alone, and under 8 MB', () => {
    expect(readdirSync(folder.file('node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['statuswatch']);
    const bytes = filesIn(installed).map((file) => statSync(join(installed, file)).size);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BYTES);
  });

  it('the package has no source, no tests, and nothing from the machine that built it', () => {
    const files = filesIn(installed);
    expect(files.filter((file) => /^(lambda|lib|local|test|bench)\/.*\.[jt]sx?$|\.map$/.test(file))).toEqual([]);
    const texts = files
      .filter((file) => !file.endsWith('.png'))
      .map((file) => readFileSync(join(installed, file), 'utf8'));
    expect(texts.filter((text) => text.includes(ROOT))).toEqual([]);
  });

  it('the package has all pages that its README links to, except those about the code', () => {
    const links = Array.from(
      read('README.md').matchAll(/(?:\]\(|src="|srcset=")([^)\s"#]+)/g),
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(30);
    const missing = links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(installed, link)));
    expect(missing).toEqual(['docs/why/architecture.md', 'bench/README.md']);
  });

  it('the package names its home, and runs nothing when installed', () => {
    const { homepage, scripts } = JSON.parse(read('package.json'));
    expect(homepage).toMatch(/^https:/);
    const atInstallation = [
      'preinstall',
      'install',
      'postinstall',
      'prepublish',
      'preprepare',
      'prepare',
      'postprepare',
    ];
    expect(Object.keys(scripts).filter((script) => atInstallation.includes(script))).toEqual([]);
  });

  it('the package has the licence of each bundled package', () => {
    const notices = readFileSync(join(installed, 'dist/THIRD-PARTY.txt'), 'utf8');
    for (const name of ['@aws-sdk/client-dynamodb', 'hono', 'commander', 'croner', 'idiomorph', 'yaml', 'zod']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    }
  });

  it('the command runs the demo', async () => {
    expect(await run('npx', ['statuswatch', 'demo', '--once'])).toContain('payment-service');
    expect(await run('npx', ['statuswatch', '--version'])).toBe(`${version}\n`);
  });

  it('the command checks a service', async () => {
    const service = await startHttp((_, response) => response.end(reportText({ service: 'shop' })));
    folder.write('statuswatch.yaml', `services: [{ id: shop, baseUrl: "${service.url()}" }]`);
    expect(await run('npx', ['statuswatch', 'check'])).toContain('1 of 1 healthy');
    await service.stop();
  });

  it('a command that calls AWS finds the SDK', async () => {
    folder.write('asked.yaml', DEPLOY_YAML);
    const words = ['doctor', '--deployed', 'statuswatch', '--region', 'eu-central-1', '--config', 'asked.yaml'];
    const asked = run('npx', ['statuswatch', ...words]);
    await expect(asked).rejects.toMatchObject({
      stderr: expect.stringMatching(/^statuswatch: there are no credentials for AWS/),
    });
  });
});

describe('for those who deploy', () => {
  beforeAll(() => {
    // The CDK that they have, and what its types need.
    folder.link(['aws-cdk-lib', 'constructs', '@types']);
    folder.write('deploy.yaml', DEPLOY_YAML);
  });

  const APP = `
    const { existsSync } = require('node:fs');
    const { App, Stack } = require('aws-cdk-lib');
    const { Statuswatch, StatuswatchStack } = require('statuswatch');
    const { context } = require(${JSON.stringify(join(ROOT, 'cdk.json'))});
    const app = new App({ outdir: 'cdk.out', treeMetadata: false, builtinCloudFormationValidation: false, context });
    new StatuswatchStack(app, 'statuswatch', { configFile: 'deploy.yaml' });
    new Statuswatch(new Stack(app, 'Shop'), 'Watch', {
      config: { name: 'shop', services: [{ id: 'a', baseUrl: 'https://a.internal' }] },
    });
    app.synth();`;

  it('an app synthesizes the same as this repository', async () => {
    folder.write('app.js', APP);
    await run(process.execPath, ['app.js']);
    const packed = JSON.parse(readFileSync(folder.file('cdk.out/statuswatch.template.json'), 'utf8'));
    const own = Template.fromStack(appFor(DEPLOY_YAML).stack).toJSON();
    expect(Object.keys(packed.Resources)).toEqual(Object.keys(own.Resources));
    // Where the code lies in the folder of the synthesis is noted beside it.
    const bare = ({ Resources }: Readonly<Record<string, Record<string, { Metadata?: unknown }>>>) =>
      Object.entries(Resources ?? {}).map(([id, { Metadata, ...resource }]) => [id, resource]);
    expect(bare(packed)).toEqual(bare(own));
  });

  it('an app of ES modules does too', async () => {
    folder.write(
      'app.mjs',
      "import { Statuswatch, StatuswatchStack } from 'statuswatch';\nconsole.log(typeof Statuswatch, typeof StatuswatchStack);",
    );
    expect(await run(process.execPath, ['app.mjs'])).toBe('function function\n');
  });

  it('synthesis needs only the package: the Lambda code is in it', () => {
    const { files } = JSON.parse(readFileSync(folder.file('cdk.out/Shop.assets.json'), 'utf8'));
    const paths = Object.values<{ source: { path: string; packaging: string } }>(files)
      .filter(({ source }) => source.packaging === 'zip')
      .map(({ source }) => source.path);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(existsSync(folder.file(join('cdk.out', path, 'index.js')))).toBe(true);
  });

  it('the package has the schema', async () => {
    folder.write('schema.js', "console.log(require('statuswatch/schema').title);");
    expect(await run(process.execPath, ['schema.js'])).toBe('statuswatch.yaml\n');
  });

  const TYPES = readFileSync(join(ROOT, 'test/lib/public-types.ts'), 'utf8');
  const compile = async (name: string, files: Readonly<Record<string, string>>, options: object) => {
    mkdirSync(folder.file(name));
    for (const [file, text] of Object.entries(files)) writeFileSync(folder.file(join(name, file)), text);
    const compilerOptions = { noEmit: true, strict: true, target: 'ES2023', types: ['node'], ...options };
    folder.write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts', '*.mts'] }));
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder.file(name)]).catch(({ stdout }) => {
      throw new Error(stdout);
    });
  };

  it.each([
    ['node16', { module: 'node16', skipLibCheck: true }],
    [
      'bundler',
      { module: 'preserve', moduleResolution: 'bundler', skipLibCheck: true, exactOptionalPropertyTypes: true },
    ],
  ])('its types are those of the source: %s', async (name, options) => {
    const text = TYPES.replace("'../../lib'", "'statuswatch'");
    await compile(name, { 'common.ts': text, 'module.mts': text }, options);
  });

  it('a config in code is written as in the schema', async () => {
    const text = `
      import type { ConfigContent as Packed } from 'statuswatch';
      import type { ConfigContent as Own } from ${JSON.stringify(join(ROOT, 'lib/config-content'))};
      export const own = (packed: Packed): Own => packed;
      export const packed = (own: Own): Packed => own;`;
    const options = {
      module: 'preserve',
      moduleResolution: 'bundler',
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
    };
    await compile('content', { 'both.ts': text }, { ...options, noUncheckedIndexedAccess: true });
  });
});
