/** Header values from outside: each secret read once, put where it belongs, and missed by those alone that need it. */

import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import type { Config } from '../../../../lambda/core/config/config';
import type { SecretReference, SecretValue } from '../../../../lambda/core/config/secret-value';
import {
  isCheckable,
  revealSecrets,
  secretIds,
  secretRenewal,
  secretText,
  secretVariable,
} from '../../../../lambda/core/config/secrets';
import { ANY_CHARACTER } from '../../../support/core/any-character';
import { configOf } from '../../../support/core/runs';

const ARN = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/payment-Ab12Cd';
const reference = (secret: string, key: string | null = null): SecretReference => ({ kind: 'secret', secret, key });
const LITERAL: SecretValue = { kind: 'literal', value: 'plain' };

/** A config of services `s0`, `s1` and so on, with these headers. */
function configWith(...headers: Readonly<Record<string, SecretValue>>[]): Config {
  const config = configOf(Object.fromEntries(headers.map((_, index) => [`s${index}`, 'https://s.internal'])));
  const services = config.services.map((service, index) => ({ ...service, headers: headers[index] ?? {} }));
  return { ...config, services };
}

function readerOf(texts: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const read = async (secret: string) => {
    asked.push(secret);
    const text = texts[secret];
    if (text === undefined) throw new Error('access denied');
    return text;
  };
  return { asked, read };
}

/** The values of all headers, or `null` where one is still a reference. */
function valuesIn({ services }: Config): (string | null)[] {
  return services.flatMap(({ headers }) =>
    Object.values(headers).map((header) => (header.kind === 'secret' ? null : header.value)),
  );
}

it.each([
  [reference('prod/payment'), 'STATUSWATCH_SECRET_PROD_PAYMENT'],
  [reference('prod/payment', 'api.key'), 'STATUSWATCH_SECRET_PROD_PAYMENT_API_KEY'],
  [reference(ARN, 'token'), 'STATUSWATCH_SECRET_PROD_PAYMENT_AB12CD_TOKEN'],
])('%j is stood in for on a laptop by %s', (secret, variable) => {
  expect(secretVariable(secret)).toBe(variable);
});

it.each([
  [reference('prod/payment'), '{ secret: prod/payment }'],
  [reference('prod/payment', 'token'), '{ secret: prod/payment, key: token }'],
])('%j is shown as %s', (secret, text) => {
  expect(secretText(secret)).toBe(text);
});

it('are each read once, however many headers hang on them', async () => {
  const config = configWith(
    { A: reference('one', 'a'), B: reference('one', 'b') },
    { A: reference('one', 'a'), C: reference(ARN) },
  );
  expect(secretIds(config)).toEqual(['one', ARN]);
  const { asked, read } = readerOf({ one: '{"a":"1","b":"2"}', [ARN]: 'whole' });
  const { config: revealed, failures } = await revealSecrets(config, read);
  expect(asked).toEqual(['one', ARN]);
  expect(valuesIn(revealed)).toEqual(['1', '2', '1', 'whole']);
  expect(failures).toEqual([]);
});

it('includes the secrets of receivers, which each receiver reads itself', async () => {
  const settings = { url: reference('hook'), token: reference('one', 'b'), topic: LITERAL };
  const receiver = { id: 'phone', kind: 'ntfy', settings } as const;
  const filters = { services: null, events: null, kinds: null, severities: null, afterMs: 0 };
  const config = { ...configWith({ A: reference('one', 'a') }), receivers: [{ ...receiver, ...filters }] };
  expect(secretIds(config)).toEqual(['one', 'hook']);
  const { asked, read } = readerOf({ one: '{"a":"1"}' });
  const revealed = await revealSecrets(config, read);
  expect(asked).toEqual(['one']);
  expect(revealed).toMatchObject({ config: { receivers: config.receivers }, failures: [] });
});

it('are filled in as hidden values, and nothing else is touched', async () => {
  const config = configWith({ A: LITERAL, B: reference('one', 'b') }, { A: LITERAL });
  const { config: revealed } = await revealSecrets(config, readerOf({ one: '{"b":"value"}' }).read);
  expect(revealed.services[0]?.headers).toEqual({
    A: LITERAL,
    B: { kind: 'hidden', value: 'value', text: '{ secret: one, key: b }', secrets: ['value'] },
  });
  expect(revealed.services[1]).toEqual(config.services[1]);
});

