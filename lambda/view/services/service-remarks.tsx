/** The remarks on a service beside its figures: the start of its state, the reason, and other unusual facts. */

import type { ServiceNow } from '../../core/documents/service-document';
import { isFailing, shownWord, summaryStateOf } from '../../core/documents/state';
import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import { behindWord } from '../../core/documents/words/behind-words';
import { recoveryWords } from '../../core/documents/words/incident-words';
import { roughDuration } from '../../core/words/duration';
import { isShownAbove, NOTHING_ABOVE, type ShownAbove } from '../incidents/shown-above';
import { Time } from '../parts/time';
import { Conditions } from './conditions';

/** The most warnings; the details show all. */
const WARNINGS_SHOWN = 2;

interface SinceProps {
  readonly service: ServiceNow;
  readonly now: number;
}

export function Since({ service, now }: SinceProps) {
  if (service.stateSince === null) return <span class="since">never checked</span>;
  const since = Date.parse(service.stateSince);
  if (service.state === 'unknown') {
    return (
      <span class="since">
        last checked <Time at={since} now={now} />
      </span>
    );
  }
  return (
    <span class="since">
      {hasChangedKind(service) && 'failing '}for {roughDuration(now - since)}, since <Time at={since} now={now} />
    </span>
  );
}

/** Returns whether its kind of failure changed since it began to fail. */
function hasChangedKind({ state, since, stateSince }: ServiceNow): boolean {
  if (!isFailing(state) || since === null || stateSince === null) return false;
  return Date.parse(since) > Date.parse(stateSince);
}

interface RemarksProps extends SinceProps {
  /** The incidents that the view shows elsewhere. */
  readonly above?: ShownAbove;
}

/** Draws the reason in words, and other unusual facts. */
export function Remarks({ service, now, above = NOTHING_ABOVE }: RemarksProps) {
  const { state, verdict, message, attempts, warnings } = service;
  const isOutageAbove = isShownAbove(above, service.service, { kind: 'outage', reason: '' });
  if (verdict === null) return null;
  const asked = attempts !== null && attempts > 1 ? ` (checked ${attempts} times)` : '';
  const more = warnings.length - WARNINGS_SHOWN;
  return (
    <>
      {state === 'unknown' && <p class="reason">was {shownWord(summaryStateOf(verdict))} when last checked</p>}
      {isFailing(state) && !isOutageAbove && (
        <p class="reason">
          {message}
          {asked}
        </p>
      )}
      <Conditions service={service} now={now} above={above} />
      <Pending service={service} />
      {!isOutageAbove && <Recovery service={service} now={now} />}
      {warnings.slice(0, WARNINGS_SHOWN).map((warning) => (
        <p class="warning">warning: {warning.message}</p>
      ))}
      {more > 0 && <p class="warning">and {more} more</p>}
    </>
  );
}

/** A failure that has not opened an incident yet. */
function Pending({ service: { state, pending } }: { readonly service: ServiceNow }) {
  if (!isFailing(state) || pending === null) return null;
  return (
    <p class="warning">
      {pending.runs} of {pending.of} failing checks that open an incident
    </p>
  );
}

/** The progress of a recovery. */
function Recovery({ service: { state, recovery }, now }: SinceProps) {
  if (recovery === null || (state !== 'healthy' && state !== 'degraded')) return null;
  return <p class="warning">{recoveryWords(recovery, now)}</p>;
}

/** Draws the needed service that holds its outage back, beside a state; nothing if none does. */
export function BehindRemark({ behind, now }: { readonly behind: ServiceNow['behind']; readonly now: number }) {
  if (behind === null) return null;
  return (
    <p class="when">
      <span class="tag">{behindWord(behind)}</span> since <Time at={Date.parse(behind.since)} now={now} />
    </p>
  );
}

/** The acknowledgement beside a state; nothing if there is none. */
export function AckRemark({ ack, now }: { readonly ack: ServiceNow['ack']; readonly now: number }) {
  if (ack === null) return null;
  return (
    <p class="when">
      <span class="tag">{ackWord(ack)}</span> since <Time at={Date.parse(ack.since)} now={now} />
      {ackNote(ack)}
    </p>
  );
}
