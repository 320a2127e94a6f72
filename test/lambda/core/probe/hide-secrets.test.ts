/** Secrets that a service repeats: hidden in each of their forms, wherever they stand, before anything is cut. */

import fc from 'fast-check';
import { classify } from '../../../../lambda/core/probe/classify';
import { secretCleaner } from '../../../../lambda/core/probe/hide-secrets';
import { answer, EXPECTATION, NOW, reportOf } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

describe('hides', () => {
  it.each<[string, string[], string]>([
    ['nothing here', ['hunter2'], 'nothing here'],
    ['a hunter2 b hunter2', ['hunter2'], 'a *** b ***'],
    ['hunter2-long', ['hunter2', 'hunter2-long'], '***'],
    ['one and two2', ['one', 'two2'], 'one and ***'],
    ['a $& b', ['$& b'], 'a ***'],
    ['x.y', ['....'], 'x.y'],
    ['a two  blanks b', ['two  blanks'], 'a *** b'],
    ['invalid token eyJhbGciOi', ['Bearer eyJhbGciOi'], 'invalid token ***'],
    ['Bearer is not known', ['Bearer eyJhbGciOi'], 'Bearer is not known'],
    ['', [''], ''],
  ])('%j knowing %j → %j', (text, secrets, shown) => {
    expect(secretCleaner(secrets)(text)).toBe(shown);
  });

  it.each([
    'pass&amp;&lt;wo&#47;rd&quot;&#39;x',
    'pass&#38;&#x3c;wo&#x2F;rd&#34;&apos;x',
    'pass&#x26;&#60;wo&#x0002F;rd&#x00022;&#x27;x',
    'pass\\u0026amp;\\u0026lt;wo\\/rd\\u0026quot;\\u0027x',
  ])('a secret in HTML: %s', (escaped) => {
    expect(secretCleaner([`pass&<wo/rd"'x`])(`<p>got ${escaped} so</p>`)).toBe('<p>got *** so</p>');
  });

  it('a secret that itself looks like HTML, and no character that does not exist', () => {
    const clean = secretCleaner(['tops&amp;secret&#47;x']);
    for (const text of ['tops&amp;secret&#47;x', 'tops&amp;amp;secret&amp;#47;x', 'tops&secret/x'])
      expect(clean(`got ${text} &#9999999; so`)).toBe('got *** &#9999999; so');
  });

  const SECRET = 'Bearer S3cret/t0ken+"x\\y"';
  it.each([
    ['in a URL', `/login?authorization=${encodeURIComponent(SECRET)}&next=/`, '/login?authorization=***&next=/'],
    ['in a form', `a=${encodeURIComponent(SECRET).replaceAll('%20', '+')}&b`, 'a=***&b'],
    ['in JSON', `{"got":${JSON.stringify(SECRET)}}`, '{"got":"***"}'],
    ['in JSON that escapes more', 'got Bearer S3cret\\/t0ken\\u002B\\"x\\\\y\\" so', 'got *** so'],
    ['in HTML', `got ${SECRET.replaceAll('/', '&#x2F;').replaceAll('"', '&quot;')} so`, 'got *** so'],
    ['in base64', `got ${base64(SECRET)} so`, 'got ***== so'],
    ['in hex', `got ${hex(SECRET)} so`, 'got *** so'],
    ['in hex of capitals', `got ${hex(SECRET).toUpperCase()} so`, 'got *** so'],
  ])('a secret %s', (_, text, shown) => {
    expect(secretCleaner([SECRET])(text)).toBe(shown);
  });

  it('decodes base64 after Basic, and hides the password alone too', () => {
    const clean = secretCleaner([`Basic ${base64('joe:hunter2')}`]);
    expect(clean('user joe:hunter2 is unknown')).toBe('user *** is unknown');
    expect(clean('joe may not use hunter2')).toBe('joe may not use ***');
    expect(clean(`got ${base64('joe:hunter2')}`)).toBe('got ***=');
  });

  it('a secret of other letters', () => {
    const clean = secretCleaner(['clé-secrète']);
    for (const form of ['clé-secrète', 'cl%C3%A9-secr%C3%A8te', 'Y2zDqS1zZWNyw6h0ZQ']) {
      expect(clean(`got ${form} so`)).toBe('got *** so');
    }
  });

  it.each(['abcdefgh;x%20y', 'abcdefgh;x\\\\y', 'GGGGGG\\\\/;GGGGGGGG'])(
    'all of a secret that looks encoded: %s',
    (secret) => {
      const clean = secretCleaner([secret]);
      for (const text of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        expect(clean(`got ${text} so`)).toBe('got *** so');
      }
    },
  );

  it('a secret of many kilobytes', () => {
    const secret = 'x/+"'.repeat(4_000);
    expect(secretCleaner([secret])(`got ${JSON.stringify(secret)} so`)).toBe('got "***" so');
  });

  it('a secret that reaches beyond what is read of a long text', () => {
    const clean = secretCleaner(['hunter2-long']);
    for (let blanks = 60; blanks < 90; blanks++) {
      expect(clean(`${' '.repeat(blanks)}hunter2-long`, 10)).not.toContain('h');
    }
  });

  it('nothing of a text that the config shows itself', () => {
    const clean = secretCleaner(['user', 'production-key'], ['user-service', 'production']);
    expect(clean('user-service')).toBe('user-service');
    expect(clean('production')).toBe('production');
    expect(clean('user-service: production-key')).toBe('***-service: ***');
  });
});

