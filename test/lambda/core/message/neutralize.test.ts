/** What a service sent, as it may stand in a mail or a chat: no link, no mention, no markup, and still to be read. */

import fc from 'fast-check';
import { neutralize, neutralizeEnd } from '../../../../lambda/core/message/neutralize';
import { DANGEROUS, hostileText } from '../../../support/core/alerts';
import { runs } from '../../../support/jest/lane';

describe('neutralize', () => {
  it.each([
    ['<!channel> @here', '‹!channel› (at)here'],
    ['<http://evil|x>', '‹http:/ /evil x›'],
    ['[a](http://b)', 'a (http:/ /b)'],
    ['see www.evil.com `now`', 'see www evil. com now'],
    ['sign in at evil.test/aws', 'sign in at evil. test/aws'],
    ['ｅｖｉｌ．ｔｅｓｔ／ａｗｓ', 'evil. test/aws'],
    ['evil。test evil｡test', 'evil. test evil. test'],
    ['http：／／evil．test', 'http:/ /evil. test'],
    ['𝐞𝐯𝐢𝐥.𝐭𝐞𝐬𝐭 ⓔⓥⓘⓛ.ⓣⓔⓢⓣ', 'evil. test evil. test'],
    ['a＠evil.test ＜!channel＞', 'a(at)evil. test ‹!channel›'],
    ['bücher.example 例え.テスト ❤.xn--p1ai', 'bücher. example 例え. テスト ❤. xn--p1ai'],
    ['evil.com.js', 'evil. com. js'],
    ['version 2.4.1, v2.4.1-rc.1, 1.0.0-SNAPSHOT', 'version 2.4.1, v2.4.1-rc.1, 1.0.0-SNAPSHOT'],
    ['at server.js:12 in /app/config.yaml, e.g. 99.9 %', 'at server.js:12 in /app/config.yaml, e.g. 99.9 %'],
    ['cut off…', 'cut off…'],
    ['not_a_report 10.0.0.1:8443', 'not_a_report 10.0.0.1:8443'],
    ['one\r\ntwo\u202e', 'one two'],
  ])('%j → %j', (text, shown) => {
    expect(neutralize(text)).toBe(shown);
  });

  it('leaves no name of a host in one piece, whatever its letters and dots look like', () => {
    const looks = [0, 0xff01 - 0x21, 0x1d41a - 0x61];
    const letter = fc
      .tuple(fc.constantFrom(...'abcxyz'), fc.constantFrom(...looks))
      .map(([plain, look]) => String.fromCodePoint((plain.codePointAt(0) ?? 0) + look));
    const label = fc.oneof(
      fc.string({ unit: letter, minLength: 1, maxLength: 8 }),
      fc.constantFrom('www', '24', 'пример', '例え'),
    );
    const dot = fc.constantFrom('.', '．', '。', '｡', '․', '﹒');
    const top = fc.oneof(
      fc.string({ unit: letter, minLength: 2, maxLength: 5 }),
      fc.constantFrom('рф', '中国', 'xn--p1ai', 'zip'),
    );
    const host = fc
      .tuple(fc.array(fc.tuple(label, dot), { minLength: 1, maxLength: 4 }), top)
      .map(([labels, last]) => `${labels.flat().join('')}${last}`);
    fc.assert(
      fc.property(
        host,
        fc.constantFrom('', 'http://', 'see ', '(', 'a@'),
        fc.constantFrom('', '/aws', ':8443', '.', '?x=1'),
        (name, before, after) => {
          const read = neutralize(`${before}${name}${after}`).normalize('NFKC');
          expect(read).not.toMatch(/[\p{L}\p{N}-][.\u3002](?:xn--|\p{L}{2,})|:\/\/|@/u);
          // It can still be read.
          expect(read.replace(/[ .\u3002]/g, '')).toContain(name.normalize('NFKC').replace(/[.\u3002]/g, ''));
        },
      ),
      { numRuns: runs(67) },
    );
  });

  it.each([
    ['see app.conf', 10, 'see app co'],
    ['see evil.io_x', 11, 'see evil io'],
    ['see server.json', 14, 'see server jso'],
    ['see app.conf…', 10, 'see app co'],
    ['version 2.4.1-rc.1', 18, 'version 2.4.1-rc.1'],
  ])('leaves no name at the end of %j after %d characters', (text, length, shown) => {
    expect(neutralizeEnd(neutralize(text).slice(0, length))).toBe(shown);
  });

  it('leaves no name wherever its text is cut, and makes that no longer', () => {
    const words = fc.array(
      fc.constantFrom('app.conf', 'evil.io_x', 'a.io-b', 'b.toml', '例.jp2', ' ', '/', 'x', '。co_'),
      {
        maxLength: 30,
      },
    );
    const text = fc.oneof(
      hostileText,
      words.map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (said, length) => {
        const shown = neutralizeEnd(neutralize(said).slice(0, length));
        expect(shown.length).toBeLessThanOrEqual(length);
        // A file's name stays.
        expect(shown.replace(/\.(?:conf|toml)/g, '')).not.toMatch(DANGEROUS);
      }),
      { numRuns: runs(200) },
    );
  });

  it('leaves one line without links, mentions and markup, and does no more the second time', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 300 }), (text, maxLength) => {
        const shown = neutralize(text, maxLength);
        expect(shown).not.toMatch(DANGEROUS);
        expect(shown).not.toMatch(/\p{C}|[*~\\]|\s{2}/u);
        expect(neutralize(shown, 2_000)).toBe(shown);
      }),
      { numRuns: runs(67) },
    );
  });
});
