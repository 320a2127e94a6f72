/** Where a service is asked how it is. */

import { OWN_PATH, placesFor, placeUrl, USUAL_PATHS, withSlash } from '../../../local/init/places';

const urls = (address: string) => placesFor(address).map(placeUrl);

it('asks a host at /status, then at each usual path', () => {
  expect(urls('https://a.internal')).toEqual([OWN_PATH, ...USUAL_PATHS].map((path) => `https://a.internal${path}`));
});

it('asks below a path, and the path itself after its /status', () => {
  expect(urls('https://a.internal/api/orders').slice(0, 3)).toEqual([
    'https://a.internal/api/orders/status',
    'https://a.internal/api/orders',
    'https://a.internal/api/orders/health',
  ]);
});

it.each([
  '/healthz',
  '/health',
  '/actuator/health',
  '/q/health',
  '/livez',
  '/ready',
  '/up',
  '/ht',
  '/api/health_check',
])('asks an address that names a health check, as %s does, first, and looks for no other', (path) => {
  expect(urls(`https://a.internal${path}`)).toEqual([`https://a.internal${path}`, `https://a.internal${path}/status`]);
});

describe('a redirect', () => {
  const place = { baseUrl: 'https://a.internal', path: '/health', kind: 'usual' } as const;

  it.each(['/health/', 'https://a.internal/health/', 'health/'])('to %s is followed', (location) => {
    expect(withSlash(place, location)?.path).toBe('/health/');
  });

  it.each(['https://b.internal/health/', 'http://a.internal/health/', '/login', '/', '', null, 'https://'])(
    'to %s is not',
    (location) => {
      expect(withSlash(place, location)).toBeNull();
    },
  );
});
