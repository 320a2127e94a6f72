/** The bundles as Lambda gets them: they load, carry the config, and nothing that is nobody's business. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { buildSync } from 'esbuild';
import { RECEIVER_KINDS } from '../../../lambda/core/config/receivers';
import { secretVariable } from '../../../lambda/core/config/secrets';
import { ENVIRONMENT } from '../../../lambda/core/run/invocation';
import { writeBundledConfig } from '../../../lib/functions/bundled-config';
import { checkerBundle, esbuildOptions } from '../../../lib/functions/lambda-bundle';
import { StatuswatchStack } from '../../../lib/statuswatch-stack';
import { DEPLOY_YAML, deployable, emptyApp, onlyResource } from '../../support/aws/synthesis';

const BUNDLED = { '@aws-cdk/core:annotationsInValidationReport': false };

interface Bundles {
  readonly checker: string;
  readonly widget: string;
}

/** One app, in which the CDK bundles once for the same options. */
const app = emptyApp(BUNDLED);

/** What each kind of receiver needs. */
const KEY_OF = { pagerduty: 'routingKey', webhook: 'url', slack: 'url', ntfy: 'topic' };

const SHOP = 'services: [{ id: shop, baseUrl: "https://eu.internal" }]';

/** The code of the checker, bundled with the same options as by the stack, in less time. */
function checkerCode(text: string): string {
  const { config, deployment } = deployable(text);
  const file = writeBundledConfig(config, 'checker', app.outdir, deployment);
  const { outputFiles } = buildSync({ ...esbuildOptions(checkerBundle(file, false)), write: false });
  return outputFiles[0]?.text ?? '';
}

const stackOf = (id: string, text: string) => new StatuswatchStack(app, id, deployable(text));

const variable = secretVariable({ secret: 'statuswatch/status-token', key: 'header' });
process.env[variable] = 'hunter2-of-this-machine';
const deployed = stackOf('Deployed', DEPLOY_YAML);
delete process.env[variable];
const otherAddresses = stackOf('OtherAddresses', DEPLOY_YAML.replaceAll('oncall@', 'night@'));
// All have one name.
const shop = stackOf('Shop', SHOP);

const { directory } = app.synth();

/** The folders that the Lambdas get the content of. Their names end in a hash of their content. */
function bundlesOf(stack: Stack): Bundles {
  const { files } = JSON.parse(readFileSync(join(directory, `${stack.stackName}.assets.json`), 'utf8'));
  const folderOf = (prefix: string) => {
    const { Properties } = onlyResource(Template.fromStack(stack), 'AWS::Lambda::Function', prefix);
    return join(directory, files[Properties.Code.S3Key.replace('.zip', '')].source.path);
  };
  return { checker: folderOf('Checker'), widget: folderOf('Widget') };
}

const folders = bundlesOf(deployed);
const hash = (path: string) => path.slice(-64);
const carries = (name: keyof Bundles, text: string) =>
  readFileSync(join(folders[name], 'index.js'), 'utf8').includes(text);

describe.each(['checker', 'widget'] as const)('the bundle of the %s', (name) => {
  const folder = folders[name];
  const code = readFileSync(join(folder, 'index.js'), 'utf8');

  it('loads, and has a handler', () => {
    const environment = Object.fromEntries(Object.values(ENVIRONMENT).map((key) => [key, 'https://a.internal']));
    const script = 'process.stdout.write(typeof require(process.argv[1]).handler)';
    const output = execFileSync(process.execPath, ['-e', script, join(folder, 'index.js')], {
      cwd: folder,
      env: { ...environment, AWS_REGION: 'eu-central-1', NODE_NO_WARNINGS: '1' },
      encoding: 'utf8',
    });
    expect(output).toBe('function');
  });

  it('carries the services', () => {
    expect(code).toContain('https://payment.statuswatch.internal/status');
  });

  it('parses the services from a text, which takes a fleet less time at a cold start than an object literal', () => {
    const literal = /JSON\.parse\(('(?:[^'\\]|\\.)*"intervalMs"(?:[^'\\]|\\.)*')\)/.exec(code)?.[1];
    const config = JSON.parse(runInNewContext(literal ?? '""') || 'null');
    expect(config?.services).toHaveLength(deployable(DEPLOY_YAML).config.services.length);
  });

  it('carries no secret', () => {
    expect(code).not.toContain('hunter2');
  });

  it('does not look for credentials beside its environment', () => {
    // The address of the metadata service of containers, and a name from the shared config files.
    expect(code).not.toContain('169.254.170.2');
    expect(code).not.toContain('sso_start_url');
  });

  it('has no part of the SDK that reads streams of events', () => {
    expect(code).not.toContain(':event-type');
  });

  it('changes when what it watches does', () => {
    expect(hash(bundlesOf(shop)[name])).not.toBe(hash(folder));
  });
});

