/** Configs that share: merges within a file, and `extends` from file to file. Each fault names the file and the place it comes from. */

import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import * as parsed from '../../../../support/core/parsed';

type Files = Readonly<Record<string, string>>;

/** Parses the first of the files. */
function extending(files: Files, environment: Readonly<Record<string, string>> = {}): parsed.Options {
  const [file = '', text = ''] = Object.entries(files)[0] ?? [];
  return {
    file,
    text,
    environment,
    readCa: (path) => `PEM of ${path}`,
    readBase: (path, from) => {
      const base = join(dirname(from), path);
      const found = files[base];
      if (found === undefined) throw new Error('there is no such file');
      const folder = dirname(base) === '.' ? '' : `${dirname(base)}/`;
      return { file: base, text: found, folder };
    },
  };
}

const understood = (files: Files, environment?: Readonly<Record<string, string>>) =>
  parsed.understood('', extending(files, environment));
const faultsOf = (files: Files) => parsed.faultsOf('', extending(files));

describe('a merge (<<)', () => {
  const TEMPLATE = `x-slow: &slow
  timeout: 9s
  headers: { X-Kind: slow }
`;

  it('gives a map the keys of another one, under its own', () => {
    const { config } = understood({
      'a.yaml': `${TEMPLATE}services:
  - { <<: *slow, id: one, baseUrl: https://one.internal }
  - <<: *slow
    id: two
    baseUrl: https://two.internal
    timeout: 2s
  - &three { id: three, baseUrl: https://three.internal, severity: info }
  - { <<: [{ timeout: 1s }, *slow, *three], id: four }
`,
    });
    expect(config.services.map(({ id, timeoutMs, severity, baseUrl }) => [id, timeoutMs, severity, baseUrl])).toEqual([
      ['one', 9_000, 'critical', 'https://one.internal'],
      ['two', 2_000, 'critical', 'https://two.internal'],
      ['three', 3_000, 'info', 'https://three.internal'],
      ['four', 1_000, 'info', 'https://three.internal'],
    ]);
    expect(config.services[0]?.headers).toEqual({ 'X-Kind': { kind: 'literal', value: 'slow' } });
  });

  it('leaves a fault where it is written, and lists it once', () => {
    const services = ['one', 'two'].map((id) => `  - { <<: *slow, id: ${id}, baseUrl: "https://${id}.internal" }\n`);
    expect(faultsOf({ 'a.yaml': `${TEMPLATE.replace('9s', 'soon')}services:\n${services.join('')}` })).toEqual([
      'a.yaml:2:12  services[0].timeout is "soon"; expected a duration from 10ms to 1m, such as 3s',
    ]);
    expect(faultsOf({ 'a.yaml': `${TEMPLATE.replace('timeout', 'tiemout')}services:\n${services.join('')}` })).toEqual([
      'a.yaml:2:3  services[0].tiemout is not known; did you mean "timeout"?',
    ]);
    expect(faultsOf({ 'a.yaml': `${TEMPLATE.replace('9s', '"${T}"')}services:\n${services.join('')}` })).toEqual([
      'a.yaml:2:12  x-slow.timeout is ${T}; expected the environment variable T to be set',
    ]);
  });

  it('is refused before it fills the memory', () => {
    const all = Array.from(
      { length: 1_600 },
      (_, index) => `k${index}: &k${index} { ${index > 0 ? `<<: *k${index - 1}, ` : ''}v${index}: 1 }`,
    );
    expect(faultsOf({ 'a.yaml': `x-all:\n${all.map((line) => `  ${line}`).join('\n')}\n` })).toEqual([
      expect.stringMatching(/the aliases \(\*name\) expand to too much text/),
    ]);
  });

  it('serves a fleet from one template', () => {
    const services = Array.from(
      { length: 500 },
      (_, index) => `  - { <<: *slow, id: s${index}, baseUrl: "https://s${index}.internal" }`,
    );
    expect(
      understood({ 'a.yaml': `interval: 1h\n${TEMPLATE}services:\n${services.join('\n')}` }).config.services,
    ).toHaveLength(500);
  });
});

