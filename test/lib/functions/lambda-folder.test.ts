/** What Lambda gets: code that loads, the config beside it, and nothing that is nobody's business. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { secretVariable } from '../../../lambda/core/config/secrets';
import { ENVIRONMENT } from '../../../lambda/core/invoke/invocation';
import { makeLambdaFolder } from '../../../lib/functions/lambda-folder';
import { StatuswatchStack } from '../../../lib/statuswatch-stack';
import { DEPLOY_YAML, deployable, emptyApp, onlyResource, propsOf } from '../../support/aws/synthesis';
import { temporaryFolder } from '../../support/laptop/command-line';

const app = emptyApp();
const folder = temporaryFolder();
const SHOP = 'services: [{ id: shop, baseUrl: "https://eu.internal" }]';

/** The folder of the checker of a config. */
const checkerOf = (text: string) => makeLambdaFolder(folder.path, { lambda: 'checker', ...deployable(text) });
/** What a process has printed last that has loaded the code in a folder, and done this before and after. */
function afterLoading(path: string, script: string, before = ''): string {
  const environment = Object.fromEntries(Object.values(ENVIRONMENT).map((key) => [key, 'https://a.internal']));
  const output = execFileSync(
    process.execPath,
    ['-e', `${before}; const code = require(process.argv[1]); ${script}`, path],
    {
      cwd: folder.path,
      env: { ...environment, AWS_REGION: 'eu-central-1', NODE_NO_WARNINGS: '1' },
      encoding: 'utf8',
    },
  );
  return output.trim().split('\n').at(-1) ?? '';
}
/** Notes the names of the files that a process reads by itself, which its loader of modules does not. */
const NOTE_READS = `const read = []; const fs = require('node:fs'); const { readFileSync } = fs;
  fs.readFileSync = (file, ...rest) => { if (/json$/.test(file)) read.push(path.basename(file)); return readFileSync(file, ...rest); }`;

// All have one name, so each has a region of its own.
const stackOf = (region: string, text: string) => {
  const env: Environment = { account: '111122223333', region };
  return new StatuswatchStack(app, `in-${region}`, { ...propsOf(text), env });
};
const variable = secretVariable({ secret: 'statuswatch/status-token', key: 'header' });
process.env[variable] = 'hunter2-of-this-machine';
const deployed = stackOf('eu-central-1', DEPLOY_YAML);
delete process.env[variable];
const otherAddresses = stackOf('eu-west-1', DEPLOY_YAML.replaceAll('oncall@', 'night@'));
const shop = stackOf('eu-north-1', SHOP);

const { directory } = app.synth();

/** The folders that the Lambdas get the content of. Their names have a hash of their content. */
function foldersOf(stack: Stack) {
  const { files } = JSON.parse(readFileSync(join(directory, `${stack.stackName}.assets.json`), 'utf8'));
  const assetOf = (prefix: string) => {
    const { Properties } = onlyResource(Template.fromStack(stack), 'AWS::Lambda::Function', prefix);
    const hash = Properties.Code.S3Key.replace('.zip', '');
    return { hash, path: join(directory, files[hash].source.path) };
  };
  return { checker: assetOf('Checker'), widget: assetOf('Widget') };
}

const folders = foldersOf(deployed);
const textOf = (path: string) =>
  readdirSync(path)
    .map((file) => readFileSync(join(path, file), 'utf8'))
    .join('\n');
const carries = (name: keyof typeof folders, text: string) => textOf(folders[name].path).includes(text);

describe.each(['checker', 'widget'] as const)('the folder of the %s', (name) => {
  const { path, hash } = folders[name];

  it('loads, and has a handler', () => {
    expect(afterLoading(path, 'console.log(typeof code.handler)')).toBe('function');
  });

  it('has the services in a file of their own', () => {
    expect(readFileSync(join(path, 'services-0.json'), 'utf8')).toContain(
      'https://payment.statuswatch.internal/status',
    );
    expect(readFileSync(join(path, 'index.js'), 'utf8')).not.toContain('statuswatch.internal');
  });

  it('carries no secret', () => {
    expect(carries(name, 'hunter2')).toBe(false);
  });

  it('is another asset if what it watches is another', () => {
    expect(foldersOf(shop)[name].hash).not.toBe(hash);
  });
});

describe('the checker of a fleet', () => {
  const services = ['a', 'b', 'c'].map((id) => `{ id: ${id}, baseUrl: "https://${id}.internal" }`);
  const fleet = checkerOf(`servicesPerInvocation: 2\nservices: [${services.join()}]`);
  const textIn = (file: string) => readFileSync(join(fleet, file), 'utf8');

  it('has a file for each part, with its services', () => {
    const idsIn = (file: string) => JSON.parse(textIn(file)).map(({ id }: { id: string }) => id);
    expect([idsIn('services-0.json'), idsIn('services-1.json')]).toEqual([['a'], ['b', 'c']]);
  });

  it('knows all services once it is asked for them', () => {
    const call = 'code.handler({ config: true }).then((answer) => console.log(JSON.stringify(answer)))';
    const answer = JSON.parse(afterLoading(fleet, call));
    expect(answer.config.services.map(({ statusUrl }: { statusUrl: string }) => statusUrl)).toEqual([
      'https://a.internal/status',
      'https://b.internal/status',
      'https://c.internal/status',
    ]);
  });

  it('reads none of them as it loads', () => {
    expect(afterLoading(fleet, 'console.log(read.join())', NOTE_READS)).toBe('config.json');
  });
});

describe('the e-mail addresses', () => {
  it('are with the checker, which looks after them, and not with the widget', () => {
    for (const text of ['oncall@', 'payments@', 'C07EZ1ABC23']) {
      expect([carries('checker', text), carries('widget', text)]).toEqual([true, false]);
    }
  });

  it('change the checker alone', () => {
    const others = foldersOf(otherAddresses);
    expect(others.widget.hash).toBe(folders.widget.hash);
    expect(others.checker.hash).not.toBe(folders.checker.hash);
  });
});

describe('the headers', () => {
  it.each(['statuswatch/status-token', '"Authorization":{'])('are with the checker alone: %s', (text) => {
    expect([carries('checker', text), carries('widget', text)]).toEqual([true, false]);
  });
});

it('the widget has no means to write', () => {
  expect(carries('widget', 'BatchGetItem')).toBe(true);
  for (const action of [
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'GetMetricData',
    'PutMetricData',
    'PutDashboard',
    'DeleteAlarms',
  ]) {
    expect(carries('widget', action)).toBe(false);
  }
});

it('differs from that of another config, even if both have one name and one app', () => {
  const urls = [deployed, shop].map(
    (stack) => /https:..(payment\.statuswatch|eu)\.internal/.exec(textOf(foldersOf(stack).checker.path))?.[1],
  );
  expect(urls).toEqual(['payment.statuswatch', 'eu']);
});

it('the code of the checker has at most 700 kB', () => {
  expect(statSync(join(folders.checker.path, 'index.js')).size).toBeLessThanOrEqual(700_000);
});

it('leaves out what an earlier synthesis left in the folder', () => {
  const path = checkerOf(SHOP);
  folder.write(`${path.split('/').at(-1)}/old.js`, 'throw new Error()');
  expect(readdirSync(checkerOf(SHOP))).toEqual(['config.json', 'index.js', 'services-0.json']);
});
