/** What happened, step by step, as the page of an incident shows it: only what explains it, and equal checks as one step. */

import { TOPIC } from '../../deliver/receiver';
import type { Incident } from '../../incident/incident';
import { describeIncidentLength } from '../../incident/incident';
import { reasonPhrase } from '../../reasons/reason-phrases';
import { capitalized } from '../../words/capitalized';
import type { AlertEvent } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { nameOf, nameSome } from '../../words/shown-value';
import type { Timeline, TimelineEntry } from '../facts/timeline';
import type { ChecksEntry } from '../facts/timeline-checks';
import type { IncidentDocument } from '../incident-document';
import { delayMs } from '../words/delay';
import { describeMs, iso, plural } from '../words/format';
import { incidentWords, spentWords } from '../words/incident-words';
import { receiverName } from '../words/receiver-words';
import { silenceWords } from '../words/silence-words';
import type { Outlet } from '../words/timeline-words';
import { STEP_MARKS, type StepMark } from './step-marks';

export interface StepDocument {
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly mark: StepMark;
  /** Other incidents that it is about: its text follows their names. */
  readonly incidents: readonly Pick<IncidentDocument, 'service' | 'id'>[];
  /** What stands out of it; may be empty. Its text follows at once. */
  readonly title: string;
  readonly text: string;
  /** What else is known of it; `null` if nothing is. */
  readonly detail: string | null;
}

/** A step with its time in milliseconds since 1970. */
export type Step = Omit<StepDocument, 'at' | 'incidents'> & {
  readonly at: number;
  readonly incidents?: StepDocument['incidents'];
};

export interface StepFacts {
  readonly service: string;
  readonly incident: Incident;
  readonly timeline: Timeline;
  readonly outlet: Outlet;
}

export function incidentSteps(facts: StepFacts): readonly StepDocument[] {
  const steps = [...checkSteps(facts), ...facts.timeline.entries.flatMap((entry) => stepsOf(entry, facts))];
  return sortedSteps(steps);
}

/** In the order of time. */
export function sortedSteps(steps: readonly Step[]): readonly StepDocument[] {
  return steps
    .toSorted((left, right) => left.at - right.at || STEP_MARKS.indexOf(left.mark) - STEP_MARKS.indexOf(right.mark))
    .map(({ at, incidents = [], ...step }) => ({ ...step, at: iso(at), incidents }));
}

const isOutage = ({ incident }: StepFacts) => incident.kind === 'outage';

/** Checks that follow each other and found the same are a row. */
function checkSteps(facts: StepFacts): readonly Step[] {
  const { entries } = facts.timeline;
  const rows = entries.filter((entry) => entry.kind === 'checks');
  // The steps of an outage within it say when it failed.
  const hasOutage = entries.some((entry) => entry.kind === 'opened' && entry.incident.kind === 'outage');
  if (!isOutage(facts) && hasOutage) return [];
  return [...lastGoodStep(rows, facts), ...rows.flatMap((row) => rowSteps(row, facts)), ...afterStep(rows, facts)];
}

const isHealthy = ({ checks, healthy }: ChecksEntry) => checks === healthy;

/** The last healthy check before an outage, and how many were healthy before it. */
function lastGoodStep(rows: readonly ChecksEntry[], facts: StepFacts): readonly Step[] {
  const { openedAt } = facts.incident;
  const before = rows.filter(({ until, stepMs }) => until < openedAt || (stepMs !== null && until <= openedAt));
  const last = before.at(-1);
  if (!isOutage(facts) || last === undefined || !isHealthy(last)) return [];
  const healthy = before.slice(before.findLastIndex((row) => !isHealthy(row)) + 1);
  const checks = healthy.reduce((sum, row) => sum + row.checks, 0);
  const time = last.p50 === null ? '' : ` in ${describeMs(last.p50)}`;
  if (last.stepMs !== null) {
    return [{ at: last.until, mark: 'healthy', title: '', text: `Healthy${time} until then`, detail: sumsOf(last) }];
  }
  const more =
    checks > 1 ? `; ${plural(checks - 1, 'check')} before it ${checks === 2 ? 'was' : 'were'} healthy too` : '';
  return [{ at: last.until, mark: 'healthy', title: 'Last good check', text: '', detail: `Healthy${time}${more}` }];
}

/** The healthy checks since its end. */
function afterStep(rows: readonly ChecksEntry[], { incident, timeline }: StepFacts): readonly Step[] {
  const end = incident.over?.at;
  if (incident.kind !== 'outage' || end === undefined) return [];
  const after = rows.filter((row) => isAfter(row, end));
  const failing = after.findIndex((row) => !isHealthy(row));
  const healthy = failing < 0 ? after : after.slice(0, failing);
  const last = healthy.at(-1);
  // The first of them has ended it.
  const more = healthy.reduce((sum, { checks }) => sum + checks, 0) - 1;
  if (last === undefined || more < 1) return [];
  const at = Math.min(last.until, timeline.to - 1);
  return [{ at, mark: 'healthy', title: '', text: `Healthy since, ${plural(more, 'check')}`, detail: sumsOf(last) }];
}

