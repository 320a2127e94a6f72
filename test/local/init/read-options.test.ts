/** The addresses that people give, as they type, paste and list them, and the other options of init. */

import { addressesIn, type InitOptions, readOptions } from '../../../local/init/read-options';

const urlsOf = (...words: readonly string[]) =>
  readOptions({}, words, 'shop').draft.services.map(({ statusUrl }) => statusUrl);

it.each([
  ['https://user.company.com', 'https://user.company.com/status'],
  ['https://user.company.com/status/', 'https://user.company.com/status'],
  ['HTTPS://User.Company.com:443/api/v1//status', 'https://user.company.com/api/v1/status'],
  ['http://[::1]:4101/', 'http://[::1]:4101/status'],
  ['https://münchen.company.com/status', 'https://xn--mnchen-3ya.company.com/status'],
  ['user.company.com:8443/api', 'https://user.company.com:8443/api/status'],
  ['127.0.0.1:8101', 'http://127.0.0.1:8101/status'],
  ['Localhost/status', 'http://localhost/status'],
  ['[::1]:4101', 'http://[::1]:4101/status'],
  ['https://user.company.com/status?', 'https://user.company.com/status'],
])('%s is checked at %s', (word, url) => {
  expect(urlsOf(word)).toEqual([url]);
});

it('takes an address once if it is given twice; http and https differ, and so do ports', () => {
  expect(
    urlsOf('https://a.internal', 'https://A.internal/status', 'http://a.internal', 'https://a.internal:8443'),
  ).toEqual(['https://a.internal/status', 'http://a.internal/status', 'https://a.internal:8443/status']);
});

it.each<[string, InitOptions, RegExp]>([
  ['ftp://user.company.com', {}, /^ {2}"ftp:\/\/user\.company\.com": expected an http:\/\/ or https:\/\/ address/],
  [`https://a.internal/?k=hunter2`, {}, /^ {2}"https:\/\/a\.internal\/\?\*\*\*": expected an address without a query/],
  ['https://me:hunter2@a.internal', {}, /^ {2}"https:\/\/\*\*\*@a\.internal": expected no user name/],
  ['https://user.example.com/status', {}, /expected your service's own address/],
  ['https://a.internal', { name: 'My Shop' }, /^ {2}name is "My Shop"; expected a name such as/],
  ['https://a.internal', { email: '' }, /^ {2}alerts\.subscriptions\[0\]\.email is ""; expected an address/],
  ['https://a.internal', { region: 'mars' }, /^ {2}deploy\.region is "mars"; expected a region of AWS/],
  ['https://a.internal', { webhook: 'hunter2' }, /^ {2}--webhook: expected an address such as/],
])('refuses %s with %j, and shows no credentials', (word, options, fault) => {
  let message = '';
  try {
    readOptions(options, ['https://cart.company.com', word], 'shop');
  } catch (error) {
    message = (error as Error).message;
  }
  const [first, ...faults] = message.split('\n');
  expect([first, faults]).toEqual(['nothing was written:', [expect.stringMatching(fault)]]);
  expect(message).not.toContain('hunter2');
});

it('reads a list with comments and blanks', () => {
  const list =
    '# of the shop\nhttps://a.internal\r\n\n  https://b.internal  https://c.internal\n  # https://d.internal\n';
  expect(addressesIn(list)).toEqual(['https://a.internal', 'https://b.internal', 'https://c.internal']);
});
