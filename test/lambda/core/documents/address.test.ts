/** Tests of addresses of the page: written and read. */

import fc from 'fast-check';
import {
  type Address,
  addressPath,
  RANGES,
  REPORT_DAYS,
  readAddress,
  SORTS,
  START,
} from '../../../../lambda/core/documents/address';
import { INCIDENT_KINDS, SEVERITIES } from '../../../../lambda/core/words/codes';
import { ANY_CHARACTER } from '../../../support/core/any-character';

const read = (path: string) => {
  const url = new URL(path, 'http://localhost');
  return readAddress(url.pathname, url.searchParams);
};
const ALL = START;

const text = (maxLength: number) => fc.string({ minLength: 1, maxLength });

describe('an address', () => {
  it('is read back as it was written', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 100, unit: 'grapheme' })
      .filter((id) => id !== '.' && id !== '..');
    const time = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
    const own = fc.tuple(time, time).filter(([from, to]) => from < to);
    const places = fc.oneof(
      fc.record({ of: fc.constant('services' as const), service: fc.option(name), incident: fc.constant(null) }),
      fc.record({ of: fc.constant('incidents' as const), service: fc.option(text(100)), incident: fc.constant(null) }),
      fc.record({ of: fc.constant('incidents' as const), service: name, incident: name }),
      fc.record({ of: fc.constant('report' as const), service: fc.constant(null), incident: fc.constant(null) }),
    );
    const choices = fc.record({
      range: fc.oneof(
        fc.constantFrom(...RANGES),
        own.map(([from, to]) => ({ from, to })),
      ),
      show: fc.constantFrom('all', 'failing', 'unreachable', 'unknown'),
      find: fc.string({ maxLength: 100 }),
      group: fc.option(text(100)),
      needs: fc.option(text(100)),
      severity: fc.option(fc.constantFrom(...SEVERITIES)),
      sort: fc.constantFrom(...SORTS),
      page: fc.integer({ min: 1, max: 1_000 }),
      kind: fc.option(fc.constantFrom(...INCIDENT_KINDS)),
      since: fc.option(time),
      days: fc.constantFrom(...REPORT_DAYS),
      isWall: fc.boolean(),
    });
    fc.assert(
      fc.property(places, choices, (place, rest) => {
        // A wall shows all services.
        const isWall = rest.isWall && place.of === 'services' && place.service === null;
        const days = place.of === 'report' ? rest.days : START.days;
        const address = { ...place, ...rest, days, isWall } as Address;
        expect(read(addressPath(address))).toEqual(address);
      }),
    );
  });

  // The limit of a text is reached within the second half of an emoji's surrogate pair.
  it.each([
    ['/incidents', 'service'],
    ['/', 'find'],
    ['/', 'group'],
  ])('%s?%s= is cut at a whole character if it is too long', (path, name) => {
    const address = read(`${path}?${name}=${'x'.repeat(99)}${encodeURIComponent('😀')}`);
    expect(address).toMatchObject({ [name]: 'x'.repeat(99) });
    expect(addressPath(address ?? START)).toBe(`${path}?${name}=${'x'.repeat(99)}`);
  });

  it('is stable when it is written and read again, for any input', () => {
    const long = fc.string({ unit: ANY_CHARACTER, maxLength: 120 });
    const segment = long.map(encodeURIComponent).filter((text) => !/^(\.|%2e){0,2}$/i.test(text));
    const path = fc.oneof(
      fc.constantFrom('/', '/incidents'),
      segment.map((service) => `/services/${service}`),
      fc.tuple(segment, segment).map((names) => `/incidents/${names.join('/')}`),
    );
    fc.assert(
      fc.property(path, fc.record({ service: long, find: long, group: long }), (at, texts) => {
        const address = read(`${at}?${new URLSearchParams(texts)}`);
        expect(read(addressPath(address ?? START))).toEqual(address);
      }),
    );
  });

  it('is short with default values', () => {
    expect(addressPath(ALL)).toBe('/');
    expect(addressPath({ ...ALL, service: 'user-service' })).toBe('/services/user-service');
    expect(addressPath({ ...ALL, range: '24h', show: 'failing' })).toBe('/?range=24h&show=failing');
  });

  it.each([
    ['/?range=century&show=none', ALL],
    ['/services/%E0%A4%A', { ...ALL, service: '%E0%A4%A' }],
    ['/?from=2026-11-22T10:00&to=2026-11-22T09:00&page=0&sort=up&kind=none&since=soon', ALL],
    ['/?from=2026-11-22T09:00&to=2026-02-30T10:00', ALL],
    [`/?find=${'x'.repeat(300)}`, { ...ALL, find: 'x'.repeat(100) }],
  ])('%s has defaults for unknown values', (path, address) => {
    expect(read(path)).toEqual(address);
  });

  it.each([
    '/services',
    '/services/',
    '/services/a/b',
    '/incidents/',
    '/incidents/a',
    '/incidents/a/b/c',
    '/other',
    '/status',
  ])('%s is not an address', (path) => {
    expect(read(path)).toBeNull();
  });
});
