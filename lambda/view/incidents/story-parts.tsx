/** The parts of what is told of an incident: its course, what to look at first, and who was notified of it. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { type CourseDocument, type IncidentDetails, isSentTo } from '../../core/documents/incident-details';
import type { AlertRecord, ClueDocument, IncidentDocument } from '../../core/documents/incident-document';
import type { AckDocument } from '../../core/documents/service-document';
import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import { plural } from '../../core/documents/words/format';
import { incidentWords, recoveryWords } from '../../core/documents/words/incident-words';
import { silencedWords } from '../../core/documents/words/silence-words';
import { outletWords } from '../../core/documents/words/timeline-words';
import { grouped } from '../../core/words/in-batches';
import { nameOf } from '../../core/words/shown-value';
import { EndCommand } from '../controls/end-command';
import { Shape, StateMark } from '../parts/state-marks';
import { Time } from '../parts/time';

interface IncidentProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDetails;
}

/** Of a service that flaps only so much of its course is shown: its beginning, and how it is now. */
const FIRST_STEPS = 2;
const LAST_STEPS = 4;

/** How the checks went since it began: `503`, then refused, then well. */
export function Course({ course, now }: { readonly course: readonly CourseDocument[]; readonly now: number }) {
  if (course.length < 2) return null;
  const hidden = Math.max(0, course.length - FIRST_STEPS - LAST_STEPS);
  const steps = hidden === 0 ? course : [...course.slice(0, FIRST_STEPS), ...course.slice(-LAST_STEPS)];
  return (
    <ol class="course" aria-label="Its course">
      {steps.map(({ at, found, checks }, index) => (
        <li>
          {hidden > 0 && index === FIRST_STEPS && <span class="when">… {plural(hidden, 'change')} … </span>}
          <Time at={Date.parse(at)} now={now} exact /> <strong>{found}</strong>
          {checks !== null && <span class="when"> {plural(checks, 'check')}</span>}
        </li>
      ))}
    </ol>
  );
}

export function Recovering({
  incident: { recovery },
  now,
}: Pick<IncidentProps, 'incident'> & { readonly now: number }) {
  return recovery === null ? null : <p class="well">{recoveryWords(recovery, now)}</p>;
}

/** What to look at first, and the runbook. */
export function FirstLook({ incident: { advice, runbook } }: Pick<IncidentProps, 'incident'>) {
  return (
    <p class="look">
      <strong>First look:</strong> {advice}
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

/** An alert that went out. */
type SentRecord = AlertRecord & { readonly sentAt: string };

/** Who was notified of what of it, what was silenced, and who was and is on it. */
export function Notified({ deployment, incident }: IncidentProps) {
  const { alerts, silenced, open, acks, ack } = incident;
  const now = Date.parse(deployment.at);
  const sent = alerts.filter((alert): alert is SentRecord => alert.sentAt !== null);
  const words = silenced && silencedWords(silenced, !open);
  const unsent = [...new Set(alerts.filter(({ sentAt }) => sentAt === null).map(({ receiver }) => receiver))];
  const past = acks.filter(({ until }) => !open || Date.parse(until) <= now);
  // Of what was sent to receivers nobody needs to know that the terminal has shown it.
  const isSent = (receiver: string) => isSentTo(receiver, deployment.deployed);
  const isAnySent = sent.some(({ receiver }) => isSent(receiver));
  const shown = sent.filter(({ receiver }) => !isAnySent || isSent(receiver));
  return (
    <>
      {alikeReceivers(shown).map(({ receivers, alerts: alike }) => (
        <p class="when">
          {receivers.every(isSent) ? outletWords(receivers, 'sent').replace(/^s/, 'S') : 'Not sent'}:{' '}
          {alike.map((alert, index) => (
            <>
              {index > 0 && (alert.isAfterOthers ? ', …, ' : ', ')}
              <AlertAt alert={alert} now={now} />
            </>
          ))}
        </p>
      ))}
      {words !== null && (
        <p class="when">
          {words.text}
          {words.at !== null && <Time at={Date.parse(words.at)} now={now} />}
        </p>
      )}
      {past.map((one) => (
        <p class="when">
          {nameOf(one.by)} was on it from <Time at={Date.parse(one.since)} now={now} /> to{' '}
          <Time at={Date.parse(one.until)} now={now} />
          {ackNote(one)}
        </p>
      ))}
      {ack !== null && <OnIt ack={ack} deployment={deployment} />}
      {unsent.map((receiver) => (
        <p class="warning">
          an alert of it could not be {outletWords([receiver], 'sent')} yet: it is tried again in each run
        </p>
      ))}
    </>
  );
}

/** The receivers that were sent the same alerts at the same times, and these alerts. */
function alikeReceivers(sent: readonly SentRecord[]) {
  const ofEach = [...grouped(sent, ({ receiver }) => receiver).values()];
  const timesOf = (alerts: readonly SentRecord[]) =>
    JSON.stringify(alerts.map(({ event, at, sentAt, isAfterOthers }) => [event, at, sentAt, isAfterOthers]));
  return [...grouped(ofEach, timesOf).values()].map((alike) => ({
    receivers: alike.flatMap(([first]) => first?.receiver ?? []),
    alerts: alike[0] ?? [],
  }));
}

interface OnItProps {
  readonly ack: AckDocument;
  readonly deployment: DeploymentDocument;
}

/** Who is on it, and the command that takes that back. */
function OnIt({ ack, deployment }: OnItProps) {
  return (
    <p class="when">
      {ackWord(ack)} since <Time at={Date.parse(ack.since)} now={Date.parse(deployment.at)} />
      {ackNote(ack)}
      <EndCommand id={ack.id} deployment={deployment} />
    </p>
  );
}

function AlertAt({ alert: { event, at, sentAt }, now }: { readonly alert: SentRecord; readonly now: number }) {
  const sent = Date.parse(sentAt);
  const happened = Date.parse(at);
  return (
    <>
      {event} <Time at={happened} now={now} />
      {sent - happened > PROMPT_MS && (
        <>
          , {event === 'resolved' ? 'notified' : 'held up until'} <Time at={sent} now={now} />
        </>
      )}
    </>
  );
}

/** The strongest, the newest first; nothing if none are known. A clue's own text has its time. */
export function Clues({ clues }: { readonly clues: readonly ClueDocument[] }) {
  if (clues.length === 0) return null;
  return (
    <ul class="clues" aria-label="Clues">
      {clues.map(({ code, message }) => (
        <li>
          {message} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

interface IncidentMarkProps {
  readonly incident: Pick<IncidentDocument, 'kind' | 'reason' | 'verdict'> & Partial<Pick<IncidentDocument, 'subject'>>;
}

/** Each with a shape of its own; what is no outage is never called healthy, though its service answers so. */
export function IncidentMark({ incident }: IncidentMarkProps) {
  const words = incidentWords(incident);
  if (words === null) return <StateMark state={incident.verdict} />;
  return (
    <span class="state degraded">
      {incident.kind === 'condition' && <Shape state="degraded" />}
      {words}
    </span>
  );
}
