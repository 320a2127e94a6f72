/** Pending alerts about the incidents of a service, for people who look: beginnings, ends, and alerts without an answer. */

import type { AlertEvent } from '../words/codes';
import { isBehind } from './behind';
import type { HeldAlerts } from './held-alerts';
import { hasPendingAlert, type NotifyState, recordsOf } from './notified';

export interface UnsentAlert {
  /** The incident's id. */
  readonly incident: string;
  readonly receiver: string;
  readonly event: AlertEvent;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
  /** How often it was sent without an answer. */
  readonly tries: number;
  /** The alert in a line. */
  readonly summary: string;
}

export function unsentAlerts(state: NotifyState): readonly UnsentAlert[] {
  return state.incidents.flatMap((incident) =>
    recordsOf(state, incident.id).flatMap(([receiver, record]): UnsentAlert[] => {
      if (!hasPendingAlert(record)) return [];
      const { due, opened, tried } = record;
      const about = { incident: incident.id, receiver, tries: tried?.times ?? 0 };
      if (tried !== null)
        return [{ ...about, event: tried.alert.event, at: Date.parse(tried.alert.at), summary: tried.alert.summary }];
      const { message: summary } = incident;
      if (opened === null && due !== null) return [{ ...about, event: 'opened', at: due, summary }];
      return incident.over === null ? [] : [{ ...about, event: 'resolved', at: incident.over.at, summary }];
    }),
  );
}

/** Returns the unsent alerts that no silence holds back at `now`, in milliseconds since 1970: they could not be sent. */
export function overdueAlerts(state: NotifyState & HeldAlerts, now: number): readonly UnsentAlert[] {
  // What is behind a service that is needed is due to nobody from whom that holds it back.
  const silenced = state.heldAlerts.filter((held) => held.hold.until > now && !isBehind(held));
  const isSilencedNow = ({ incident, event }: UnsentAlert) =>
    silenced.some((held) => held.incident === incident && held.event === event);
  return unsentAlerts(state).filter((unsent) => !isSilencedNow(unsent));
}
