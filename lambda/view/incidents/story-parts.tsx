/** The parts of an incident's details: its course, what to look at first, and who was notified of it. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { type IncidentDetails, isSentTo } from '../../core/documents/incident-details';
import type { AlertRecord, ClueDocument, IncidentDocument } from '../../core/documents/incident-document';
import type { AckDocument } from '../../core/documents/service-document';
import type { BehindDocument } from '../../core/documents/silenced-document';
import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import { behindParts } from '../../core/documents/words/behind-words';
import { incidentWords, recoveryWords } from '../../core/documents/words/incident-words';
import { silencedWords } from '../../core/documents/words/silence-words';
import { outletWords } from '../../core/documents/words/timeline-words';
import { grouped } from '../../core/words/in-batches';
import { EndCommand } from '../controls/end-command';
import { StateIcon, StateMark } from '../parts/state-marks';
import { Time } from '../parts/time';

interface IncidentProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDetails;
}

export function Recovering({
  incident: { recovery },
  now,
}: {
  readonly incident: IncidentDetails;
  readonly now: number;
}) {
  return recovery === null ? null : <p class="well">{recoveryWords(recovery, now)}</p>;
}

/** The first thing to look at, and the runbook. */
export function FirstLook({ incident: { advice, runbook } }: { readonly incident: IncidentDetails }) {
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

/** An alert that was sent later than this after its event was delayed; an end is always known later than it was. */
const PROMPT_MS = 60_000;

/** An alert that went out. */
type SentRecord = AlertRecord & { readonly sentAt: string };

/** Who was notified of the incident and when, which alerts were silenced or held back, and who acknowledged it. */
export function Notified({ deployment, incident }: IncidentProps) {
  const { alerts, silenced, behind, open, acks, ack } = incident;
  const now = Date.parse(deployment.at);
  const sent = alerts.filter((alert): alert is SentRecord => alert.sentAt !== null);
  const words = silenced && silencedWords(silenced, !open);
  const unsent = [...new Set(alerts.filter(({ sentAt }) => sentAt === null).map(({ receiver }) => receiver))];
  const past = acks.filter(({ until }) => !open || Date.parse(until) <= now);
  // If receivers were sent the alerts, the terminal's own output is left out.
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
      {behind !== null && <Behind behind={behind} isOver={!open} now={now} />}
      {past.map((former) => (
        <p class="when">
          {ackWord(former)} from <Time at={Date.parse(former.since)} now={now} /> to{' '}
          <Time at={Date.parse(former.until)} now={now} />
          {ackNote(former)}
        </p>
      ))}
      {ack !== null && <Acknowledged ack={ack} deployment={deployment} />}
      {unsent.map((receiver) => (
        <p class="warning">
          an alert of it could not be {outletWords([receiver], 'sent')} yet: it is tried again in each run
        </p>
      ))}
    </>
  );
}

interface BehindProps {
  readonly behind: BehindDocument;
  readonly isOver: boolean;
  readonly now: number;
}

/** The service that it is behind, or was. */
function Behind({ behind, isOver, now }: BehindProps) {
  return (
    <p class="when">
      {behindParts(behind, isOver).map((part) =>
        typeof part === 'string' ? part : <Time at={Date.parse(part.at)} now={now} />,
      )}
    </p>
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

interface AcknowledgedProps {
  readonly ack: AckDocument;
  readonly deployment: DeploymentDocument;
}

/** Who acknowledged the incident, and the command that takes it back. */
function Acknowledged({ ack, deployment }: AcknowledgedProps) {
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

/** The strongest clues, the newest first; nothing if there are none. A clue's own text has its time. */
export function Clues({ clues }: { readonly clues: readonly ClueDocument[] }) {
  if (clues.length === 0) return null;
  return (
    <ul class="clues" aria-label="Clues">
      {clues.map(({ message }) => (
        <li>{message}</li>
      ))}
    </ul>
  );
}

interface IncidentMarkProps {
  readonly incident: Pick<IncidentDocument, 'kind' | 'reason' | 'verdict'> & Partial<Pick<IncidentDocument, 'subject'>>;
}

/** The shape of each kind of incident. An incident that is no outage is never called healthy, though its service answers so. */
export function IncidentMark({ incident }: IncidentMarkProps) {
  const words = incidentWords(incident);
  if (words === null) return <StateMark state={incident.verdict} />;
  return (
    <span class="state degraded">
      {incident.kind === 'condition' && <StateIcon state="degraded" />}
      {words}
    </span>
  );
}
