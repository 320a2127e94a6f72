/** The line below the name of a service, in the list and on its page: why it is in its state, and whether people know. */

import type { Child } from 'hono/jsx';
import type { ServiceNow, SilenceDocument } from '../../core/documents/service-document';
import { isFailing, shownWord, summaryStateOf } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';
import { ackNote, ackWord, behindWord } from '../../core/documents/words/hold-words';
import { conditionWords, recoveryWords } from '../../core/documents/words/incident-words';
import { silenceWords } from '../../core/documents/words/silence-words';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { Time } from '../parts/time';

interface RemarksProps {
  readonly service: ServiceNow;
  readonly now: number;
  /** Whether its incident, which says the same, is shown above. */
  readonly isTold?: boolean;
}

/** The most warnings; a service's page lists all as facts. */
const WARNINGS_SHOWN = 2;

/** Draws the line; nothing if nothing about the service is unusual. */
export function Remarks({ service, now, isTold = false }: RemarksProps) {
  const parts = [...reasons(service, now), ...holds(service, now), ...warnings(service)];
  if (parts.length === 0) return null;
  return (
    <p class={isTold ? 'why told' : 'why'}>
      {parts.map((part, index) => (
        <>
          {index > 0 && ' · '}
          {part}
        </>
      ))}
    </p>
  );
}

/** Returns why it is in its state. */
function reasons(service: ServiceNow, now: number): readonly Child[] {
  const { state, verdict, reason, message, conditions, pending, recovery, stateSince } = service;
  if (verdict === null) return [];
  if (state === 'unknown') {
    const since = stateSince === null ? null : <Time at={Date.parse(stateSince)} now={now} />;
    return [
      <span>
        Was {shownWord(summaryStateOf(verdict))} when last checked{since !== null && <>, {since}</>}
      </span>,
    ];
  }
  if (isFailing(state)) {
    const opens =
      pending === null
        ? []
        : [
            <span>
              {pending.runs} of {pending.of} failing checks that open an incident
            </span>,
          ];
    const found = findingInLine({ reason: reason ?? '', message: message ?? '' });
    return [<span class="reason">{capitalized(found)}</span>, ...opens];
  }
  return [
    ...(recovery === null ? [] : [<span>{capitalized(recoveryWords(recovery, now))}</span>]),
    ...(state === 'degraded' ? conditions.map(conditionText) : []),
  ];
}

/** Returns a condition in words: its figures begin with its name, or follow it. */
function conditionText({ code, message }: ServiceNow['conditions'][number]): Child {
  const words = capitalized(conditionWords(code));
  return <span class="condition">{message === null ? words : `${words}: ${message}`}</span>;
}

/** Returns why nobody is notified, or who acknowledged it. */
function holds({ silence, behind, ack }: ServiceNow, now: number): readonly Child[] {
  return [
    ...(silence === null ? [] : [<Silenced silence={silence} now={now} />]),
    ...(behind === null ? [] : [<span class="held">{capitalized(behindWord(behind))}</span>]),
    ...(ack === null ? [] : [<span class="held">{`${capitalized(ackWord(ack))}${ackNote(ack)}`}</span>]),
  ];
}

function Silenced({ silence, now }: { readonly silence: SilenceDocument; readonly now: number }) {
  const { what, before, after } = silenceWords(silence);
  return (
    <span class="held">
      {capitalized(what)} {before}
      <Time at={Date.parse(silence.until)} now={now} />
      {after}
    </span>
  );
}

function warnings({ warnings: all, verdict }: ServiceNow): readonly Child[] {
  if (verdict === null) return [];
  const more = all.length - WARNINGS_SHOWN;
  return [
    ...all.slice(0, WARNINGS_SHOWN).map(({ message }) => <span class="warning">Warning: {message}</span>),
    ...(more > 0 ? [<span class="warning">{plural(more, 'more warning')}</span>] : []),
  ];
}
