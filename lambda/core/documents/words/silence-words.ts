/** Silences in words, the same on a page, a dashboard and a terminal. */

import { covers } from '../../silences/silence';
import type { SilenceDocument } from '../../silences/silence-document';
import { actorName, nameSome } from '../../words/shown-value';
import { describeInstant } from './format';

export { covers };

type SilenceFacts = Pick<SilenceDocument, 'untilWell' | 'reason' | 'by' | 'planned'>;

interface Words {
  /** The state of a service: `silenced`, `in maintenance "weekly upgrade"`. */
  readonly what: string;
  /** The words before the time of its end, and after it. */
  readonly before: string;
  readonly after: string;
}

export function silenceWords({ untilWell, reason, by, planned }: SilenceFacts): Words {
  if (planned) {
    return { what: `in maintenance${reason === null ? '' : ` "${reason}"`}`, before: 'until ', after: '' };
  }
  const what = 'silenced';
  const after = byWhom({ by, reason });
  return untilWell ? { what, before: 'until healthy, at most until ', after } : { what, before: 'until ', after };
}

/** Returns ` by ana: deploy 2.5.0`, without missing parts. */
export function byWhom({ by, reason }: Pick<SilenceDocument, 'by' | 'reason'>): string {
  return `${by === null ? '' : ` by ${by}`}${reason === null ? '' : `: ${reason}`}`;
}

/** `until 14:30:00 UTC by ana: deploy 2.5.0`. */
function describeEnd(silence: SilenceDocument, now: number): string {
  const { before, after } = silenceWords(silence);
  return `${before}${describeInstant(Date.parse(silence.until), now)}${after}`;
}

/** `silence k3v9x1: payment-service until 14:30:00 UTC by ana: deploy 2.5.0`, for a line of its own; `now` in milliseconds since 1970. */
export function silenceLine(silence: SilenceDocument, now: number): string {
  const id = idOf(silence);
  const name = id === null ? silenceWords(silence).what.replace(/^in /, '') : `silence ${id}`;
  return `${name}: ${silencedServices(silence)} ${describeEnd(silence, now)}`;
}

/** `ack a7c1d2: payment-service acknowledged by ana since 12:03:00 UTC: it is the database`; `now` in milliseconds since 1970. */
export function ackLine(ack: SilenceDocument, now: number): string {
  const subject = `${silencedServices(ack)} acknowledged by ${actorName(ack.by)}`;
  const since = describeInstant(Date.parse(ack.from), now);
  return `ack ${idOf(ack) ?? ''}: ${subject} since ${since}${ack.reason === null ? '' : `: ${ack.reason}`}`;
}

/** The state of a service: `silenced`, `in maintenance`. */
export function silenceWord({ planned }: Pick<SilenceDocument, 'planned'>): string {
  return planned ? 'in maintenance' : 'silenced';
}

const NAMED = 5;

/** Returns `payment-service and invoice-service`, or `all services`; for many, the first ones and the number of others. */
export function silencedServices({ services }: Pick<SilenceDocument, 'services'>): string {
  if (services === null) return 'all services';
  return nameSome(services, NAMED);
}

/** The form of an id that people can copy into a command. */
const ID = /^[a-z0-9]{1,20}$/;

/** Returns the id that ends a silence; `null` if it is planned, since only the config can end it, or if the id is invalid. */
export function idOf({ id, planned }: Pick<SilenceDocument, 'id' | 'planned'>): string | null {
  return !planned && ID.test(id) ? id : null;
}
