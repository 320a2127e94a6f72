/** The few steps of an open incident that decide: what was healthy last, what changed, that it fails, who was notified, and what else fails. */

import type { Child } from 'hono/jsx';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { isSentTo, type OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup } from '../../core/documents/incident-list';
import { TOGETHER_MS } from '../../core/documents/incident-story/incident-causes';
import { isFailing } from '../../core/documents/state';
import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import { behindParts } from '../../core/documents/words/behind-words';
import { describeMs } from '../../core/documents/words/format';
import { conditionWords, recoveryWords } from '../../core/documents/words/incident-words';
import { receiverNames } from '../../core/documents/words/receiver-words';
import { byWhom, silenceWord } from '../../core/documents/words/silence-words';
import { capitalized } from '../../core/words/capitalized';
import { nameSome } from '../../core/words/shown-value';
import { EndCommand } from '../controls/end-command';
import { Time } from '../parts/time';
import { type RailMark, RailStep } from './rail';

interface Step {
  readonly at: string;
  readonly mark: RailMark;
  readonly what: Child;
}

interface StepsProps {
  readonly incident: OpenIncident;
  readonly deployment: DeploymentDocument;
  /** The open incidents that are listed after it. */
  readonly later: readonly IncidentGroup<OpenIncident>[];
  /** Whether the page has buttons that take an acknowledgement back: otherwise the command does. */
  readonly hasButtons: boolean;
}

export function OpenSteps(props: StepsProps) {
  const now = Date.parse(props.deployment.at);
  const steps = stepsOf(props).toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
  return (
    <ol class="rail" aria-label="Its course">
      {steps.map(({ at, mark, what }) => (
        <RailStep at={Date.parse(at)} now={now} mark={mark}>
          {what}
        </RailStep>
      ))}
    </ol>
  );
}

function stepsOf(props: StepsProps): readonly Step[] {
  const { incident, deployment } = props;
  return [
    ...before(incident),
    { at: incident.openedAt, mark: 'opened', what: <Opened incident={incident} /> },
    ...since(incident, Date.parse(deployment.at)),
    ...people(props),
    ...alsoFailing(props),
  ];
}

/** The last good check, and what changed since. */
function before({ lastGood, change }: OpenIncident): readonly Step[] {
  const steps: Step[] = change === null ? [] : [changeStep(change)];
  if (lastGood !== null) {
    const { at, responseMs, version } = lastGood;
    const found = [
      `Last good check: healthy${responseMs === null ? '' : ` in ${describeMs(responseMs)}`}`,
      ...(version === null ? [] : [`version ${version}`]),
    ];
    steps.push({ at, mark: 'healthy', what: found.join(', ') });
  }
  return steps;
}

function changeStep({ at, version, restarted }: NonNullable<OpenIncident['change']>): Step {
  if (version === null) return { at, mark: 'version', what: 'Restarted' };
  const what = (
    <>
      Version{' '}
      <strong>
        {version.from} → {version.to}
      </strong>
      {restarted && ', restarted'}
    </>
  );
  return { at, mark: 'version', what };
}

/** What it was about when it opened. */
function Opened({ incident: { kind, reason, message, began, subject, found } }: { readonly incident: OpenIncident }) {
  if (kind === 'outage') {
    return (
      <>
        <strong>Failing</strong>: {began}
      </>
    );
  }
  if (kind === 'objective' || subject !== null) return <>{capitalized(found)}</>;
  return (
    <>
      <strong>{capitalized(conditionWords(reason))}</strong>: {message}
    </>
  );
}

/** What was found later, if it was something else. */
function since({ steps, recovery, of }: OpenIncident, now: number): readonly Step[] {
  const last = steps.at(-1);
  if (last === undefined || steps.length < 2) return [];
  if (recovery !== null) return [{ at: last.at, mark: 'healthy', what: capitalized(recoveryWords(recovery, now)) }];
  if (of === null || of.message === null || !isFailing(of.state)) return [];
  return [{ at: last.at, mark: 'failed', what: capitalized(of.message) }];
}

/** Who was notified, or why nobody was, and who is on it. */
function people({ incident, deployment, hasButtons }: StepsProps): readonly Step[] {
  const { alerts, ack, silence, behind, openedAt } = incident;
  const now = Date.parse(deployment.at);
  const sent = alerts.filter(({ sentAt }) => sentAt !== null);
  const others = sent.filter(({ receiver }) => isSentTo(receiver, deployment.deployed));
  const notified = others.length > 0 ? others : sent;
  const at = notified[0]?.sentAt ?? null;
  const names = [...new Set(notified.map(({ receiver }) => receiver))];
  const unsent = [...new Set(alerts.filter(({ sentAt }) => sentAt === null).map(({ receiver }) => receiver))];
  const steps: Step[] = [];
  if (at !== null) {
    const what = others.length > 0 ? `Notified ${receiverNames(names)}` : 'Shown by the watch, sent to nobody';
    steps.push({ at, mark: 'people', what });
  }
  for (const receiver of unsent) {
    const what = `Not sent to ${receiverNames([receiver])} yet: it is tried again in each run`;
    steps.push({ at: openedAt, mark: 'people', what: <span class="warning">{what}</span> });
  }
  if (behind !== null) {
    const [first, ...parts] = behindParts(behind, false);
    const begin = typeof first === 'string' ? capitalized(first) : first;
    const what = [begin, ...parts].map((part) =>
      typeof part === 'object' ? <Time at={Date.parse(part.at)} now={now} /> : part,
    );
    steps.push({ at: behind.since, mark: 'people', what: <>{what}</> });
  }
  if (silence !== null) {
    const what = (
      <>
        {capitalized(silenceWord(silence))} until <Time at={Date.parse(silence.until)} now={now} />
        {byWhom(silence)}
      </>
    );
    steps.push({ at: silence.from, mark: 'people', what });
  }
  if (ack !== null) {
    const what = (
      <>
        {capitalized(ackWord(ack))}
        {ackNote(ack)}
        {!hasButtons && <EndCommand id={ack.id} deployment={deployment} />}
      </>
    );
    steps.push({ at: ack.since, mark: 'people', what });
  }
  return steps;
}

/** The most services that are named. */
const NAMED = 3;

/** The services that failed with it or after it. */
function alsoFailing({ incident, later: listed }: StepsProps): readonly Step[] {
  if (incident.kind !== 'outage') return [];
  const opened = Date.parse(incident.openedAt);
  const later = listed.filter(({ about, openedAt }) => {
    const after = Date.parse(openedAt) - opened;
    return about.some(({ kind }) => kind === 'outage') && after >= 0 && after <= TOGETHER_MS;
  });
  const [first] = later.map(({ openedAt }) => openedAt).sort();
  if (first === undefined) return [];
  const names = later.flatMap(({ members }) => members.map(({ service }) => service));
  const found = later.length === 1 ? `: ${later[0]?.found}` : '';
  const fail = names.length === 1 ? 'fails' : 'fail';
  return [
    {
      at: first,
      mark: 'failed',
      what: (
        <>
          <strong>{nameSome(names, NAMED)}</strong> {fail} too{found}
        </>
      ),
    },
  ];
}
