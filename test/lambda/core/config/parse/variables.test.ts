/** `${NAME}` in a config: what it becomes, and that its value is never shown. */

import fc from 'fast-check';
import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import type { Purpose } from '../../../../../lambda/core/config/parse/outside';
import type { ConfigResult } from '../../../../../lambda/core/config/parse/parse-config';
import { secretsOf } from '../../../../../lambda/core/config/service-values';
import { describeConfig } from '../../../../../local/input/describe-config';
import { ANY_CHARACTER } from '../../../../support/core/any-character';
import { parse as parseWith } from '../../../../support/core/parsed';
import { runs } from '../../../../support/jest/lane';

const parse = (text: string, environment: Readonly<Record<string, string | undefined>>) =>
  parseWith(text, { environment });

/** Returns what a user sees of a config. */
function shown(result: ConfigResult): string {
  return result.ok ? describeConfig(result.config, result.deployment) : result.faults.map(formatFault).join('\n');
}

function withHeader(value: string): string {
  return `services:\n  - id: a\n    baseUrl: https://a.internal\n    headers:\n      X-Value: ${value}\n`;
}

describe('a text with variables', () => {
  const environment = { TOKEN: 's3cret-token', user_2: 'joe', EMPTY: '' };
  it.each([
    ['${TOKEN}', 's3cret-token', ['s3cret-token']],
    ['Bearer ${TOKEN}', 'Bearer s3cret-token', ['s3cret-token']],
    ['"${user_2}:${TOKEN}"', 'joe:s3cret-token', ['joe', 's3cret-token']],
    ['a${EMPTY}b', 'ab', ['']],
    ['$${TOKEN} and ${TOKEN}', '${TOKEN} and s3cret-token', ['s3cret-token']],
  ])('%s becomes %s', (text, value, secrets) => {
    const result = parse(withHeader(text), environment);
    if (!result.ok) throw new Error(shown(result));
    const [service] = result.config.services;
    expect(service?.headers['X-Value']).toEqual({
      kind: 'hidden',
      value,
      text: text.replaceAll('"', ''),
      secrets,
    });
    expect(service && secretsOf(service)).toEqual(secrets);
    expect(shown(result)).toContain(text.replaceAll('"', ''));
  });

  it.each([
    ['$${TOKEN}', '${TOKEN}'],
    ['a $${x y} b', 'a ${x y} b'],
    ['$TOKEN', '$TOKEN'],
    ['${TOKEN', '${TOKEN'],
  ])('%s stands for the text %s, which is hidden as any other', (text, value) => {
    const result = parse(withHeader(text), environment);
    expect(result).toMatchObject({ config: { services: [{ headers: { 'X-Value': { kind: 'literal', value } } }] } });
    expect(shown(result)).toContain('X-Value: (hidden)');
  });

  it('may be any text of the file', () => {
    const text = 'name: ${NAME}\nservices: [{ id: "${NAME}-1", baseUrl: "https://${NAME}.internal" }]';
    expect(parse(text, { NAME: 'shop' })).toMatchObject({
      config: { name: 'shop', services: [{ id: 'shop-1', statusUrl: 'https://shop.internal/status' }] },
    });
    expect(shown(parse('${TOKEN}: 1', environment))).toMatch(/^f:1:1 {2}\$\{TOKEN\} is not known/);
  });

  describe('in a header or a receiver', () => {
    const config = [
      'headers: { X-Value: "Bearer ${TOKEN}" }',
      'alerts: { receivers: [{ id: pager, pagerduty: { routingKey: "${KEY}", region: eu } }] }',
    ].join('\n');
    const faultsFor = (purpose: Purpose, text = config) => {
      const result = parseWith(text, { environment: {}, ...purpose });
      return result.ok ? [] : result.faults.map(({ holds }) => holds);
    };
    it.each<[string, Purpose, string[]]>([
      ['to acknowledge, or to look at incidents', { probing: 'none' }, []],
      ['to check', { probing: 'all' }, ['${TOKEN}']],
      ['to watch', { probing: 'all', notifying: true }, ['${TOKEN}', '${KEY}']],
      ['for a drill', { probing: 'none', notifying: true }, ['${KEY}']],
      ['for a deployment', { probing: 'none', deploying: true }, ['${TOKEN}', '${KEY}']],
    ])('has to be set only if it is used: %s', (_, purpose, missing) => {
      expect(faultsFor(purpose)).toEqual(missing);
    });

    it('is shown as it is written if it is not set', () => {
      const result = parseWith(config, { environment: {}, probing: 'none' });
      expect(shown(result)).toContain('X-Value: Bearer ${TOKEN}\n');
      expect(shown(result)).toContain('routingKey: ${KEY}\n');
    });

    it.each(['"${ }"', '{ secret: "${NAME}" }'])('is a fault in any case if it is %s', (value) => {
      expect(faultsFor({ probing: 'none' }, config.replace('"${KEY}"', value))).toHaveLength(1);
    });
  });
});

