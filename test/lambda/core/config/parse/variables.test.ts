/** `${NAME}` in a config: what it becomes, and that its value is never shown. */

import fc from 'fast-check';
import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import type { Purpose } from '../../../../../lambda/core/config/parse/outside';
import { type ConfigResult, parseConfig } from '../../../../../lambda/core/config/parse/parse-config';
import { secretsOf } from '../../../../../lambda/core/config/service-values';
import { describeConfig } from '../../../../../local/input/describe-config';
import { ANY_CHARACTER } from '../../../../support/core/any-character';
import { runs } from '../../../../support/jest/lane';

function parse(text: string, environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  const readCa = (path: string) => {
    if (path === 'authority.pem') return 'PEM';
    throw new Error('there is no such file');
  };
  return parseConfig({ file: 'test.yaml', text, environment, readCa, probing: 'all' });
}

/** All that a user may get to see of a config. */
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

  it('may be any text of the file, and is not a name of a key', () => {
    const text = 'name: ${NAME}\n${TOKEN}: 1\nservices: [{ id: "${NAME}-1", baseUrl: "https://${NAME}.internal" }]';
    expect(shown(parse(text, { ...environment, NAME: 'shop' }))).toMatch(/^test\.yaml:2:1 {2}\$\{TOKEN\} is not known/);
    expect(parse(text.replace('${TOKEN}: 1', ''), { NAME: 'shop' })).toMatchObject({
      config: { name: 'shop', services: [{ id: 'shop-1', statusUrl: 'https://shop.internal/status' }] },
    });
  });

  it('that is not set is one fault for each of its variables', () => {
    const text = withHeader('${ONE}-${TWO}-${TOKEN}');
    expect(shown(parse(text, environment)).split('\n')).toEqual([
      'test.yaml:5:16  services[0].headers.X-Value is ${ONE}; expected the environment variable ONE to be set',
      'test.yaml:5:16  services[0].headers.X-Value is ${TWO}; expected the environment variable TWO to be set',
    ]);
  });

  describe('of a header or of a receiver', () => {
    const config = [
      'headers: { X-Value: "Bearer ${TOKEN}" }',
      'alerts: { receivers: [{ id: pager, pagerduty: { routingKey: "${KEY}", region: eu } }] }',
      'services: [{ id: a, baseUrl: https://a.internal }]',
    ].join('\n');
    const faultsFor = (purpose: Purpose, text = config) => {
      const result = parseConfig({ file: 'test.yaml', text, environment: {}, readCa: () => '', ...purpose });
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
      const result = parseConfig({ file: '', text: config, environment: {}, readCa: () => '', probing: 'none' });
      expect(shown(result)).toContain('X-Value: Bearer ${TOKEN}\n');
      expect(shown(result)).toContain('routingKey: ${KEY}\n');
    });

    it.each(['"${ }"', '{ secret: "${NAME}" }'])('is a fault in any case if it is %s', (value) => {
      expect(faultsFor({ probing: 'none' }, config.replace('"${KEY}"', value))).toHaveLength(1);
    });
  });

  it.each([
    ['baseUrl', 'http://localhost:$PORT', 'did you mean ${PORT}?'],
    ['timeout', '$TIMEOUT', 'did you mean ${TIMEOUT}?'],
    ['timeout', '${A:-soon}', 'such as 3s'],
  ])('%s: %s is a fault that ends with: %s', (key, value, end) => {
    const text = `services: [{ id: a, ${key === 'baseUrl' ? '' : 'baseUrl: "https://a.internal", '}${key}: "${value}" }]`;
    const result = shown(parse(text, {}));
    expect(result.split('\n')).toHaveLength(1);
    expect(result.endsWith(end)).toBe(true);
  });

  it('shows no part of a secret as the name of a variable', () => {
    const text = 'services: [{ id: a, baseUrl: "https://a.internal", headers: { X-Key: "hunter$two\\n" } }]';
    const result = parse(text, {});
    expect(result.ok).toBe(false);
    expect(shown(result)).not.toContain('two');
  });

  it.each(['constructor', '__proto__', 'toString'])('does not take %s for a variable that is set', (name) => {
    expect(parse(withHeader(`\${${name}}`), { ...environment })).toMatchObject({ ok: false });
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
    const faulty = shown(parse(`${withHeader('"${TOKEN:-hunter2}\\n"')}    headers: 7\n`, {}));
    expect(faulty).not.toContain('hunter2');
  });

  it('needs a name all the same', () => {
    expect(shown(parse(withHeader('${:-x}'), {}))).toBe(
      'test.yaml:5:16  services[0].headers.X-Value is ${}; expected ${NAME} with the name of an environment variable',
    );
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

  it('takes no token, which would be shown', () => {
    const parsed = (token: string) =>
      shown(parse('services: [{ id: a, baseUrl: "https://a.internal/v1/${TOKEN}" }]', { TOKEN: token }));
    expect(parsed('3f1c9a7be4d2450cb1c7')).toBe(
      'test.yaml:1:30  services[0].baseUrl is "https://a.internal/v1/${TOKEN}"; expected no secret in an address, which is shown: send it in "headers" or "auth", or write what is none into the file',
    );
    expect(parsed('recurring-payments-service')).toContain('# checked:');
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

  it('is the value of a variable in the path of a PEM file', () => {
    const text = 'tls: { caFile: "${TOKEN}.pem" }\nservices: [{ id: a, baseUrl: https://a.internal }]';
    const output = shown(parse(text, { TOKEN: 'ZQ123456' }));
    expect(output).toBe(
      'test.yaml:1:16  tls.caFile is "${TOKEN}.pem"; expected the path of a PEM file, from the folder of this config; there is no such file',
    );
  });
});

describe('no text', () => {
  const fragment = fc.constantFrom(
    ...[
      'services:',
      '  - id: a',
      '    baseUrl: https://a.internal',
      'headers:',
      '  A: ${B}',
      'retry: {',
      '}',
      ': ',
      '- ',
    ],
    ...[
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
    ],
  );
  const hostile = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.array(fragment).map((parts) => parts.join('\n')),
    fc.array(fragment).map((parts) => parts.join('')),
  );
  it('makes parseConfig throw, and each fault is one line that points into the file', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const result = parse(text, {});
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
