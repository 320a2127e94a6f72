/** Gives the services of a new config their ids. What services say is hostile until parsed. */

import { ID_LIMIT, SERVICE_ID } from '../../lambda/core/words/ids';
import type { Discovery } from './discover';
import { placeUrl } from './places';

export interface FoundService extends Discovery {
  readonly id: string;
  /** The name in the service's report if it differs from the id; otherwise `null`. */
  readonly expectService: string | null;
}

/** Each service gets its own id. If several addresses lead to the same place, the first counts. */
export function foundServices(all: readonly Discovery[]): readonly FoundService[] {
  const urls = all.map(({ place }) => placeUrl(place));
  const discoveries = all.filter((_, index) => urls.indexOf(urls[index] ?? '') === index);
  const ids = uniqueIds(discoveries.map((discovery) => wantedId(discovery, discoveries)));
  return discoveries.map((discovery, index) => {
    const id = ids[index] ?? '';
    const name = discovery.report?.service || null;
    return { ...discovery, id, expectService: name === id ? null : name };
  });
}

/** The id is the name in the report, or else made of the address: with the path if several services are on one host. */
function wantedId({ report, place, address, isUnknown }: Discovery, all: readonly Discovery[]): string {
  const isShared = all.filter((other) => other.place.baseUrl === place.baseUrl).length > 1;
  const { host, pathname } = new URL(isUnknown || isShared ? address : place.baseUrl);
  return idFrom(report?.service ?? '') || idFrom(`${host}${pathname}`) || 'service';
}

/** Makes an id of a text; it is empty if no part of the text is allowed in ids. */
function idFrom(text: string): string {
  if (SERVICE_ID.test(text)) return text;
  return text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, ID_LIMIT)
    .replace(/[._-]+$/, '');
}

/** The first service that wants an id gets it; the others get it with a number. */
function uniqueIds(wanted: readonly string[]): readonly string[] {
  const taken = new Set(wanted);
  return wanted.map((id, index) => {
    if (wanted.indexOf(id) === index) return id;
    for (let number = 2; ; number++) {
      const other = `${id.slice(0, ID_LIMIT - `-${number}`.length)}-${number}`;
      if (taken.has(other)) continue;
      taken.add(other);
      return other;
    }
  });
}
