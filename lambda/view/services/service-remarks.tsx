/** What there is to say of a service beside its figures: since when it is as it is, why, and what else is unusual. */

import type { Known, KnownService } from '../../core/documents/facts/known';
import { hasChangedKind, isRecovering, sinceOf } from '../../core/documents/facts/service-view';
import { isTold, NOTHING_TOLD, type Told } from '../../core/documents/facts/told';
import { recoveryDocument } from '../../core/documents/recovery-document';
import { isFailing, type State } from '../../core/documents/state';
import { recoveryWords } from '../../core/documents/words/recovery-words';
import { roughDuration } from '../../core/words/duration';
import { VERDICT_PHRASES } from '../../core/words/verdict-phrase';
import { Time } from '../parts/time';
import { Conditions } from './conditions';

/** The details show warnings beyond these. */
const WARNINGS_SHOWN = 2;

interface SinceProps {
  readonly known: Known;
  readonly service: KnownService;
  readonly state: State;
}

export function Since({ known, service, state }: SinceProps) {
  const since = sinceOf(state, service);
  if (since === null) return <span class="since">never checked</span>;
  if (state === 'unknown') {
    return (
      <span class="since">
        last checked <Time at={since} now={known.now} />
      </span>
    );
  }
  return (
    <span class="since">
      {hasChangedKind(state, service) && 'failing '}for {roughDuration(known.now - since)}, since{' '}
      <Time at={since} now={known.now} />
    </span>
  );
}

interface RemarksProps extends SinceProps {
  /** What need not be said again. */
  readonly told?: Told;
}

/** The reason in words, and what else is unusual. */
export function Remarks({ known, service, state, told = NOTHING_TOLD }: RemarksProps) {
  const { id } = service.service;
  const isOutageTold = isTold(told, id, { kind: 'outage', reason: '' });
  const latest = service.state?.latest ?? null;
  if (latest === null) return null;
  const asked = latest.attempts > 1 ? ` (asked ${latest.attempts} times)` : '';
  const more = latest.warnings.length - WARNINGS_SHOWN;
  return (
    <>
      {state === 'unknown' && <p class="reason">was {VERDICT_PHRASES[latest.kind]} when last checked</p>}
      {isFailing(state) && !isOutageTold && (
        <p class="reason">
          {latest.message}
          {asked}
        </p>
      )}
      <Conditions service={service} state={state} now={known.now} told={told} />
      <Pending state={state} service={service} />
      {service.state !== null && isRecovering(state, service) && !isOutageTold && (
        <p class="warning">{recoveryText(known, service)}</p>
      )}
      {latest.warnings.slice(0, WARNINGS_SHOWN).map(({ message }) => (
        <p class="warning">warning: {message}</p>
      ))}
      {more > 0 && <p class="warning">and {more} more</p>}
    </>
  );
}

function recoveryText({ intervalMs, now }: Known, { state, service }: KnownService): string | null {
  const recovery = state && recoveryDocument(state, service.alerts, { intervalMs, now });
  return recovery && recoveryWords(recovery, now);
}

/** A failure of which nobody has been notified yet. */
function Pending({ state, service }: { readonly state: State; readonly service: KnownService }) {
  const pending = service.state?.pending ?? null;
  if (!isFailing(state) || pending === null) return null;
  return (
    <p class="warning">
      {pending.runs} of {service.service.alerts.failureThreshold} failing checks that open an incident
    </p>
  );
}
