/** The places at which a service may say how it is. */

import { DEFAULTS } from '../../lambda/core/config/schema/config-schema';

export interface Place {
  readonly baseUrl: string;
  /** Begins with a slash. */
  readonly path: string;
  /** `given`: the address as a person gave it; `own`: `/status` below it; `usual`: where others have it. */
  readonly kind: 'given' | 'own' | 'usual';
}

/** The path of the own contract. */
export const OWN_PATH = DEFAULTS.path;

/**
 * Paths of well-known frameworks, those first that say more: whether a service can do its work, not only whether its process runs. Sources:
 * Spring Boot `/actuator/health`, Quarkus `/q/health`, Kubernetes `/readyz` and `/livez`, Rails and Laravel `/up`; the others are habits.
 */
export const USUAL_PATHS: readonly string[] = [
  '/health',
  '/healthz',
  '/actuator/health',
  '/api/health',
  '/q/health',
  '/readyz',
  '/livez',
  '/up',
];

/** A path that no service has. If it is answered well, every path is, and a good answer says nothing. */
export const NO_PATH = '/no-such-path-of-statuswatch';

const NAMES_HEALTH = /\/(?:status|health|ready|live|alive|up|ping|ht|heartbeat)[a-z_-]*\/?$/i;

/** Returns the places to try for an address, in order. If the address names a health check itself, only `/status` is tried below it. */
export function placesFor(address: string): readonly Place[] {
  const { origin, pathname } = new URL(address);
  const own: Place = { baseUrl: address, path: OWN_PATH, kind: 'own' };
  const usual = USUAL_PATHS.map((path): Place => ({ baseUrl: address, path, kind: 'usual' }));
  if (pathname === '/') return [own, ...usual];
  const given: Place = { baseUrl: origin, path: pathname, kind: 'given' };
  return NAMES_HEALTH.test(pathname) ? [given, own] : [own, given, ...usual];
}

export function placeUrl({ baseUrl, path }: Place): string {
  return `${baseUrl}${path}`;
}

/** Returns the place with a slash at its end if it redirects there; otherwise `null`. */
export function withSlash(place: Place, location: string | null): Place | null {
  if (location === null || !URL.canParse(location, placeUrl(place))) return null;
  const { origin, pathname } = new URL(location, placeUrl(place));
  const asked = new URL(placeUrl(place));
  if (origin !== asked.origin || pathname !== `${asked.pathname}/`) return null;
  return { ...place, path: `${place.path}/` };
}
