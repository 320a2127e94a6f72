/** The steps of an incident, the same on its page, in the overview, in `explain` and in the Markdown story. */

import { TOPIC } from '../../deliver/receiver';
import type { Incident } from '../../incident/incident';
import { silenceOfHold } from '../../notify/held-alerts';
import { reasonPhrase } from '../../reasons/reason-phrases';
import { capitalized } from '../../words/capitalized';
import type { AlertEvent } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { actorName, nameSome } from '../../words/shown-value';
import type { Timeline, TimelineEntry } from '../facts/timeline';
import type { ChecksEntry } from '../facts/timeline-checks';
import type { IncidentDocument } from '../incident-document';
import { delayMs } from '../words/delay';
import { describeMs, iso, plural } from '../words/format';
import { incidentWords, spentWords } from '../words/incident-words';
import { receiverName } from '../words/receiver-words';
import { silenceWords } from '../words/silence-words';

/**
 * The mark of a step: healthy checks; a restart, a version, a sign of trouble; the incident opened, another problem began, or it was resolved;
 * failed checks; people; a time without checks. Of steps at the same time, the cause comes before its effect.
 */
export const STEP_MARKS = [
  'healthy',
  'restart',
  'version',
  'sign',
  'opened',
  'warned',
  'resolved',
  'failed',
  'people',
  'gap',
] as const;
export type StepMark = (typeof STEP_MARKS)[number];

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface StepDocument {
  readonly at: string;
  /** `null` for a moment, and for a step that still goes on. */
  readonly until: string | null;
  readonly mark: StepMark;
  /** Other incidents that the step is about. Its title and text follow their names. */
  readonly incidents: readonly Pick<IncidentDocument, 'service' | 'id'>[];
  /** The part that stands out; may be empty. The text follows at once. */
  readonly title: string;
  readonly text: string;
  /** Further words; `null` without any. */
  readonly detail: string | null;
  /** The data of the timeline entry that the step tells; `null` for outages of other services. */
  readonly facts: StepFacts | null;
}

export interface StepFacts {
  readonly kind: TimelineEntry['kind'];
  readonly [fact: string]: unknown;
}

/** A step with its times in milliseconds since 1970. Missing parts are empty. */
export interface Step extends Partial<Omit<StepDocument, 'at' | 'until' | 'mark'>> {
  readonly at: number;
  readonly until?: number;
  readonly mark: StepMark;
}

export interface TimelineContext {
  readonly service: string;
  /** `null` for the story of a time span, which covers all incidents. */
  readonly incident: Incident | null;
  /** A deployment sends the alerts for its topic; a watch shows them. */
  readonly isDeployed: boolean;
}

interface Told extends TimelineContext {
  readonly timeline: Timeline;
  readonly rows: readonly ChecksEntry[];
  /** The outages that the story is about. */
  readonly outages: readonly Incident[];
}

/** Describes the entries of a timeline, in chronological order. */
export function describeSteps(timeline: Timeline, context: TimelineContext): readonly StepDocument[] {
  const rows = timeline.entries.filter((entry) => entry.kind === 'checks');
  const shown = timeline.entries.flatMap((entry) => (entry.kind === 'opened' ? [entry.incident] : []));
  const outages = (context.incident === null ? shown : [context.incident]).filter(({ kind }) => kind === 'outage');
  const told = { ...context, timeline, rows, outages };
  const steps = [
    ...checkSteps(told),
    ...timeline.entries.flatMap((entry) => entrySteps(entry, told).map((step) => ({ ...step, facts: factsOf(entry) }))),
  ];
  return steps.sort(compareSteps).map(stepDocument);
}

export function compareSteps(left: Step, right: Step): number {
  return left.at - right.at || STEP_MARKS.indexOf(left.mark) - STEP_MARKS.indexOf(right.mark);
}

export function stepDocument(step: Step): StepDocument {
  const { at, until, mark, incidents = [], title = '', text = '', detail = null, facts = null } = step;
  return { at: iso(at), until: until === undefined ? null : iso(until), mark, incidents, title, text, detail, facts };
}

/** Returns a step as a single line, without its time. */
export function stepLine({ incidents, title, text, detail }: StepDocument): string {
  const names = incidents.map(({ service }) => service).join(', ');
  return `${names}${title}${text}${detail === null ? '' : `. ${detail}`}`;
}

const isHealthy = ({ checks, healthy }: ChecksEntry) => checks === healthy;

