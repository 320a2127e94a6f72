/** The part of an incident that people were not notified of while its service was silenced, and whether they were later. */

import { type DeliveredAlert, sentAbout } from '../notify/sent';
import type { SilencedAlert } from '../notify/silenced-alerts';
import type { ServiceState } from '../state/service-state';
import type { AlertEvent } from '../words/codes';
import { iso } from './words/format';

export interface SilencedDocument extends Pick<SilencedAlert, 'event'> {
  readonly silence: Pick<SilencedAlert['silence'], 'by' | 'reason' | 'planned'>;
  /** Whether people were notified of it after all; `null` if that is not known any more. */
  readonly notified: boolean | null;
  /** When they were, ISO 8601 in UTC with milliseconds; `null` if they were not. */
  readonly notifiedAt: string | null;
}

/** The beginning is the most important, then the end. */
const BY_WEIGHT: readonly AlertEvent[] = ['opened', 'resolved', 'updated'];

/** `null` if nothing of it was silenced. `id` is that of the incident. */
export function silencedDocument({ silencedAlerts, notified }: ServiceState, id: string): SilencedDocument | null {
  const ofIncident = silencedAlerts.filter(({ incident }) => incident === id);
  const events = BY_WEIGHT.flatMap((event) => ofIncident.find((held) => held.event === event) ?? []);
  const [first] = events;
  if (!first) return null;
  const { event, at } = first;
  const { by, reason, planned } = first.silence;
  // Whoever was notified of anything about it knows of its beginning.
  const isLater = (alert: DeliveredAlert) => alert.sentAt >= at && (event === 'opened' || alert.event === event);
  const sent = sentAbout({ notified }, id);
  const later = sent.find(isLater);
  // An update may be an alert that is not kept; a beginning is the first alert, an end the last.
  const isAllKept = event !== 'updated' || !sent.some(({ isAfterOthers }) => isAfterOthers);
  const notNotified = isAllKept ? false : null;
  return {
    event,
    silence: { by, reason, planned },
    notified: later === undefined ? notNotified : true,
    notifiedAt: later === undefined ? null : iso(later.sentAt),
  };
}