it('are not asked for if there are none', async () => {
  const { asked, read } = readerOf({});
  const config = configWith({ A: LITERAL }, {});
  expect(await revealSecrets(config, read)).toEqual({ config, failures: [] });
  expect(asked).toEqual([]);
});

it("a secret that can't be read is missing only for the services that need it", async () => {
  const config = configWith({ A: reference('gone') }, { A: reference('one') }, { A: LITERAL });
  const { config: revealed, failures } = await revealSecrets(config, readerOf({ one: 'text' }).read);
  expect(valuesIn(revealed)).toEqual([null, 'text', 'plain']);
  expect(failures).toEqual([
    { output: 'secrets', service: null, message: "the secret gone can't be read: access denied" },
  ]);
});

describe('a text', () => {
  it.each([
    ['no JSON at all', 'plain'],
    ['half of it', '{"token":'],
    ['a list', '["token"]'],
    ['null', 'null'],
    ['another key', '{"Token":"x"}'],
    ['a key of every object', '{}'],
    ['a number', '{"token":7}'],
    ['an object', '{"token":{"token":"x"}}'],
    ['nothing', '{"token":""}'],
    ['a line break', '{"token":"a\\nb"}'],
    ['a sign that no header can hold', '{"token":"a😀"}'],
  ])('has no token if it is %s', async (_, text) => {
    const config = configWith({ A: reference('one', 'token'), B: reference('one', 'constructor') });
    const { config: revealed, failures } = await revealSecrets(config, readerOf({ one: text }).read);
    expect(valuesIn(revealed)).toEqual([null, null]);
    expect(failures.map(({ message }) => message)).toEqual([
      'the secret one has no text that can be sent under "token"',
      'the secret one has no text that can be sent under "constructor"',
    ]);
  });

  it.each(['', 'a\n', 'a\r\nX-Evil: 1', '\u0000', 'ž'])('%j as a whole cannot be sent', async (text) => {
    const { config, failures } = await revealSecrets(configWith({ A: reference('one') }), readerOf({ one: text }).read);
    expect(valuesIn(config)).toEqual([null]);
    expect(failures[0]?.message).toBe('the secret one has no text that can be sent');
  });

  it('never stands in a failure, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 12, unit: ANY_CHARACTER }),
        fc.constantFrom(null, 'k'),
        async (text, key) => {
          const config = configWith({ A: reference('one', key) });
          const { failures, config: revealed } = await revealSecrets(config, readerOf({ one: text }).read);
          expect(JSON.stringify(failures)).not.toContain(JSON.stringify(text).slice(1, -1));
          const [value] = valuesIn(revealed);
          if (value) validateHeaderValue('A', value);
        },
      ),
    );
  });
});

it('says which services can be asked: those whose secrets are all there', async () => {
  const config = configWith({ A: reference('one') }, { A: reference('lost') }, { A: LITERAL });
  const { config: revealed } = await revealSecrets(config, readerOf({ one: 'first' }).read);
  expect(revealed.services.filter(isCheckable).map(({ id }) => id)).toEqual(['s0', 's2']);
});

describe('read again', () => {
  const configured = configWith({ A: reference('one', 'a'), B: LITERAL }, { A: reference('one', 'a') }, { B: LITERAL });
  async function renewalTo(texts: Readonly<Record<string, string>>) {
    const { config } = await revealSecrets(configured, readerOf({ one: '{"a":"old","b":"1"}' }).read);
    const { asked, read } = readerOf(texts);
    const renew = secretRenewal(configured, read);
    const renewed = await Promise.all(config.services.map(renew));
    return { asked, values: renewed.map((service) => service && valuesIn({ ...config, services: [service] })) };
  }

  it('are each read once, and renew the services that they changed for', async () => {
    expect(await renewalTo({ one: '{"a":"new"}' })).toEqual({
      asked: ['one'],
      values: [['new', 'plain'], ['new'], null],
    });
  });

  it.each([
    ['has not changed', { one: '{"a":"old","b":"1"}' }],
    ['has changed in what the services do not use', { one: '{"a":"old","b":"2"}' }],
    ["can't be sent", { one: '{"a":"a\\nb"}' }],
    ['is gone', {}],
  ])('change nothing where one %s', async (_, texts) => {
    expect(await renewalTo(texts as Record<string, string>)).toEqual({ asked: ['one'], values: [null, null, null] });
  });
});
