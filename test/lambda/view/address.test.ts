/** The state of the view as an address, there and back. */

import fc from 'fast-check';
import { type Address, addressPath, RANGES, readAddress } from '../../../lambda/view/address';

const read = (path: string) => {
  const url = new URL(path, 'http://localhost');
  return readAddress(url.pathname, url.searchParams);
};
const ALL: Address = { service: null, range: 'latest', show: 'all', find: '' };

describe('an address', () => {
  it('is read back as it was written', () => {
    const addresses = fc.record<Address>({
      service: fc.option(fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => id !== '.' && id !== '..')),
      range: fc.constantFrom(...RANGES),
      show: fc.constantFrom('all', 'failing'),
      find: fc.string({ maxLength: 100 }),
    });
    fc.assert(fc.property(addresses, (address) => expect(read(addressPath(address))).toEqual(address)));
  });

  it('is short if all is as by default', () => {
    expect(addressPath(ALL)).toBe('/');
    expect(addressPath({ ...ALL, service: 'user-service' })).toBe('/services/user-service');
    expect(addressPath({ ...ALL, range: '24h', show: 'failing' })).toBe('/?range=24h&show=failing');
  });

  it.each([
    ['/?range=century&show=none', ALL],
    ['/services/%E0%A4%A', { ...ALL, service: '%E0%A4%A' }],
    [`/?find=${'x'.repeat(300)}`, { ...ALL, find: 'x'.repeat(100) }],
  ])('%s takes what it does not know for its default', (path, address) => {
    expect(read(path)).toEqual(address);
  });

  it.each(['/services', '/services/', '/services/a/b', '/other', '/status'])('%s is none', (path) => {
    expect(read(path)).toBeNull();
  });
});