describe('a variable with a default', () => {
  it.each([
    ['${STAGE:-test}', {}, 'test'],
    ['${STAGE:-test}', { STAGE: '' }, 'test'],
    ['${STAGE:-test}', { STAGE: 'prod' }, 'prod'],
    ['${STAGE:-}', {}, ''],
    ['${STAGE:-a:-b}', {}, 'a:-b'],
    ['$${STAGE:-test}', { STAGE: 'prod' }, '${STAGE:-test}'],
  ])('%s with %j is %j', (text, environment, value) => {
    const result = parse(withHeader(`"a${text}"`), environment);
    expect(result).toMatchObject({ config: { services: [{ headers: { 'X-Value': { value: `a${value}` } } }] } });
  });

  it('does not show the default of a header, which may be a secret', () => {
    const result = parse(withHeader('Bearer ${TOKEN:-hunter2}'), {});
    expect(shown(result)).toContain('X-Value: Bearer ${TOKEN:-***}\n');
    expect(result.ok && result.config.services.map(secretsOf)).toEqual([['hunter2']]);
  });
});

describe('an address with variables', () => {
  const environment = { STAGE: 'prod', PORT: '8080', ALL: 'http://shop.internal/v2/' };
  it.each([
    ['https://user.${STAGE}.internal', 'https://user.prod.internal/status'],
    ['http://shop.internal:${PORT}/a/', 'http://shop.internal:8080/a/status'],
    ['${ALL}', 'http://shop.internal/v2/status'],
    ['https://user.${REGION:-eu}.internal', 'https://user.eu.internal/status'],
  ])('%s is asked and shown by their values', (baseUrl, url) => {
    const result = parse(`services: [{ id: a, baseUrl: "${baseUrl}" }]`, environment);
    expect(result).toMatchObject({ config: { services: [{ statusUrl: url }] } });
    expect(shown(result)).toContain(` # checked: ${url}\n`);
  });

  it('may have words from a variable, but no token', () => {
    const text = 'services: [{ id: a, baseUrl: "https://a.internal/v1/${TOKEN}" }]';
    expect(parse(text, { TOKEN: 'recurring-payments-service' }).ok).toBe(true);
    expect(parse(text, { TOKEN: '3f1c9a7be4d2450cb1c7' }).ok).toBe(false);
  });
});

describe('a value behind an alias', () => {
  it.each([
    ['headers: { X-Top: &t "Bearer ${TOKEN}" }', 'headers: { X-Value: *t }'],
    ['headers: &t { X-Value: "Bearer ${TOKEN}" }', 'headers: *t'],
  ])('%s, %s is known as a secret', (top, own) => {
    const text = `${top}\nservices:\n  - id: a\n    baseUrl: https://a.internal\n    ${own}\n`;
    const result = parse(text, { TOKEN: 's3cret-token' });
    if (!result.ok) throw new Error(shown(result));
    const [service] = result.config.services;
    expect(service?.headers['X-Value']).toMatchObject({ kind: 'hidden', secrets: ['s3cret-token'] });
    expect(shown(result)).toContain('Bearer ${TOKEN}');
  });
});

