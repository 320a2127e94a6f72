/** Where a service is checked and how its answer is read: `path`, `words`, `at`, and the keys that a contract can use. */

import type { Service } from '../../../../../lambda/core/config/config';
import { faultsOf, serviceOf, understood } from '../../../../support/core/parsed';

function services(...lines: readonly string[]): readonly Service[] {
  return understood(lines.join('\n')).config.services;
}

describe('path', () => {
  it.each([
    ['/healthz', 'https://a.internal/healthz'],
    ['/', 'https://a.internal/'],
    ['/a/b/', 'https://a.internal/a/b/'],
    ['/healthz?fresh=1&x=%20', 'https://a.internal/healthz?fresh=1&x=%20'],
    ['//x', 'https://a.internal//x'],
  ])('%s is added as it is', (path, url) => {
    expect(serviceOf(`path: "${path}"`)).toMatchObject({ path, statusUrl: url });
  });

  it('at the top level counts for each service without its own', () => {
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

  it('has at most 300 characters', () => {
    expect(faultsOf(`path: "/${'a'.repeat(299)}"`)).toEqual([]);
    expect(faultsOf(`path: "/${'a'.repeat(300)}"`)).toEqual([
      expect.stringMatching(/; expected a path of at most 300 characters$/),
    ]);
  });
});

describe('words and at', () => {
  it('are those of the service, or else of the top level', () => {
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
});

describe('a key at the top level', () => {
  const mixed = (top: string) => [
    top,
    'services:',
    '  - { id: a, baseUrl: "http://a.internal" }',
    '  - { id: b, baseUrl: "http://b.internal", contract: common }',
    '  - { id: c, baseUrl: "http://c.internal", contract: http }',
  ];

  it('counts for the services whose contract can use it', () => {
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
});
