/** The subject of a request: some services of the config, or all of them. */

import { cleanText } from '../words/clean-text';
import { shownJson } from '../words/json';
import { nameSome } from '../words/shown-value';

/** The ids, in the order of the config; `null` for all services. */
export type Subject = { readonly services: readonly string[] | null } | { readonly fault: string };

/** Reads the id of a service, a list of ids, or `"all"`. A service whose own id is `all` is meant by `["all"]`. */
export function readSubject(raw: unknown, ids: readonly string[]): Subject {
  if (raw === 'all') return { services: null };
  const names = new Set<unknown>(Array.isArray(raw) ? raw : [raw]);
  const known = ids.filter((id) => names.delete(id));
  if (names.size === 0 && known.length > 0) return { services: known };
  const wrong = names.size === 0 ? 'no service is named' : `there is no service ${nameSome([...names].map(shown))}`;
  return { fault: `${wrong}: expected ${nameSome(ids)}` };
}

/** A value that a caller has given, as a message shows it. */
export function shown(value: unknown): string {
  return cleanText(shownJson(value), 80);
}
