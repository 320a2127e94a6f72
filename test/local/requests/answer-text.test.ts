/** The default author of silences and acknowledgements. */

import { userInfo } from 'node:os';
import { userName } from '../../../local/requests/answer-text';

const before = process.env.USER;
afterEach(() => {
  if (before === undefined) delete process.env.USER;
  else process.env.USER = before;
});

it.each([
  ['ana', 'ana'],
  ['', userInfo().username],
])('is "$USER", or the name of the account: %j', (user, expected) => {
  process.env.USER = user;
  expect(userName()).toBe(expected);
});