describe('the checker of a fleet', () => {
  const services = ['a', 'b', 'c'].map((id) => `{ id: ${id}, baseUrl: "https://${id}.internal" }`);
  const code = checkerCode(`servicesPerInvocation: 2\nservices: [${services.join()}]`);

  it('carries a text for each part, and what all services share once', () => {
    const [first, second] = [
      /'\[[^']*https:\/\/a\.internal[^']*\]'/.exec(code),
      /'\[[^']*https:\/\/b\.internal[^']*\]'/.exec(code),
    ];
    expect(first?.[0]).toContain('https://c.internal');
    expect(first?.[0]).not.toContain('https://b.internal');
    expect(second?.[0]).not.toContain('https://c.internal');
    expect(code.match(/"maxBodyBytes":/g)).toHaveLength(1);
  });

  it('knows all services once it is asked for them', () => {
    const environment = Object.fromEntries(Object.values(ENVIRONMENT).map((key) => [key, 'https://a.internal']));
    const call = 'module.exports.handler({ config: true }).then((answer) => console.log(JSON.stringify(answer)))';
    const output = execFileSync(process.execPath, ['-'], {
      input: `${code}\n;${call}`,
      env: { ...environment, AWS_REGION: 'eu-central-1', NODE_NO_WARNINGS: '1' },
      encoding: 'utf8',
    });
    const answer = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(answer.config.services.map(({ statusUrl }: { statusUrl: string }) => statusUrl)).toEqual([
      'https://a.internal/status',
      'https://b.internal/status',
      'https://c.internal/status',
    ]);
  });
});

describe('the e-mail addresses', () => {
  it('are in the bundle of the checker, which looks after them, and not in that of the widget', () => {
    for (const text of ['oncall@', 'payments@', 'C07EZ1ABC23']) {
      expect([carries('checker', text), carries('widget', text)]).toEqual([true, false]);
    }
  });

  it('change the checker alone', () => {
    const others = bundlesOf(otherAddresses);
    expect(hash(others.widget)).toBe(hash(folders.widget));
    expect(hash(others.checker)).not.toBe(hash(folders.checker));
  });
});

describe('the headers', () => {
  it.each(['statuswatch/status-token', '"Authorization":{'])('are in the bundle of the checker alone: %s', (text) => {
    expect(carries('checker', text)).toBe(true);
    expect(carries('widget', text)).toBe(false);
  });
});

it('the widget has no means to write', () => {
  const code = readFileSync(join(folders.widget, 'index.js'), 'utf8');
  expect(code).toContain('BatchGetItem');
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
    expect(code).not.toContain(action);
  }
});

it('differs from that of another config, even if both have one name and one app', () => {
  const codeOf = (stack: Stack) => readFileSync(join(bundlesOf(stack).checker, 'index.js'), 'utf8');
  const urls = [deployed, shop].map((stack) => /https:..(payment\.statuswatch|eu)\.internal/.exec(codeOf(stack))?.[1]);
  expect(urls).toEqual(['payment.statuswatch', 'eu']);
});

describe('what notifies receivers', () => {
  const RECEIVERS = [
    '{ id: one, pagerduty: { routingKey: { secret: a } } }',
    '{ id: two, ntfy: { topic: { secret: a } } }',
    '{ id: three, ntfy: { topic: { secret: b } } }',
  ];

  /** The files of ours that the bundle of the config's module has, if all of the module is used. */
  function filesOf(text: string): string[] {
    const { config, deployment } = deployable(text);
    const file = writeBundledConfig(config, 'checker', app.outdir, deployment);
    const options = {
      ...esbuildOptions(checkerBundle(file, false)),
      entryPoints: [file],
      metafile: true,
      write: false,
    };
    return Object.keys(buildSync(options).metafile?.inputs ?? {});
  }
  const receiverFiles = (text: string) =>
    filesOf(text)
      .map((path) => /(?:forms\/receivers|adapters\/http)\/(.*)\.ts$/.exec(path)?.[1])
      .filter((name) => ['post-receiver', 'pagerduty', 'webhook', 'slack-webhook', 'ntfy'].includes(name ?? ''))
      .sort();

  it('is in the bundle only if there are receivers, and only the forms of their kinds', () => {
    expect(receiverFiles(SHOP)).toEqual([]);
    expect(receiverFiles(`alerts: { receivers: [${RECEIVERS.join()}] }\n${SHOP}`)).toEqual([
      'ntfy',
      'pagerduty',
      'post-receiver',
    ]);
  });

  it('has a form for each kind', () => {
    const kinds = RECEIVER_KINDS.map((kind) => `{ id: ${kind}, ${kind}: { ${KEY_OF[kind]}: { secret: a } } }`);
    expect(receiverFiles(`alerts: { receivers: [${kinds.join()}] }\n${SHOP}`)).toEqual([
      'ntfy',
      'pagerduty',
      'post-receiver',
      'slack-webhook',
      'webhook',
    ]);
  });
});

describe('the library that reads cron expressions', () => {
  const none = checkerCode(SHOP);
  const window = '{ name: a, from: "2026-12-06T04:00Z", to: "2026-12-06T05:00Z" }';
  const once = checkerCode(`maintenance: [${window}]\n${SHOP}`);
  const repeating = checkerCode(`maintenance: [{ name: a, cron: "0 3 * * 0", for: 1h }]\n${SHOP}`);

  it('is in the bundle of the checker only if a window of maintenance repeats', () => {
    expect([none, once, repeating].map((code) => code.includes('CronPattern'))).toEqual([false, false, true]);
  });

  it('takes about 34 kB of the bundle; without it maintenance takes no more than what stands in the config', () => {
    expect(repeating.length - none.length).toBeGreaterThan(25_000);
    expect(repeating.length - none.length).toBeLessThan(40_000);
    expect(once.length - none.length).toBeLessThan(200);
  });
});