/** Returns the steps for checks: consecutive checks with the same result are a row. */
function checkSteps(told: Told): readonly Step[] {
  const { incident, outages, rows, timeline } = told;
  const each = (shown: readonly ChecksEntry[]) =>
    shown.flatMap((row) => rowSteps(row, told).map((step) => ({ ...step, facts: factsOf(row) })));
  if (incident === null) return each(rows);
  // The steps of an outage within it say when it failed.
  const hasOutage = timeline.entries.some((entry) => entry.kind === 'opened' && entry.incident.kind === 'outage');
  if (outages.length === 0) return hasOutage ? [] : each(rows);
  return [...lastGoodStep(rows, incident), ...each(rows.filter(({ until }) => until >= incident.openedAt))];
}

/** Returns a step for the last healthy check before an outage, with the number of healthy checks before it. */
function lastGoodStep(rows: readonly ChecksEntry[], { openedAt }: Incident): readonly Step[] {
  const before = rows.filter(({ until, stepMs }) => until < openedAt || (stepMs !== null && until <= openedAt));
  const last = before.at(-1);
  if (last === undefined || !isHealthy(last)) return [];
  const healthy = before.slice(before.findLastIndex((row) => !isHealthy(row)) + 1);
  const checks = healthy.reduce((sum, row) => sum + row.checks, 0);
  const time = last.p50 === null ? '' : ` in ${describeMs(last.p50)}`;
  const step = { at: last.until, mark: 'healthy', facts: factsOf(last) } as const;
  if (last.stepMs !== null) return [{ ...step, text: `Healthy${time} until then`, detail: totalsOf(last) }];
  const more =
    checks > 1 ? `; ${plural(checks - 1, 'check')} before it ${checks === 2 ? 'was' : 'were'} healthy too` : '';
  return [{ ...step, title: 'Last good check', detail: `Healthy${time}${more}` }];
}

/** Returns whether a row is after the recovery, which may lie within a total. */
function isAfter({ at, until, stepMs }: ChecksEntry, end: number): boolean {
  return stepMs === null ? at >= end : until > end;
}

function rowSteps(row: ChecksEntry, { incident, outages }: Told): readonly Step[] {
  const { at, until, checks, stepMs, p50, inMaintenance } = row;
  if (isHealthy(row)) {
    const isWithin = ({ openedAt, over }: Incident) => until > openedAt && (over === null || !isAfter(row, over.at));
    if (incident !== null && !outages.some(isWithin)) return [];
    const time = p50 === null ? '' : `, ${describeMs(p50)}`;
    const text = `Healthy, ${plural(checks, 'check')}${time}${inMaintenance > 0 ? ', in maintenance' : ''}`;
    return [{ at, until, mark: 'healthy', text, detail: totalsOf(row) }];
  }
  if (stepMs !== null) return [totalsStep(row, incident)];
  if (outages.some(({ openedAt }) => openedAt === at)) {
    return checks > 1 ? [{ at: until, mark: 'failed', text: `${checks} checks in a row failed the same way` }] : [];
  }
  const detail = checks > 1 ? plural(checks, 'check') : null;
  const step = { at, until, detail };
  return outages.some(({ relapses }) => relapses.includes(at))
    ? [{ ...step, mark: 'opened', title: 'Down again', text: `: ${foundIn(row)}` }]
    : [{ ...step, mark: 'failed', text: capitalized(foundIn(row)) }];
}

/** Returns a step for a total's failures. A total in which the incident began counts from there. */
function totalsStep(row: ChecksEntry, incident: Incident | null): Step {
  const { checks, healthy, until } = row;
  const openedAt = incident?.openedAt ?? row.at;
  const at = until > openedAt ? Math.max(row.at, openedAt) : row.at;
  return {
    at,
    mark: 'failed',
    text: `${checks - healthy} of ${plural(checks, 'check')} failed`,
    detail: totalsOf(row),
  };
}

function totalsOf({ stepMs, restarts, versions }: ChecksEntry): string | null {
  if (stepMs === null) return null;
  const changes = [
    ...(restarts === 0 ? [] : [plural(restarts, 'restart')]),
    ...(versions === 0 ? [] : [plural(versions, 'version change')]),
  ];
  return [`Totals of ${describeDuration(stepMs)}`, ...changes].join(', ');
}

/** Returns the finding of a row of failing checks, in words. */
function foundIn({ message, reason }: ChecksEntry): string {
  return message ?? (reason === null ? 'failed in several ways' : reasonPhrase(reason));
}