describe('a config that extends another one', () => {
  const BASE = `interval: 2m
headers: { X-Team: shop, X-Key: { secret: base, key: k } }
alerts:
  failureThreshold: 3
  subscriptions: [{ email: base@company.com }, { email: both@company.com }]
services:
  - { id: one, baseUrl: https://one.example.org, severity: info, retry: { attempts: 2, backoff: 2s } }
  - { id: two, baseUrl: https://two.example.org }
`;

  it('puts maps together key by key, services by id, and replaces any other list', () => {
    const { config, deployment } = understood(
      {
        'prod.yaml': `extends: base.yaml
name: shop-prod
headers: { X-Stage: prod, X-Key: { secret: prod } }
alerts: { successThreshold: 5, subscriptions: [{ email: prod@company.com }] }
services:
  - { id: three, baseUrl: https://three.company.com }
  - { id: one, baseUrl: https://one.company.com, retry: { attempts: 1 } }
`,
        'base.yaml': BASE,
      },
      { STATUSWATCH_SECRET_PROD: 's3cret' },
    );
    expect(config).toMatchObject({ name: 'shop-prod', intervalMs: 120_000 });
    expect(deployment.subscriptions.map(({ email }) => email)).toEqual(['prod@company.com']);
    expect(config.services.map(({ id, baseUrl, severity, retry }) => [id, baseUrl, severity, retry])).toEqual([
      ['one', 'https://one.company.com', 'info', { attempts: 1, backoffMs: 2_000 }],
      ['two', 'https://two.example.org', 'critical', { attempts: 3, backoffMs: 1_000 }],
      ['three', 'https://three.company.com', 'critical', { attempts: 3, backoffMs: 1_000 }],
    ]);
    expect(config.services[1]).toMatchObject({
      alerts: { failureThreshold: 3, successThreshold: 5 },
      headers: { 'X-Team': { value: 'shop' }, 'X-Stage': { value: 'prod' }, 'X-Key': { text: '{ secret: prod }' } },
    });
  });

  it('takes its path from a variable, and goes on from base to base', () => {
    const files = {
      'a.yaml': 'extends: "stages/${STAGE:-test}.yaml"\nservices: [{ id: one, severity: info }]',
      'stages/test.yaml': 'extends: ../base.yaml\ninterval: 3m\ntls: { caFile: ./own.pem }',
      'base.yaml': `${BASE}tls: { caFile: ./base.pem }\n`.replace(', X-Key: { secret: base, key: k }', ''),
    };
    const { config } = understood(files);
    expect(config).toMatchObject({ intervalMs: 180_000, services: [{ severity: 'info' }, { id: 'two' }] });
    // A path is from the folder of the file that it stands in.
    expect(config.services[0]?.tls).toEqual({
      caFile: 'stages/./own.pem',
      ca: 'PEM of stages/./own.pem',
      client: null,
    });
  });

  it('needs no variable of what is replaced', () => {
    const files = {
      'a.yaml':
        'extends: base.yaml\nrunbook: https://a.internal\nservices: [{ id: one, baseUrl: https://one.internal }]',
      'base.yaml': [
        'x-unused: ${UNUSED}',
        'runbook: https://${DOMAIN}/${PAGE}',
        'services: [{ id: one, baseUrl: "https://${DOMAIN}" }, { id: two, baseUrl: "https://${A}${B}" }]',
      ].join('\n'),
    };
    expect(faultsOf(files)).toEqual([
      'base.yaml:3:75  services[1].baseUrl is ${A}; expected the environment variable A to be set',
      'base.yaml:3:75  services[1].baseUrl is ${B}; expected the environment variable B to be set',
    ]);
    expect(understood(files, { A: 'a', B: 'b' }).config.services.map(({ baseUrl }) => baseUrl)).toEqual([
      'https://one.internal',
      'https://ab',
    ]);
  });

  it('lists beside a file that is missing the variables that are needed, and no others', () => {
    const text = 'extends: b.yaml\nname: shop-${STAGE}\nx-unused: ${UNUSED}\nservices: []';
    expect(faultsOf({ 'a.yaml': text })).toEqual([
      expect.stringMatching(/^a\.yaml:1:10 {2}extends is "b\.yaml"; .*; there is no such file$/),
      'a.yaml:2:7  name is ${STAGE}; expected the environment variable STAGE to be set',
    ]);
  });

  it('lists the faults of all files together, each where it is', () => {
    const files = {
      'a.yaml': 'extends: base.yaml\nrunbok: x\nservices: [{ id: one, timeout: soon }, { id: three }]',
      'base.yaml': `${BASE.replace('2m', 'never')}concurrency: \${MOST}\n`.replace(
        ', X-Key: { secret: base, key: k }',
        '',
      ),
    };
    expect(faultsOf(files)).toEqual([
      'a.yaml:2:1  runbok is not known; did you mean "runbook"?',
      'a.yaml:3:32  services[0].timeout is "soon"; expected a duration from 10ms to 1m, such as 3s',
      'a.yaml:3:40  services[2].baseUrl is missing; expected an address such as https://user.internal:8443',
      'base.yaml:1:11  interval is "never"; expected a duration from 1s to 1d, such as 1m',
      'base.yaml:9:14  concurrency is ${MOST}; expected the environment variable MOST to be set',
    ]);
  });

  it.each([
    ['nothing', { 'a.yaml': 'extends:' }, 'a.yaml:1:9  extends expected the path of another config'],
    ['a list', { 'a.yaml': 'extends: [b.yaml]' }, 'a.yaml:1:10  extends expected the path of another config'],
    [
      'a file that is not there',
      { 'a.yaml': 'extends: b.yaml' },
      'a.yaml:1:10  extends is "b.yaml"; expected the path of another config, such as base.yaml, from the folder of this one; there is no such file',
    ],
    [
      'itself',
      { 'a.yaml': 'extends: ./a.yaml' },
      'a.yaml:1:10  extends is "./a.yaml"; expected a config that does not extend this one: a.yaml extends a.yaml',
    ],
    [
      'one that extends it',
      { 'a.yaml': 'extends: b.yaml', 'b.yaml': 'extends: c.yaml', 'c.yaml': 'name: c\nextends: a.yaml' },
      'c.yaml:2:10  extends is "a.yaml"; expected a config that does not extend this one: a.yaml extends b.yaml extends c.yaml extends a.yaml',
    ],
    [
      'one with nothing in it',
      { 'a.yaml': 'extends: b.yaml', 'b.yaml': '# later' },
      'b.yaml:1:1  another config extends this one; expected a map with the keys of a config',
    ],
    [
      'one that is no YAML',
      { 'a.yaml': 'extends: b.yaml', 'b.yaml': 'services: [' },
      'b.yaml:1:12  is not valid YAML: ',
    ],
    [
      'a file by a variable that is not set',
      { 'a.yaml': 'extends: "${STAGE}.yaml"' },
      'a.yaml:1:10  extends is ${STAGE}; expected the environment variable STAGE to be set',
    ],
  ])('%s is refused', (_what, files, fault) => {
    expect(faultsOf(files)).toEqual([expect.stringContaining(fault)]);
  });

  it('means the same as one file that has all of it, however it is split', () => {
    const setting = fc.record(
      {
        timeout: fc.constantFrom('1s', '2s'),
        severity: fc.constantFrom('info', 'warning'),
        retry: fc.record(
          { attempts: fc.integer({ min: 1, max: 3 }), backoff: fc.constantFrom('1s', '3s') },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    const services = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
    fc.assert(
      fc.property(services, fc.array(setting, { minLength: 8, maxLength: 8 }), (ids, settings) => {
        const whole = (id: string) => ({ id, baseUrl: `https://${id}.internal` });
        const below = ids.map((id, index) => ({ ...whole(id), ...settings[index] }));
        const above = ids.map((id, index) => ({ id, ...settings[index + 4] }));
        const together = below.map((service, index) => {
          const own = above[index];
          const retry = { ...service.retry, ...own?.retry };
          return { ...service, ...own, ...(Object.keys(retry).length > 0 && { retry }) };
        });
        const files = {
          'a.yaml': stringify({ extends: 'b.yaml', services: [...above].reverse() }),
          'b.yaml': stringify({ services: below }),
        };
        expect(understood(files).config).toEqual(understood({ 'a.yaml': stringify({ services: together }) }).config);
      }),
    );
  });
});

describe('the deployment of a faulty config', () => {
  const targetOf = (text: string, environment: Readonly<Record<string, string>> = {}) => {
    const result = parsed.parse('', extending({ 'a.yaml': text }, environment));
    return result.ok ? 'no fault' : result.target;
  };
  const FAULTY = 'services: [{ id: a, baseUrl: https://a.example.com }]';

  it.each([
    ['has no name', FAULTY, { name: 'statuswatch', account: null, region: null }],
    [
      'has all of it',
      `name: shop\ndeploy: { account: "123456789012", region: eu-west-1 }\n${FAULTY}`,
      { name: 'shop', account: '123456789012', region: 'eu-west-1' },
    ],
    ['lacks its services', 'name: shop', { name: 'shop', account: null, region: null }],
    [
      'misspells a key of a service',
      'name: shop\nservices: [{ id: a, baseURL: https://a.internal }]',
      { name: 'shop', account: null, region: null },
    ],
    ['has another name than one can have', `name: Shop!\n${FAULTY}`, null],
    ['has a name that is not set', `name: shop-\${STAGE}\n${FAULTY}`, null],
    ['misspells a key at the top, perhaps this one', `nmae: shop\n${FAULTY}`, null],
    [
      'misspells another key at the top',
      `name: shop\nintervall: 1m\n${FAULTY}`,
      { name: 'shop', account: null, region: null },
    ],
    ['has a key at the top that may mean anything', `title: shop\n${FAULTY}`, null],
    ['misspells a region', `name: shop\ndeploy: { region: Frankfurt }\n${FAULTY}`, null],
    ['misspells the key of the region', `name: shop\ndeploy: { regoin: eu-west-1 }\n${FAULTY}`, null],
    ['extends what is not there', `name: shop\nextends: b.yaml\n${FAULTY}`, null],
    ['is no YAML', 'name: shop\nservices: [', null],
    ['is no map', '- name: shop', null],
  ])('one that %s', (_what, text, target) => {
    expect(targetOf(text)).toEqual(target);
  });
});
