/** The addresses that people give, as they type, paste and list them. */

import { addressesIn, readAddresses } from '../../../local/init/addresses';

describe('an address', () => {
  it.each([
    ['https://user.company.com', 'https://user.company.com'],
    ['https://user.company.com/', 'https://user.company.com'],
    ['https://user.company.com/status', 'https://user.company.com'],
    ['https://user.company.com/status/', 'https://user.company.com'],
    ['HTTPS://User.Company.com:443/api/v1//status', 'https://user.company.com/api/v1'],
    ['http://user.company.com:8080', 'http://user.company.com:8080'],
    ['http://[::1]:4101/', 'http://[::1]:4101'],
    ['https://münchen.company.com/status', 'https://xn--mnchen-3ya.company.com'],
    ['127.0.0.1:8101', 'http://127.0.0.1:8101'],
    ['10.0.0.1:4101/api/status', 'http://10.0.0.1:4101/api'],
    ['Localhost:4101/status', 'http://localhost:4101'],
    ['[::1]:4101', 'http://[::1]:4101'],
    ['localhost:4101/?deep=1', 'http://localhost:4101/?deep=1'],
    ['https://user.company.com/status/?fresh=1&deep', 'https://user.company.com/status/?fresh=1&deep'],
    ['https://user.company.com/status?', 'https://user.company.com'],
  ])('%s is asked below %s', (text, base) => {
    expect(readAddresses([text])).toEqual({ bases: [base], repeated: [], faults: [] });
  });

  it.each([
    ['user.company.com', /expected an http.*; did you mean https:\/\/user\.company\.com\?$/],
    ['user.company.com:8443/api', /; did you mean https:\/\/user\.company\.com:8443\/api\?$/],
    ['localhost/status', /; did you mean http:\/\/localhost\/status\?$/],
    ['10.0.0.1', /; did you mean http:\/\/10\.0\.0\.1\?$/],
    ['300.0.0.1:4101', /^"http:\/\/300\.0\.0\.1:4101": expected an http[^;]*$/],
    ['user', /^"user": expected an http[^;]*$/],
    ['ftp://user.company.com', /^"ftp:\/\/user\.company\.com": expected an http:\/\/ or https:\/\/ address/],
    ['', /^"": expected an http/],
    ['https://', /^"https:\/\/": expected an http/],
    [
      `https://user.company.com/?k=hunter2${'x'.repeat(300)}`,
      /^"https:\/\/user\.company\.com\/\?\*\*\*": expected a path of at most/,
    ],
    ['https://user.company.com/?deep=1#top', /expected a path without a fragment/],
    ['https://me:hunter2@user.company.com/?deep=1', /set them in "auth"/],
    ['https://user.company.com/#top', /expected an address without a fragment/],
    ['https://user.example.com/status', /expected your service's own address/],
    [
      'https://me:hunter2@user.company.com',
      /set them in "auth", as basic: { user: NAME, password: { secret: NAME-OR-ARN } }$/,
    ],
  ])('%s is refused', (text, fault) => {
    const { faults } = readAddresses(['https://cart.company.com', text]);
    expect(faults).toEqual([expect.stringMatching(fault)]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('is taken once if it is given twice, in whatever form; http and https differ, and so do ports', () => {
    const given = ['https://a.internal', 'https://A.internal/status', 'http://a.internal', 'https://a.internal:8443'];
    expect(readAddresses(given)).toEqual({
      bases: ['https://a.internal', 'http://a.internal', 'https://a.internal:8443'],
      repeated: ['https://a.internal'],
      faults: [],
    });
  });

  it('of many that are wrong, each is refused by itself', () => {
    const given = ['https://a.internal', 'b', 'https://c.internal', 'ftp://d.internal'];
    expect(readAddresses(given).faults).toEqual([
      expect.stringMatching(/^"b": /),
      expect.stringMatching(/^"ftp:\/\/d\.internal": /),
    ]);
  });
});

it('a list has them one a line, or with blanks between; empty lines and comments count for nothing', () => {
  const list =
    '# of the shop\nhttps://a.internal\r\n\n  https://b.internal  https://c.internal\n  # https://d.internal\n';
  expect(addressesIn(list)).toEqual(['https://a.internal', 'https://b.internal', 'https://c.internal']);
  expect(addressesIn('')).toEqual([]);
});