function entrySteps(entry: TimelineEntry, told: Told): readonly Step[] {
  const { at } = entry;
  const isTold = (id: string) => told.incident === null || told.incident.id === id;
  switch (entry.kind) {
    case 'checks':
      return [];
    case 'gap':
      return [{ at, until: entry.until, mark: 'gap', text: `No checks for ${describeDuration(entry.until - at)}` }];
    case 'change':
      return [changeStep(entry)];
    case 'opened':
      return [isTold(entry.incident.id) ? openedStep(entry.incident, told) : otherOpened(entry.incident, told)];
    case 'resolved':
      return [isTold(entry.incident.id) ? resolvedStep(entry.incident, at, told) : otherResolved(entry, told)];
    case 'condition': {
      const { code, message } = entry.condition;
      const words = incidentWords({ kind: 'condition', reason: code }) ?? code;
      return [{ at, mark: 'sign', title: capitalized(words), text: `: ${message}` }];
    }
    case 'sent':
      return isTold(entry.alert.incident) ? [sentStep(entry, told)] : [];
    case 'unsent': {
      const { incident, receiver, tries } = entry.unsent;
      const text = `Not sent to ${receiverName(receiver)} yet`;
      const detail = tries === 0 ? null : `Tried ${plural(tries, 'time')}`;
      return isTold(incident) ? [{ at, mark: 'failed', text, detail }] : [];
    }
    case 'silenced': {
      const { event, incident, hold } = entry.silenced;
      const { what, after } = silenceWords({ ...hold, ...silenceOfHold(hold), untilWell: false });
      const detail = `Nobody is notified${OF_SILENCED[event]}`;
      return isTold(incident) ? [{ at, mark: 'people', title: capitalized(what), text: after, detail }] : [];
    }
    case 'behind': {
      const step = { at, mark: 'people', title: 'Held back', text: `: ${entry.service} is down` } as const;
      return isTold(entry.of) ? [lasting(step, entry.until)] : [];
    }
    case 'ack': {
      const { by, note } = entry.ack;
      const text = ` acknowledged it${note === null ? '' : `: ${note}`}`;
      return isTold(entry.of)
        ? [lasting({ at, mark: 'people', title: by === null ? 'Somebody' : actorName(by), text }, entry.until)]
        : [];
    }
    case 'clue':
      return clueSteps(entry, told);
  }
}

function lasting(step: Step, until: number | undefined): Step {
  return until === undefined ? step : { ...step, until, detail: `For ${describeDuration(until - step.at)}` };
}

function changeStep({ at, restarted, version }: Extract<TimelineEntry, { kind: 'change' }>): Step {
  if (version === null) return { at, mark: 'restart', title: 'Restarted' };
  const title = `Version ${version.from} → ${version.to}`;
  return { at, mark: 'version', title, text: restarted ? ', restarted' : '' };
}

function openedStep(incident: Incident, { rows }: Told): Step {
  const { openedAt: at, firstMessage: message, reason, spentBy, kind, clues } = incident;
  if (kind !== 'outage') {
    const title = capitalized(incidentWords(incident) ?? '');
    const detail = spentBy.length === 0 ? null : capitalized(spentWords(spentBy));
    return { at, mark: 'warned', title, text: `: ${message}`, detail };
  }
  const first = rows.find((row) => row.at === at);
  // The incident has the latest finding.
  const isSame = first === undefined || first.reason === null || first.reason === reason;
  const answered = first === undefined || first.p50 === null ? [] : [`Answered in ${describeMs(first.p50)}`];
  const said = clues.filter(isFromAnswer).map((clue) => capitalized(clue.message));
  const detail = [...said.slice(0, 1), ...answered].join(', ');
  const text = `: ${isSame ? message : foundIn(first)}`;
  return { at, mark: 'opened', title: 'Down', text, detail: detail === '' ? null : detail };
}

/** Clues that are texts of the answer itself. */
const ANSWER_CLUES: ReadonlySet<string> = new Set(['error_text', 'given_cause', 'page_title', 'origin_matters']);
const isFromAnswer = ({ code }: { readonly code: string }) => ANSWER_CLUES.has(code);

function resolvedStep(incident: Incident, at: number, { rows }: Told): Step {
  const step = { at, mark: 'resolved' } as const;
  if (incident.over?.why === 'removed') return { ...step, title: 'Closed', text: ', the service has left the config' };
  if (incident.kind !== 'outage') return { ...step, title: 'Resolved' };
  const time = rows.find((row) => row.at === at)?.p50 ?? null;
  return { ...step, title: 'Healthy again', text: time === null ? '' : ` in ${describeMs(time)}` };
}

