/** The text of a fault, whatever stands in the file. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

function faults(text: string): string[] {
  const result = parseConfig({ file: 'test.yaml', text, environment: {}, readCa: () => '', probing: 'all' });
  return result.ok ? [] : result.faults.map(formatFault);
}

describe('a fault shows no secret and no control character', () => {
  const entry = (rest: string) => `services:\n  - id: a\n    baseUrl: http://a.internal\n    ${rest}\n`;
  it.each([
    ['an alias of nothing', 'headers: { X-Key: *S3cret }'],
    ['a key at a service', 'S3cretT0ken: 1'],
    ['a key that stands twice', 'S3cretT0ken: 1\n    S3cretT0ken: 1'],
    ['a key of a header', 'headers: { "Bearer S3cretT0ken": x }'],
    ['a variable that is none', 'headers: { X-Key: "${S3cret-T0ken}" }'],
    ['a tag', 'headers: { X-Key: !<S3cretT0ken x }'],
    ['an escape in a key', '"timeout\\e[31m": 1'],
    ['an escape in a value', 'timeout: "\\e[31m\\x9b1m"'],
    ['an escape in a key that stands twice', '"a\u009bb": 1\n    "a\u009bb": 1'],
    ['a line break in a variable', 'timeout: "${a\\nb}"'],
    ['a direction mark', 'timeout: "3s\u202e"'],
  ])('of %s', (_, rest) => {
    const lines = faults(entry(rest));
    expect(lines[0]).toMatch(/^test\.yaml:\d+:\d+ {2}\S/);
    for (const line of lines) {
      expect(line).not.toMatch(/S3cret|T0ken/);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

it.each(['expectedCodes: [200]', 'statusCode: 200', 'accepted_statuses: [200]'])(
  '%s, as other tools have it, leads to the contract http',
  (line) => {
    const [fault = '', ...others] = faults(`services:\n  - id: a\n    baseUrl: http://a.internal\n    ${line}\n`);
    expect(others).toEqual([]);
    expect(fault).toMatch(/ is not known; did you mean "contract: http", which reads the HTTP status alone\?$/);
  },
);