/** Of sums, the end may lie within them. */
function isAfter({ at, until, stepMs }: ChecksEntry, end: number): boolean {
  return stepMs === null ? at >= end : until > end;
}

function rowSteps(row: ChecksEntry, facts: StepFacts): readonly Step[] {
  const { openedAt, over, relapses } = facts.incident;
  const { at, until, checks, stepMs, p50 } = row;
  if (isHealthy(row)) {
    const isAround = until <= openedAt || (over !== null && isAfter(row, over.at));
    if (!isOutage(facts) || isAround) return [];
    const time = p50 === null ? '' : `, ${describeMs(p50)}`;
    return [
      { at, mark: 'healthy', title: '', text: `Healthy, ${plural(checks, 'check')}${time}`, detail: sumsOf(row) },
    ];
  }
  if (stepMs !== null) return [sumStep(row, openedAt)];
  if (at === openedAt && isOutage(facts)) {
    const same = { mark: 'failed', title: '', text: `${checks} checks in a row failed the same way` } as const;
    return checks > 1 ? [{ at: until, ...same, detail: null }] : [];
  }
  const detail = checks > 1 ? plural(checks, 'check') : null;
  if (relapses.includes(at)) return [{ at, mark: 'opened', title: 'Down again', text: `: ${foundIn(row)}`, detail }];
  return [{ at, mark: 'failed', title: '', text: capitalized(foundIn(row)), detail }];
}

/** What failed of a sum in which the incident began, failed since then. */
function sumStep(row: ChecksEntry, openedAt: number): Step {
  const { checks, healthy, until } = row;
  const at = until > openedAt ? Math.max(row.at, openedAt) : row.at;
  const text = `${checks - healthy} of ${plural(checks, 'check')} failed`;
  return { at, mark: 'failed', title: '', text, detail: sumsOf(row) };
}

function sumsOf({ stepMs, restarts, versions }: ChecksEntry): string | null {
  if (stepMs === null) return null;
  const changes = [
    ...(restarts === 0 ? [] : [plural(restarts, 'restart')]),
    ...(versions === 0 ? [] : [plural(versions, 'change of version', 'changes of version')]),
  ];
  return [`Known in sums of ${describeDuration(stepMs)}`, ...changes].join(', ');
}

/** The finding of a row of failing checks, in words. */
function foundIn({ message, reason }: ChecksEntry): string {
  return message ?? (reason === null ? 'failed in several ways' : reasonPhrase(reason));
}

function stepsOf(entry: TimelineEntry, facts: StepFacts): readonly Step[] {
  const { incident } = facts;
  const { at } = entry;
  switch (entry.kind) {
    case 'checks':
      return [];
    case 'gap': {
      const text = `No checks for ${describeDuration(entry.until - at)}`;
      return [{ at, mark: 'gap', title: '', text, detail: null }];
    }
    case 'change':
      return [changeStep(entry)];
    case 'opened':
      return [entry.incident.id === incident.id ? openedStep(facts) : otherOpened(entry.incident, facts)];
    case 'resolved':
      return entry.incident.id === incident.id ? [resolvedStep(entry.incident, at)] : [otherResolved(entry, facts)];
    case 'condition': {
      const { code, message } = entry.condition;
      const words = incidentWords({ kind: 'condition', reason: code }) ?? code;
      return [{ at, mark: 'sign', title: capitalized(words), text: `: ${message}`, detail: null }];
    }
    case 'sent':
      return entry.alert.incident === incident.id ? [sentStep(entry, facts)] : [];
    case 'unsent': {
      const { receiver, tries } = entry.unsent;
      if (entry.unsent.incident !== incident.id) return [];
      const text = `Not sent to ${receiverName(receiver)} yet`;
      return [{ at, mark: 'failed', title: '', text, detail: tries === 0 ? null : `Tried ${plural(tries, 'time')}` }];
    }
    case 'silenced': {
      const { event, silence } = entry.silenced;
      if (entry.silenced.incident !== incident.id) return [];
      const { what, after } = silenceWords({ ...silence, untilWell: false });
      const detail = `Nobody is notified${OF_SILENCED[event]}`;
      return [{ at, mark: 'people', title: capitalized(what), text: after, detail }];
    }
    case 'behind': {
      const detail = entry.until === undefined ? null : `For ${describeDuration(entry.until - at)}`;
      const text = `: behind ${entry.service}`;
      return entry.of === incident.id ? [{ at, mark: 'people', title: 'Held back', text, detail }] : [];
    }
    case 'ack': {
      const { by, note } = entry.ack;
      const detail = note === null ? null : `“${note}”`;
      return entry.of === incident.id
        ? [{ at, mark: 'people', title: nameOf(by), text: ' acknowledged it', detail }]
        : [];
    }
    case 'clue':
      return clueSteps(entry, facts);
  }
}

function changeStep({ at, restarted, version }: Extract<TimelineEntry, { kind: 'change' }>): Step {
  if (version === null) return { at, mark: 'restart', title: 'Restarted', text: '', detail: null };
  const title = `Version ${version.from} → ${version.to}`;
  return { at, mark: 'version', title, text: restarted ? ', restarted' : '', detail: null };
}

