/** Where a service is asked, how its answer is read, and which keys say nothing with that. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

const ENVIRONMENT = { TOKEN: 'q7w8e9r0t1y2u3i4o5p6a7', PLACE: 'healthz', FRESH: 'k3j4h5g6', PHRASE: 'zz17 ü' };

function parse(lines: readonly string[]) {
  return parseConfig({
    file: 'f',
    environment: ENVIRONMENT,
    readCa: () => '',
    probing: 'all',
    text: `${lines.join('\n')}\n`,
  });
}

function faults(...lines: readonly string[]): readonly string[] {
  const result = parse(lines);
  return result.ok ? [] : result.faults.map(formatFault);
}

function services(...lines: readonly string[]) {
  const result = parse(lines);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result.config.services;
}

const one = (keys: string) => `services: [{ id: a, baseUrl: "http://a.internal", ${keys} }]`;

describe('path', () => {
  it.each([
    ['/healthz', 'http://a.internal/healthz'],
    ['/', 'http://a.internal/'],
    ['/a/b/', 'http://a.internal/a/b/'],
    ['/healthz?fresh=1&x=%20', 'http://a.internal/healthz?fresh=1&x=%20'],
    ['//x', 'http://a.internal//x'],
  ])('%s is kept as it is', (path, url) => {
    expect(services(one(`path: "${path}"`))[0]).toMatchObject({ path, statusUrl: url });
  });

  it('of the top level is that of each service without its own, below its base URL', () => {
    const found = services(
      'path: /up',
      'services:',
      '  - { id: a, baseUrl: "https://all.internal/a/" }',
      '  - { id: b, baseUrl: "https://all.internal", path: "/b/status" }',
      '  - { id: c, baseUrl: "https://all.internal" }',
    );
    expect(found.map(({ statusUrl }) => statusUrl)).toEqual([
      'https://all.internal/a/up',
      'https://all.internal/b/status',
      'https://all.internal/up',
    ]);
  });

  it.each([
    ['healthz', 'expected a path that begins with /, such as /healthz'],
    ['https://b.internal/x', 'expected a path that begins with /, such as /healthz'],
    ['/a#b', 'expected a path without a fragment (#…), which is never sent'],
    ['/a b', 'expected the path as it is sent, such as /a%20b'],
    ['/a/../b', 'expected the path as it is sent, such as'],
    ['/a?', 'expected the path as it is sent, such as'],
    [`/${'a'.repeat(300)}`, 'expected a path of at most 300 characters'],
  ])('%s is a fault', (path, expected) => {
    expect(faults(one(`path: "${path}"`))).toEqual([expect.stringContaining(expected)]);
  });

  it('that the base URL has already is a fault', () => {
    expect(faults('services: [{ id: a, baseUrl: "http://a.internal/x/healthz/", path: "/healthz?a=1" }]')).toEqual([
      'f:1:30  services[0].baseUrl is "http://a.internal/x/healthz/"; expected only the base address: /healthz is added to it',
    ]);
    expect(faults('services: [{ id: a, baseUrl: "http://a.internal/status", path: /healthz }]')).toEqual([]);
    const ofVariable = faults('services: [{ id: a, baseUrl: "http://a.internal/up", path: "/up?y=${FRESH}" }]');
    expect(ofVariable).toHaveLength(2);
    expect(ofVariable.join()).not.toContain(ENVIRONMENT.FRESH);
  });

  it('has no secret from the environment, which would be shown', () => {
    const expected = expect.stringMatching(/is "[^"]*\$\{(TOKEN|FRESH)\}[^"]*"; expected no secret in an address/);
    expect(faults(one('path: "/x/${TOKEN}"'))).toEqual([expected]);
    expect(faults('path: "/x?y=${FRESH}"', one(''))).toEqual([expected]);
    expect(faults(one('path: "/${PLACE}?y=1"'))).toEqual([]);
    const unescaped = faults(one('path: "/x?y=${PHRASE}"'));
    expect(unescaped).toContainEqual(expect.stringContaining('is "/x?y=${PHRASE}"; expected the path as it is sent'));
    expect(unescaped.join()).not.toMatch(/zz17/);
  });
});

describe('words and at', () => {
  it('are those of the service, otherwise those of the top level', () => {
    const found = services(
      'contract: common',
      'at: data.health',
      'words: { healthy: [green] }',
      'services:',
      '  - { id: a, baseUrl: "https://a.internal" }',
      '  - { id: b, baseUrl: "https://b.internal", at: state, words: { unhealthy: [red] } }',
      '  - { id: c, baseUrl: "https://c.internal", contract: own }',
      '  - { id: d, baseUrl: "https://d.internal", contract: http }',
    );
    const lists = { healthy: [], degraded: [], unhealthy: [] };
    expect(found.map(({ contract, at, words }) => ({ contract, at, words }))).toEqual([
      { contract: 'common', at: 'data.health', words: { ...lists, healthy: ['green'] } },
      { contract: 'common', at: 'state', words: { ...lists, unhealthy: ['red'] } },
      { contract: 'own', at: 'status', words: null },
      { contract: 'http', at: 'status', words: null },
    ]);
  });

  it.each([
    ['contract: jsn', 'contract is "jsn"; expected own, common, text or http'],
    ['contract: common, at: ".x"', 'at is ".x"; expected the dotted path of a field, such as data.health'],
    ['contract: common, at: "a..b"', 'at is "a..b"; expected the dotted path of a field, such as data.health'],
    ['contract: common, words: [up]', 'words is a list; expected a map with the keys healthy, degraded and unhealthy'],
    ['contract: common, words: { well: [up] }', 'words.well is not known; expected healthy, degraded, unhealthy'],
    ['contract: common, words: { healthy: up }', 'words.healthy is "up"; expected a list of words'],
    [
      'contract: common, words: { healthy: [true] }',
      'words.healthy[0] is true; expected a word, in quotes if YAML would read it as something else, as in "true"',
    ],
    ['contract: common, words: { healthy: [" "] }', 'words.healthy[0] is " "; expected a word'],
    [
      'contract: common, words: { healthy: [fine, "On"], unhealthy: [" ON "] }',
      'words.unhealthy[0] is " ON "; expected each word in one list: healthy has this one too',
    ],
  ])('%s', (keys, expected) => {
    expect(faults(one(keys))).toEqual([expect.stringContaining(`services[0].${expected}`)]);
  });
});

describe('a key that says nothing with the contract of its service', () => {
  it('is a fault, and all are listed at once', () => {
    const found = faults(
      'services:',
      '  - id: a',
      '    baseUrl: http://a.internal',
      '    contract: http',
      '    requireService: true',
      '    expectService: b',
      '    maxReportAge: 2m',
      '    at: x',
      '    words: { healthy: [x] }',
      '    conditions: { memory_full: { percent: 90 }, restarting: notify, reports_degraded: show, slow: notify, memory_filling: off }',
      '  - { id: b, baseUrl: "http://b.internal", words: { healthy: [x] }, at: y, conditions: { reports_degraded: notify } }',
      '  - { id: c, baseUrl: "http://c.internal", contract: text, at: y, maxReportAge: 2m, requireService: false }',
      '  - { id: d, baseUrl: "http://d.internal", contract: common, maxReportAge: 2m, conditions: { memory_filling: show, restarting: show } }',
    );
    expect(found.map((fault) => fault.replace(/^f:\d+:\d+ {2}services/, ''))).toEqual([
      '[0].requireService is true; only "contract: own" supports it: no other contract names the service',
      '[0].expectService is "b"; only "contract: own" supports it: no other contract names the service',
      '[0].maxReportAge is "2m"; only "contract: own" and "contract: common" support it: others have no timestamp',
      '[0].at is "x"; only "contract: common" supports it',
      '[0].words is a map; only "contract: common" and "contract: text" support it',
      '[0].conditions.memory_full is a map; expected off, or nothing: with "contract: http" it can never begin',
      '[0].conditions.restarting is "notify"; expected off, or nothing: with "contract: http" it can never begin',
      '[0].conditions.reports_degraded is "show"; expected off, or nothing: with "contract: http" it can never begin',
      '[1].words is a map; only "contract: common" and "contract: text" support it',
      '[1].at is "y"; only "contract: common" supports it',
      '[1].conditions.reports_degraded is "notify"; expected off, or nothing: with "contract: own" it can never begin',
      '[2].at is "y"; only "contract: common" supports it',
      '[2].maxReportAge is "2m"; only "contract: own" and "contract: common" support it: others have no timestamp',
      '[3].conditions.memory_filling is "show"; expected off, or nothing: with "contract: common" it can never begin',
    ]);
  });

  const mixed = (top: string) => [
    top,
    'services:',
    '  - { id: a, baseUrl: "http://a.internal" }',
    '  - { id: b, baseUrl: "http://b.internal", contract: common }',
    '  - { id: c, baseUrl: "http://c.internal", contract: http }',
  ];

  it('is none at the top level if one service can use it; the others are without it', () => {
    expect(services(...mixed('requireService: true')).map(({ requireService }) => requireService)).toEqual([
      true,
      false,
      false,
    ]);
    expect(services(...mixed('maxReportAge: 2m')).map(({ maxReportAgeMs }) => maxReportAgeMs)).toEqual([
      120_000,
      120_000,
      null,
    ]);
    const conditions = 'conditions: { memory_full: { percent: 90 }, reports_degraded: show, slow: notify }';
    expect(services(...mixed(conditions)).map((service) => Object.keys(service.conditions))).toEqual([
      ['memory_full', 'slow'],
      ['reports_degraded', 'slow'],
      ['slow'],
    ]);
  });

  it('is one at the top level if no service can', () => {
    const own = 'services: [{ id: a, baseUrl: "http://a.internal" }]';
    expect(faults('words: { healthy: [green] }', own)).toEqual([
      'f:1:8  words is a map; only "contract: common" and "contract: text" support it',
    ]);
    expect(faults('at: x', own)).toEqual(['f:1:5  at is "x"; only "contract: common" supports it']);
    expect(faults('contract: http', 'requireService: true', 'maxReportAge: 2m', own)).toHaveLength(2);
    expect(faults('contract: http', 'environment: production', 'conditions: { memory_full: show }', own)).toEqual([]);
  });

  it('causes no second fault beside a contract that is none', () => {
    expect(faults('contract: x', one('requireService: true'))).toHaveLength(1);
    expect(faults('at: y', one('contract: x, requireService: true'))).toHaveLength(1);
  });
});
