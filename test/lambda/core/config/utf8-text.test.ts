/** Bytes that are not UTF-8 are refused where they stand. */

import { utf8Text } from '../../../../lambda/core/config/utf8-text';

it('decodes UTF-8', () => {
  expect(utf8Text(Buffer.from('café 🚑 \ufffd\n'))).toBe('café 🚑 \ufffd\n');
});

it.each([
  [Buffer.from('caf\xe9', 'latin1'), 'line 1, column 4'],
  [Buffer.from('a: é\nb: \xff', 'latin1'), 'line 1, column 4'],
  [Buffer.concat([Buffer.from('é: \ufffd\nab'), Buffer.from([0xff])]), 'line 2, column 3'],
  [Buffer.concat([Buffer.from('\n\n'), Buffer.from([0xf0, 0x9f])]), 'line 3, column 1'],
])('names the line and the column of other bytes (%#)', (bytes, place) => {
  expect(() => utf8Text(bytes)).toThrow(`${place} is not UTF-8: save it as UTF-8`);
});
