/** Faults on the checker's own side, in words. */

import type { RunFailure } from '../../words/run-failure';
import { nameSome } from '../../words/shown-value';

/** How many services a problem names. */
const NAMED = 3;

/** Returns the problems in failures: a problem that several services share appears once. */
export function problemsOf(failures: readonly RunFailure[]): readonly string[] {
  const same = new Map<string, RunFailure[]>();
  for (const failure of failures) {
    const { service, message } = failure;
    const key = JSON.stringify(service === null ? message : [withoutId(message, service)]);
    same.set(key, [...(same.get(key) ?? []), failure]);
  }
  return [...same.values()].map((failed) => {
    const ids = failed.flatMap(({ service }) => service ?? []);
    const { message } = failed[0] as RunFailure;
    const id = ids[0];
    if (id === undefined) return message;
    return ids.length === 1 ? `${id}: ${message}` : `${nameSome(ids, NAMED)}: ${withoutId(message, id)}`;
  });
}

/** Paths have the id of a service in them. */
function withoutId(message: string, id: string): string {
  return message.replace(new RegExp(`(?<![\\w-])${id.replaceAll('.', '\\.')}(?![\\w-])`, 'g'), '…');
}
