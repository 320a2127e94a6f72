/** The parts of an incident's story: its course, what may explain it, what to look at first, and who was notified of it. */

import { courseOf } from '../../core/documents/facts/course';
import type { Known } from '../../core/documents/facts/known';
import type { Story } from '../../core/documents/facts/stories';
import { isSent } from '../../core/documents/facts/story-now';
import { checksOfTimeline, type TimelineOptions } from '../../core/documents/facts/timeline';
import { acksOf } from '../../core/documents/incident-document';
import { recoveryDocument } from '../../core/documents/recovery-document';
import { silencedDocument } from '../../core/documents/silenced-document';
import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import { plural } from '../../core/documents/words/format';
import { recoveryWords } from '../../core/documents/words/recovery-words';
import { idOf } from '../../core/documents/words/silence-words';
import { silencedWords } from '../../core/documents/words/silenced-words';
import { outletWords } from '../../core/documents/words/timeline-words';
import { adviceFor } from '../../core/message/advice';
import { unsentAlerts } from '../../core/notify/owed';
import type { DeliveredAlert } from '../../core/notify/sent';
import { ackOf, type Silence } from '../../core/silence/silence';
import { ackDocument } from '../../core/silence/silence-document';
import { grouped } from '../../core/words/in-batches';
import { nameOf } from '../../core/words/shown-value';
import { EndCommand } from '../controls/end-command';
import { Time } from '../parts/time';

interface StoryProps {
  readonly known: Known;
  readonly story: Story;
}

/** What its timeline is made of. */
export function timelineOptions({ intervalMs, now }: Known, { state, incident, known }: Story): TimelineOptions {
  return { state, incident, intervalMs, now, buckets: known?.buckets ?? [] };
}

/** Of a service that flaps only so much of its course is shown: its beginning, and how it is now. */
const [FIRST_STEPS, LAST_STEPS] = [2, 4];

/** How the checks went since it began: `503`, then refused, then well. */
export function Course({ known, story }: StoryProps) {
  const all = courseOf(checksOfTimeline(timelineOptions(known, story)), story.sent, story.incident.openedAt);
  const hidden = Math.max(0, all.length - FIRST_STEPS - LAST_STEPS);
  const steps = hidden === 0 ? all : [...all.slice(0, FIRST_STEPS), ...all.slice(-LAST_STEPS)];
  if (all.length < 2) return null;
  return (
    <ol class="course" aria-label="Its course">
      {steps.map(({ at, found, checks }, index) => (
        <li>
          {hidden > 0 && index === FIRST_STEPS && <span class="when">… {plural(hidden, 'change')} … </span>}
          <Time at={at} now={known.now} exact /> <strong>{found}</strong>
          {checks !== null && <span class="when"> {plural(checks, 'check')}</span>}
        </li>
      ))}
    </ol>
  );
}

export function Recovering({ known, story: { incident, state, known: service } }: StoryProps) {
  if (incident.kind !== 'outage' || incident.over !== null || service === null) return null;
  const recovery = recoveryDocument(state, service.service.alerts, { intervalMs: known.intervalMs, now: known.now });
  return recovery === null ? null : <p class="well">{recoveryWords(recovery, known.now)}</p>;
}

/** What to look at first, and the runbook. */
export function FirstLook({ story: { incident, state, known } }: Pick<StoryProps, 'story'>) {
  const runbook = known?.service.runbook ?? null;
  const code = incident.errorCode ?? (state.latest?.reason === incident.reason ? state.latest.errorCode : null);
  return (
    <p class="look">
      <strong>First look:</strong> {adviceFor(incident.reason, code)}
      {runbook !== null && (
        <>
          {' '}
          <a href={runbook}>Runbook</a>
        </>
      )}
    </p>
  );
}

/** An alert that was sent later than this after its event was held up; an end is always known later than it was. */
const PROMPT_MS = 60_000;

/** Who was notified of what of it, what was silenced, and who was and is on it. */
export function Notified({ known, story }: StoryProps) {
  const { sent, state, incident, resolvedAt } = story;
  const { openedAt, noticedAt } = incident;
  const ack = ackOf(known.acks, { service: story.id, openedAt, noticedAt, isOver: resolvedAt !== null }, known.now);
  const silenced = silencedDocument(state, incident.id);
  const words = silenced && silencedWords(silenced, resolvedAt !== null);
  const owing = unsentAlerts(state, known.now).filter((one) => one.incident === incident.id);
  const unsent = [...new Set(owing.map(({ receiver }) => receiver))];
  const past = acksOf(state, incident).filter(({ until }) => resolvedAt !== null || Date.parse(until) <= known.now);
  // Of what was sent to receivers nobody needs to know that the terminal has shown it.
  const isAnySent = sent.some(({ receiver }) => isSent(known, receiver));
  const shown = sent.filter(({ receiver }) => !isAnySent || isSent(known, receiver));
  if (sent.length === 0 && words === null && unsent.length === 0 && ack === null && past.length === 0) return null;
  return (
    <>
      {alikeReceivers(shown).map(({ receivers, alerts }) => (
        <p class="when">
          {receivers.every((one) => isSent(known, one))
            ? outletWords(receivers, 'sent').replace(/^s/, 'S')
            : 'Not sent'}
          :{' '}
          {alerts.map((alert, index) => (
            <>
              {index > 0 && (alert.isAfterOthers ? ', …, ' : ', ')}
              <AlertAt alert={alert} now={known.now} />
            </>
          ))}
        </p>
      ))}
      {words !== null && (
        <p class="when">
          {words.text}
          {words.at !== null && <Time at={Date.parse(words.at)} now={known.now} />}
        </p>
      )}
      {past.map((one) => (
        <p class="when">
          {nameOf(one.by)} was on it from <Time at={Date.parse(one.since)} now={known.now} /> to{' '}
          <Time at={Date.parse(one.until)} now={known.now} />
          {ackNote(one)}
        </p>
      ))}
      {ack !== null && <OnIt ack={ack} known={known} />}
      {unsent.map((receiver) => (
        <p class="warning">
          an alert of it could not be {outletWords([receiver], 'sent')} yet: it is tried again in each run
        </p>
      ))}
    </>
  );
}

/** The receivers that were sent the same alerts at the same times, and these alerts. */
function alikeReceivers(sent: readonly DeliveredAlert[]) {
  const ofEach = [...grouped(sent, ({ receiver }) => receiver).values()];
  const timesOf = (alerts: readonly DeliveredAlert[]) =>
    JSON.stringify(alerts.map(({ event, at, sentAt, isAfterOthers }) => [event, at, sentAt, isAfterOthers]));
  return [...grouped(ofEach, timesOf).values()].map((alike) => ({
    receivers: alike.flatMap(([first]) => first?.receiver ?? []),
    alerts: alike[0] ?? [],
  }));
}

/** Who is on it, and the command that takes that back. */
function OnIt({ ack, known }: Pick<StoryProps, 'known'> & { readonly ack: Silence }) {
  return (
    <p class="when">
      {ackWord(ack)} since <Time at={ack.from} now={known.now} />
      {ackNote(ackDocument(ack))}
      <EndCommand id={idOf(ack)} known={known} />
    </p>
  );
}

function AlertAt({ alert: { event, at, sentAt }, now }: { readonly alert: DeliveredAlert; readonly now: number }) {
  return (
    <>
      {event} <Time at={at} now={now} />
      {sentAt - at > PROMPT_MS && (
        <>
          , {event === 'resolved' ? 'notified' : 'held up until'} <Time at={sentAt} now={now} />
        </>
      )}
    </>
  );
}
