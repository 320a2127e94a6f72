/** The receivers that were notified of an incident, with times, and why others were not. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { type IncidentDetails, isSentTo } from '../../core/documents/incident-details';
import type { AlertRecord } from '../../core/documents/incident-document';
import { NOTHING } from '../../core/documents/words/format';
import { ackParts, holdParts, type Part } from '../../core/documents/words/hold-words';
import { delayMs, receiverName } from '../../core/documents/words/receiver-words';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration } from '../../core/words/duration';
import { grouped } from '../../core/words/in-batches';
import { Time } from '../parts/time';

interface NotifiedTableProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDetails;
}

export function NotifiedTable({ deployment, incident }: NotifiedTableProps) {
  const { alerts, kind, open } = incident;
  const isSent = (receiver: string) => isSentTo(receiver, deployment.deployed);
  // If receivers were sent the alerts, the watch's own output is left out.
  const isAnySent = alerts.some(({ receiver }) => isSent(receiver));
  const shown = alerts.filter(({ receiver }) => !isAnySent || isSent(receiver));
  const receivers = [...grouped(shown, ({ receiver }) => receiver)];
  return (
    <section aria-labelledby="notified-title">
      <h2 id="notified-title">Notified</h2>
      <div class="card notified">
        {receivers.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">{kind === 'outage' ? 'Down' : 'Opened'}</th>
                {!open && <th scope="col">Resolved</th>}
              </tr>
            </thead>
            <tbody>
              {receivers.map(([receiver, ofReceiver]) => (
                <ReceiverRow receiver={receiver} alerts={ofReceiver} isSent={isSent(receiver)} incident={incident} />
              ))}
            </tbody>
          </table>
        )}
        {receivers.length === 0 && <p>{open ? 'Nobody yet.' : 'Nobody was notified.'}</p>}
        <Reasons deployment={deployment} incident={incident} />
      </div>
    </section>
  );
}

interface ReceiverRowProps {
  readonly receiver: string;
  readonly alerts: readonly AlertRecord[];
  readonly isSent: boolean;
  readonly incident: IncidentDetails;
}

function ReceiverRow({ receiver, alerts, isSent, incident: { open, openedAt } }: ReceiverRowProps) {
  const remarks = alerts.flatMap((alert) => remarkOn(alert));
  const base = Date.parse(openedAt);
  const cellOf = (event: AlertRecord['event']) => (
    <td>{isSent ? <SentAt alert={alerts.findLast((alert) => alert.event === event)} base={base} /> : 'not sent'}</td>
  );
  return (
    <tr>
      <th scope="row">
        {receiverName(receiver)}
        {!isSent && <small>shown by the watch</small>}
        {remarks.map((remark) => (
          <small>{remark}</small>
        ))}
      </th>
      {cellOf('opened')}
      {!open && cellOf('resolved')}
    </tr>
  );
}

interface SentAtProps {
  readonly alert: AlertRecord | undefined;
  readonly base: number;
}

/** Draws when an alert was sent, with the day if it differs from the incident's. */
function SentAt({ alert, base }: SentAtProps) {
  if (alert === undefined) return <>{NOTHING}</>;
  return alert.sentAt === null ? <>not yet</> : <Time at={Date.parse(alert.sentAt)} now={base} exact />;
}

function remarkOn({ event, at, sentAt, isAfterOthers }: AlertRecord): readonly string[] {
  if (sentAt === null) return ['rejected or unanswered, tried again in each run'];
  const lateMs = delayMs(event, Date.parse(at), Date.parse(sentAt));
  const late = lateMs === null ? [] : [`delayed by ${describeDuration(lateMs)}`];
  const isFurther = event !== 'opened' && event !== 'resolved';
  const further = isFurther ? [`${event} at ${sentAt.slice(11, 19)}`] : [];
  return [...late, ...(isAfterOthers ? ['others between'] : []), ...further];
}

/** Draws why alerts were held back, and who acknowledged the incident. */
function Reasons({ deployment, incident }: NotifiedTableProps) {
  const { acks, ack, isExplained, openedAt } = incident;
  const base = Date.parse(openedAt);
  // The next run stores a new acknowledgement with the incident.
  const isNew = ack !== null && acks.every(({ id }) => id !== ack.id);
  return (
    <>
      {isExplained && <p>People were notified of the outage that caused it.</p>}
      {holdParts(incident, Date.parse(deployment.at)).map((parts) => (
        <Said parts={parts} base={base} />
      ))}
      {isNew && <Said parts={ackParts(ack, false)} base={base} />}
    </>
  );
}

interface SaidProps {
  readonly parts: readonly Part[];
  readonly base: number;
}

/** Draws a sentence with its times. */
function Said({ parts: [first, ...rest], base }: SaidProps) {
  return (
    <p>
      {typeof first === 'string' && capitalized(first)}
      {rest.map((part) => (typeof part === 'string' ? part : <Time at={Date.parse(part.at)} now={base} />))}
    </p>
  );
}