describe('leaves nothing', () => {
  const ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
    'as it is': (secret) => secret,
    'in a URL': encodeURIComponent,
    'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
    'in HTML': (secret) => secret.replace(/[^A-Za-z0-9 ]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
    'in base64': base64,
    'in base64 after another text': (secret) => base64(`me:${secret}`),
    'in base64 as the password of a user': (secret) => base64(`user:${secret}`),
    'in base64 between other texts': (secret) => base64(`user:${secret}:x`),
    'in base64 for URLs': (secret) => Buffer.from(secret, 'latin1').toString('base64url'),
    'in hex': hex,
  };
  /** Of other letters than what is around it, in any case. */
  const letters = fc.stringMatching(/^[G-Z]{6,20}$/);
  const signs = fc.stringMatching(/^[0-9+/%&$!"\\_.:; -]{0,20}$/);
  const secret = fc.tuple(letters, signs, letters).map((parts) => parts.join(''));
  const around = fc.stringMatching(/^[a-f \n,\u200b]{0,250}$/).map((text) => `${text} `);

  /** All that a reader could make of a text. */
  function readings(text: string): string[] {
    const words = text.match(/[A-Za-z0-9+/_-]{6,}/g) ?? [];
    const decoded = words.flatMap((word) =>
      [0, 1, 2, 3].map((start) => Buffer.from(word.slice(start), 'base64').toString('latin1')),
    );
    const unescaped = text
      .replace(/%([0-9a-f]{2})|\\u([0-9a-f]{4})/gi, (_, percent, unicode) =>
        String.fromCharCode(Number.parseInt(percent ?? unicode, 16)),
      )
      .replace(/\\(.)/g, '$1');
    const digits = text.match(/(?:[0-9a-f]{2}[ :-]?){6,}/gi) ?? [];
    const dumped = digits.flatMap((run) =>
      [0, 1].map((start) => Buffer.from(run.replace(/[ :-]/g, '').slice(start), 'hex').toString('latin1')),
    );
    // Only then in capitals: `ß` would become two letters that nobody sent.
    return [text, unescaped, ...decoded, ...dumped].map((reading) => reading.replace(/[^!-~]/g, '').toUpperCase());
  }

  it.each(Object.keys(ENCODINGS))('hides a secret %s, wherever and after whatever it appears', (name) => {
    const encode = ENCODINGS[name] as (secret: string) => string;
    fc.assert(
      fc.property(around, secret, around, fc.integer({ min: 20, max: 300 }), (before, value, after, maxLength) => {
        const shown = secretCleaner([value])(`${before}${encode(value)} ${after}`, maxLength);
        const bare = value.replace(/ /g, '');
        const pieces = Array.from(bare.slice(7), (_, start) => bare.slice(start, start + 8).toUpperCase());
        expect(readings(shown).flatMap((reading) => pieces.filter((piece) => reading.includes(piece)))).toEqual([]);
      }),
      { numRuns: runs(7) },
    );
  });

  it('in a version, after other values', () => {
    // A longer word could be read as base64 too, and by chance as letters of a secret.
    const words = fc.stringMatching(/^(([a-f]{1,2}\u200b?){0,2}[ \n,]){0,60}$/);
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), secret, words, (before, value, after) => {
        const version = [...before, value, after].join(' \n');
        const expectation = { ...EXPECTATION, secrets: ['other', value] };
        const shown = classify(answer(200, reportOf({ version })), expectation, NOW).report?.version ?? '';
        expect(readings(shown).join('\n')).not.toMatch(/[G-Z]{3}/);
      }),
      { numRuns: runs(7) },
    );
  });
});

it('looks at no more of a huge text than of a long one', () => {
  const secret = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab';
  const clean = secretCleaner([secret]);
  let reads = 0;
  // A text that counts how much of it is taken.
  const huge = Object.assign(new String('aaa…'.repeat(1_000_000)), {
    slice(start: number, end: number) {
      reads += end - start;
      return String.prototype.slice.call(this, start, end);
    },
  });
  clean(huge as unknown as string);
  expect(reads).toBeLessThanOrEqual(2 * 8 * 200);
});
