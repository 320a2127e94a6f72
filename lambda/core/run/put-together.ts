/** Puts together what receivers know after each was notified by itself: their records have different keys, so no rule is needed. */

import type { NotifiedOfAll } from '../notify/notified';
import { type CheckedService, withState } from './checked-service';
import type { ReceiverResult } from './notify-receiver';

/** The service with what each receiver knows of it now. The same object, if none was sent anything. */
export function withResults(service: CheckedService, results: readonly ReceiverResult[]): CheckedService {
  const { state } = service.snapshot;
  return results.reduce((all, { receiver, services }) => {
    const own = services.get(service.id)?.snapshot.state;
    if (own === undefined || own === state) return all;
    const known = all.snapshot.state;
    return withState(all, { ...known, notified: withRecordsOf(receiver, known.notified, own.notified) });
  }, service);
}

/** What all receivers know, with the records of one of them as it has them. */
function withRecordsOf(receiver: string, all: NotifiedOfAll, own: NotifiedOfAll): NotifiedOfAll {
  const entries = Object.entries(own).flatMap(([incident, records]) => {
    const record = records[receiver];
    return record === undefined ? [] : [[incident, { ...all[incident], [receiver]: record }] as const];
  });
  return { ...all, ...Object.fromEntries(entries) };
}