describe('never shown', () => {
  // Long enough, and of a kind, not to stand in any text by chance.
  const secret = fc
    .tuple(fc.stringMatching(/^[A-Z0-9]{8}$/), fc.string({ unit: 'grapheme', maxLength: 30 }))
    .map(([start, rest]) => `ZQ${start}${rest}`);
  const brokenLines = ['', 'timeout: x', 'tiemout: 3s', 'headers: { Authorization: 7 }', 'name: ["${TOKEN}"]', '}'];

  it.each(brokenLines)('is the secret of a header, whether the config is right or not: %j', (line) => {
    fc.assert(
      fc.property(secret, (value) => {
        const text = `${line}\nservices:\n  - { id: a, baseUrl: https://a.internal, headers: { X-A: "b \${TOKEN}" } }\n`;
        const output = shown(parse(text, { TOKEN: value }));
        expect(output).not.toContain(value);
        expect(output).not.toContain(value.slice(0, 10));
        expect(output).not.toBe('');
      }),
    );
  });

  it.each(['literal', 'environment'] as const)('is a header of the kind %s in a config that is understood', (kind) => {
    fc.assert(
      fc.property(fc.stringMatching(/^ZQ[A-Z0-9]{8}[!-~]{0,30}$/), (value) => {
        fc.pre(!/[$"\\]/.test(value));
        const result = parse(withHeader(kind === 'literal' ? `"${value}"` : '${TOKEN}'), { TOKEN: value });
        expect(result.ok).toBe(true);
        expect(shown(result)).toContain(kind === 'literal' ? '(hidden)' : '${TOKEN}');
        expect(shown(result)).not.toContain(value.slice(0, 10));
      }),
    );
  });

  it.each(['timeout', 'severity', 'baseUrl', 'origin', 'runbook', 'id', 'tls', 'retry', 'headers', 'maxBodyBytes'])(
    'is the value of a variable that does not fit %s',
    (key) => {
      fc.assert(
        fc.property(fc.stringMatching(/^ZQ[A-Z0-9]{8} [!-~]{0,30}$/), (value) => {
          const rest = key === 'baseUrl' ? 'id: b' : 'id: b, baseUrl: https://b.internal';
          const own = `${key}: "\${TOKEN}"`;
          const text = `services:\n  - { ${key === 'id' ? 'baseUrl: https://b.internal' : rest}, ${own} }\n`;
          const result = parse(text, { TOKEN: value });
          expect(result.ok).toBe(false);
          expect(shown(result)).toContain('${TOKEN}');
          expect(shown(result)).not.toContain(value.slice(0, 10));
        }),
        { numRuns: runs(4) },
      );
    },
  );
});

describe('no text', () => {
  const LINES = [
    'services:',
    '  - id: a',
    '    baseUrl: https://a.internal',
    'headers:',
    '  A: ${B}',
    'retry: {',
    '}',
    ': ',
    '- ',
  ];
  const SIGNS = [
    '&a',
    '*a',
    '!!map',
    '!!binary x',
    '|',
    '"',
    "'",
    '? ',
    '---',
    '...',
    '%YAML 1.2',
    '\t',
    '<<: *a',
    '[[[[',
    '.inf',
  ];
  const fragment = fc.constantFrom(...LINES, ...SIGNS);
  const hostile = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.array(fragment).map((parts) => parts.join('\n')),
    fc.array(fragment).map((parts) => parts.join('')),
  );
  it('makes parseConfig throw, and each fault is one line that points into the file', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const result = parseWith('', { text, environment: {} });
        if (result.ok) return;
        expect(result.faults).not.toHaveLength(0);
        const lineCount = text.split('\n').length;
        for (const fault of result.faults) {
          expect(formatFault(fault)).not.toMatch(/[\r\n]/);
          expect(fault.line).toBeGreaterThanOrEqual(1);
          expect(fault.line).toBeLessThanOrEqual(lineCount);
          expect(fault.column).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: runs(67) },
    );
  });
});
