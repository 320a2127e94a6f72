/** What of an incident people were not notified of while its service was silenced, and whether they were later. */

import { type DeliveredAlert, sentAbout } from '../../notify/sent';
import type { Withheld } from '../../notify/withheld';
import type { ServiceState } from '../../state/service-state';
import type { AlertEvent } from '../../words/codes';
import { describeInstant } from './format';
import { silenceWords } from './silence-words';

export interface SilencedIncident extends Pick<Withheld, 'event'> {
  readonly silence: Pick<Withheld['silence'], 'by' | 'reason' | 'planned'>;
  /** Whether people were notified of it after all; `null` if that is not known any more. */
  readonly notified: boolean | null;
  /** When they were, in milliseconds since 1970; `null` if they were not. */
  readonly notifiedAt: number | null;
}

/** The beginning matters most, then the end. */
const BY_WEIGHT: readonly AlertEvent[] = ['opened', 'resolved', 'updated'];

/** `null` if nothing of it was silenced. `id` is that of the incident. */
export function silencedIncident(
  { withheld, notified }: Pick<ServiceState, 'withheld' | 'notified'>,
  id: string,
): SilencedIncident | null {
  const ofIncident = withheld.filter(({ incident }) => incident === id);
  const events = BY_WEIGHT.flatMap((event) => ofIncident.find((one) => one.event === event) ?? []);
  const [first] = events;
  if (!first) return null;
  const { event, silence, at } = first;
  // Whoever was notified of anything about it knows of its beginning.
  const isLater = (alert: DeliveredAlert) => alert.sentAt >= at && (event === 'opened' || alert.event === event);
  const sent = sentAbout({ notified }, id);
  const later = sent.find(isLater);
  // An update may have been one of those that are not kept; a beginning is the first alert, an end the last one.
  const isAllKept = event !== 'updated' || !sent.some(({ isAfterOthers }) => isAfterOthers);
  return { event, silence, notified: later ? true : isAllKept ? false : null, notifiedAt: later?.sentAt ?? null };
}

const WHAT: Readonly<Partial<Record<AlertEvent, string>>> = { resolved: 'its end ', updated: 'a change of it ' };

/** `silenced by ana: deploy 2.5.0; nobody was notified`, or a text that the time `at` ends. */
export function silencedWords(
  { event, silence, notified, notifiedAt }: SilencedIncident,
  isOver: boolean,
): { readonly text: string; readonly at: number | null } {
  const { what, after } = silenceWords({ ...silence, untilWell: false });
  const text = `${WHAT[event] ?? ''}${what}${after}`;
  if (notifiedAt !== null) return { text: `${text}; notified `, at: notifiedAt };
  const nobody = isOver && event === 'opened' ? '; nobody was notified' : '; nobody notified yet';
  return { text: notified === false ? `${text}${nobody}` : text, at: null };
}

/** The same in one text; `now` in milliseconds since 1970. */
export function describeSilenced(silenced: SilencedIncident, isOver: boolean, now: number): string {
  const { text, at } = silencedWords(silenced, isOver);
  return `${text}${at === null ? '' : describeInstant(at, now)}`;
}