function otherOpened(other: Incident, { service }: Told): Step {
  const { id, openedAt: at, kind, firstMessage: message } = other;
  const words = incidentWords(other);
  const text = words === null ? ` went down: ${message}` : `, ${words}: ${message}`;
  return { at, mark: kind === 'outage' ? 'failed' : 'warned', incidents: [{ service, id }], text };
}

function otherResolved(
  { at, incident }: { readonly at: number; readonly incident: Incident },
  { service }: Told,
): Step {
  const words = incidentWords(incident);
  const text = words === null ? ' is healthy again' : `, no longer ${words}`;
  return { at, mark: 'healthy', incidents: [{ service, id: incident.id }], text };
}

const OF_SILENCED: Readonly<Record<AlertEvent, string>> = {
  opened: '',
  updated: ' of the change',
  reminder: ' again',
  acknowledged: ' of the acknowledgement',
  resolved: ' of the recovery',
};

const NAMED = 4;

function sentStep({ at, alert, receivers }: Extract<TimelineEntry, { kind: 'sent' }>, { isDeployed }: Told): Step {
  const { event, notification, at: happenedAt, sentAt } = alert;
  const lateMs = delayMs(event, happenedAt, sentAt);
  const details = [
    ...(lateMs === null ? [] : [`${describeDuration(lateMs)} late`]),
    ...(notification === null ? [] : [`In one message: ${notification.summary}`]),
  ];
  const sentTo = isDeployed ? receivers : receivers.filter((receiver) => receiver !== TOPIC);
  const names = nameSome(sentTo.map(receiverName), NAMED);
  const text = sentTo.length === 0 ? 'Shown by the watch, not sent' : `Notified ${names}${OF_SENT[event]}`;
  return { at, mark: 'people', text, detail: details.length === 0 ? null : details.join('; ') };
}

const OF_SENT: Readonly<Record<AlertEvent, string>> = {
  opened: '',
  updated: ' of the change',
  reminder: ' again',
  acknowledged: ' that it is acknowledged',
  resolved: ' that it is resolved',
};

/** Returns the step of a clue with a time. Failures of other services and texts from the answer appear elsewhere. */
function clueSteps({ at, clue }: Extract<TimelineEntry, { kind: 'clue' }>, { timeline }: Told): readonly Step[] {
  const isSaid = timeline.entries.some((entry) => entry.kind === 'change' && entry.at === at);
  if (clue.at === null || isFromAnswer(clue) || clue.code === 'others_failing') return [];
  const mark = CLUE_MARKS[clue.code] ?? 'sign';
  if (mark !== 'sign' && isSaid) return [];
  return [{ at, mark, text: capitalized(clue.message) }];
}

const CLUE_MARKS: Readonly<Record<string, StepMark>> = { version_changed: 'version', restarted: 'restart' };

/** Returns an entry as data, without its times. */
function factsOf(entry: TimelineEntry): StepFacts {
  const { kind } = entry;
  switch (kind) {
    case 'checks': {
      const { checks, healthy, failures, reason, message, p50, inMaintenance, stepMs, restarts, versions } = entry;
      const found = { checks, healthy, failures, reason, message, p50Ms: p50, inMaintenance, restarts, versions };
      return { kind, ...found, sumsOfSeconds: stepMs === null ? null : stepMs / 1_000 };
    }
    case 'gap':
      return { kind };
    case 'change':
      return { kind, restarted: entry.restarted, version: entry.version };
    case 'opened':
    case 'resolved': {
      const { id, kind: incidentKind, reason } = entry.incident;
      return { kind, incident: id, incidentKind, reason };
    }
    case 'condition':
      return { kind, code: entry.condition.code, message: entry.condition.message };
    case 'sent': {
      const { id, event, summary, at, notification } = entry.alert;
      return { kind, id, receivers: entry.receivers, event, summary, happenedAt: iso(at), together: notification };
    }
    case 'unsent': {
      const { incident, receiver, event, summary, tries } = entry.unsent;
      return { kind, incident, receiver, event, summary, tries };
    }
    case 'silenced': {
      const { incident, event, hold } = entry.silenced;
      return { kind, incident, event, silence: silenceOfHold(hold) };
    }
    case 'behind':
      return { kind, incident: entry.of, service: entry.service };
    case 'ack':
      return { kind, incident: entry.of, by: entry.ack.by, note: entry.ack.note };
    case 'clue':
      return { kind, code: entry.clue.code, message: entry.clue.message };
  }
}
