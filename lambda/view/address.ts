/** The state of a view as an address, so that it can be linked to and shared: what is shown, and of which time. */

/** The last checks, or the checks of the last hours or days. */
export const RANGES = ['latest', '24h', '7d', '90d'] as const;
export type Range = (typeof RANGES)[number];

export interface Address {
  /** The service whose details are shown; `null` for all services. */
  readonly service: string | null;
  readonly range: Range;
  readonly show: 'all' | 'failing';
  /** Only services whose id contains this text. */
  readonly find: string;
}

/** All services, as they are now. */
export const START: Address = { service: null, range: 'latest', show: 'all', find: '' };

/** Reads `/`, `/services/<id>` and their query; unknown values take their defaults. `null` for any other path. */
export function readAddress(path: string, query: URLSearchParams): Address | null {
  const match = /^\/(?:services\/([^/]+))?$/.exec(path);
  if (!match) return null;
  return {
    service: match[1] === undefined ? null : decoded(match[1]),
    range: RANGES.find((range) => range === query.get('range')) ?? 'latest',
    show: query.get('show') === 'failing' ? 'failing' : 'all',
    find: (query.get('find') ?? '').slice(0, 100),
  };
}

/** The shortest path and query that `readAddress` reads back. */
export function addressPath({ service, range, show, find }: Address): string {
  const query = new URLSearchParams();
  if (range !== 'latest') query.set('range', range);
  if (show !== 'all') query.set('show', show);
  if (find !== '') query.set('find', find);
  const path = service === null ? '/' : `/services/${encodeURIComponent(service)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
