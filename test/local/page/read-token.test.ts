/** Tests of the token of the page: its sources, and weak tokens. */

import { randomBytes, randomUUID } from 'node:crypto';
import { readToken, TOKEN_VARIABLE } from '../../../local/page/read-token';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();
const FIRST = '9f86d081884c7d65';
const SECOND = 'b5bb9d8014a0f9b1';

it('the token comes from the option, the file or the environment, in this order', () => {
  const tokenFile = folder.write('token', `\n${SECOND}\n`);
  const environment = { [TOKEN_VARIABLE]: FIRST };
  expect(readToken({}, {})).toBeNull();
  expect(readToken({}, { [TOKEN_VARIABLE]: '' })).toBeNull();
  expect(readToken({}, environment)).toBe(FIRST);
  expect(readToken({ tokenFile }, environment)).toBe(SECOND);
  expect(readToken({ token: SECOND }, environment)).toBe(SECOND);
});

it.each([
  [{ token: FIRST, tokenFile: 'token' }, {}, '--token and --token-file both give a token: give one of them'],
  [{ tokenFile: 'nowhere' }, {}, "the token can't be read: ENOENT"],
  [{ token: '' }, {}, '--token is easy to guess; expected at least 16 random characters, such as'],
  [{}, { [TOKEN_VARIABLE]: 'guess' }, 'STATUSWATCH_TOKEN is easy to guess'],
])('%j with %j is refused', (options, environment, why) => {
  expect(() => readToken(options, environment)).toThrow(why);
});

it('an empty token file is refused', () => {
  const tokenFile = folder.write('empty', '\n');
  expect(() => readToken({ tokenFile }, {})).toThrow(`--token-file ${tokenFile} is easy to guess`);
});

it.each([
  '9f86d081884c7d6',
  'aaaaaaaaaaaaaaaaaaaa',
  'a1a1a1a1a1a1a1a1',
  'abababababababab',
  '0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz',
  'passwordpassword',
  'the-token-of-the-page',
])('the weak token "%s" is refused without repeating it', (token) => {
  expect(() => readToken({ token }, {})).toThrow('is easy to guess');
  expect(() => readToken({ token }, {})).not.toThrow(token);
});

it.each(['hex', 'base64url'] as const)('random tokens are accepted, as %s', (encoding) => {
  for (let draw = 0; draw < 1_000; draw++) {
    const token = randomBytes(16).toString(encoding);
    expect(readToken({ token }, {})).toBe(token);
  }
  const token = randomUUID();
  expect(readToken({ token }, {})).toBe(token);
});