function openedStep(facts: StepFacts): Step {
  const { openedAt: at, message, reason, spentBy, kind, httpStatus } = facts.incident;
  if (kind !== 'outage') {
    const title = capitalized(incidentWords(facts.incident) ?? '');
    const detail = spentBy.length === 0 ? null : capitalized(spentWords(spentBy));
    return { at, mark: 'warned', title, text: `: ${message}`, detail };
  }
  const first = facts.timeline.entries.filter((entry) => entry.kind === 'checks').find((row) => row.at === at);
  // The incident has what was found last.
  const isSame = first === undefined || first.reason === null || first.reason === reason;
  const status = httpStatus === null || !isSame ? 'Answered' : `HTTP ${httpStatus}`;
  const answered = first === undefined || first.p50 === null ? [] : [`${status} in ${describeMs(first.p50)}`];
  const said = facts.incident.clues.filter(isOfAnswer).map((clue) => capitalized(clue.message));
  const detail = [...said.slice(0, 1), ...answered].join(', ');
  return {
    at,
    mark: 'opened',
    title: 'Down',
    text: `: ${isSame ? message : foundIn(first)}`,
    detail: detail === '' ? null : detail,
  };
}

/** Clues that are texts of the answer itself. */
const OF_ANSWER: ReadonlySet<string> = new Set(['error_text', 'given_cause', 'page_title', 'origin_matters']);
const isOfAnswer = ({ code }: { readonly code: string }) => OF_ANSWER.has(code);

function resolvedStep(incident: Incident, at: number): Step {
  const length = describeIncidentLength(incident, at);
  if (incident.over?.why === 'removed') {
    return { at, mark: 'resolved', title: 'Closed', text: ', the service has left the config', detail: null };
  }
  const title = incident.kind === 'outage' ? 'Healthy again' : 'Resolved';
  return { at, mark: 'resolved', title, text: `, after ${length}`, detail: null };
}

function otherOpened(other: Incident, { service }: StepFacts): Step {
  const { id, openedAt: at, kind, message } = other;
  const words = incidentWords(other);
  const text = words === null ? ` went down: ${message}` : `, ${words}: ${message}`;
  return {
    at,
    mark: kind === 'outage' ? 'failed' : 'sign',
    incidents: [{ service, id }],
    title: '',
    text,
    detail: null,
  };
}

function otherResolved(
  { at, incident }: Extract<TimelineEntry, { kind: 'opened' | 'resolved' }>,
  { service }: StepFacts,
): Step {
  const words = incidentWords(incident);
  const text = words === null ? ' is healthy again' : `, no longer ${words}`;
  return { at, mark: 'healthy', incidents: [{ service, id: incident.id }], title: '', text, detail: null };
}

const OF_SILENCED: Readonly<Record<AlertEvent, string>> = {
  opened: '',
  updated: ' of the change',
  reminder: ' again',
  acknowledged: ' of the acknowledgement',
  resolved: ' of the end',
};

const NAMED = 4;

function sentStep(
  { at, alert, receivers }: Extract<TimelineEntry, { kind: 'sent' }>,
  { outlet }: Pick<StepFacts, 'outlet'>,
): Step {
  const { event, notification, at: happenedAt, sentAt } = alert;
  const lateMs = delayMs(event, happenedAt, sentAt);
  const details = [
    ...(lateMs === null ? [] : [`${describeDuration(lateMs)} late`]),
    ...(notification === null ? [] : [`In one message: ${notification.summary}`]),
  ];
  const detail = details.length === 0 ? null : details.join('; ');
  const sentTo = outlet === 'shown' ? receivers.filter((receiver) => receiver !== TOPIC) : receivers;
  const what = OF_SENT[event];
  if (sentTo.length === 0) {
    return { at, mark: 'people', title: '', text: `Shown by the watch${what}, not sent`, detail };
  }
  const names = nameSome(sentTo.map(receiverName), NAMED);
  return { at, mark: 'people', title: '', text: `Notified ${names}${what}`, detail };
}

const OF_SENT: Readonly<Record<AlertEvent, string>> = {
  opened: '',
  updated: ' of the change',
  reminder: ' again',
  acknowledged: ' that it is acknowledged',
  resolved: ' that it is resolved',
};

/** A clue whose time is known; what others did, and texts of the answer, are said elsewhere. */
function clueSteps({ at, clue }: Extract<TimelineEntry, { kind: 'clue' }>, { timeline }: StepFacts): readonly Step[] {
  const isSaid = timeline.entries.some((entry) => entry.kind === 'change' && entry.at === at);
  if (clue.at === null || isOfAnswer(clue) || clue.code === 'others_failing') return [];
  const mark = CLUE_MARKS[clue.code] ?? 'sign';
  if (mark !== 'sign' && isSaid) return [];
  return [{ at, mark, title: '', text: capitalized(clue.message), detail: null }];
}

const CLUE_MARKS: Readonly<Record<string, StepMark>> = { version_changed: 'version', restarted: 'restart' };
