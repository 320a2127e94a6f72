/** A watch as a log, where no table can be redrawn: a line for each event, and the totals when they change and once an hour. */

import { type SummaryState, shownWord } from '../../lambda/core/documents/state';
import { conditionWords } from '../../lambda/core/documents/words/incident-words';
import { problemsOf } from '../../lambda/core/documents/words/problem-words';
import { ackLine, silenceLine } from '../../lambda/core/documents/words/silence-words';
import { subjectOf } from '../../lambda/core/message/forms/mail';
import type { Notification } from '../../lambda/core/message/notification';
import type { CheckedService, RunDocument } from '../documents/run-document';
import { terminalColors } from './colors';
import { summaryCounts, summarySentence } from './run-table';
import { shownState } from './shown-state';

/** The state of a service, in so far as a change of it is an event. */
interface ServiceFinding {
  readonly state: SummaryState;
  readonly reason: string;
}

/** The content of the log so far. */
export interface LogMemory {
  readonly services: ReadonlyMap<string, ServiceFinding>;
  /** Problems, warnings, silences and acknowledgements of the last run. */
  readonly remarks: ReadonlySet<string>;
  /** The last totals, and when they were written. */
  readonly totals: { readonly counts: string; readonly at: number };
}

export const EMPTY_LOG: LogMemory = { services: new Map(), remarks: new Set(), totals: { counts: '', at: 0 } };

const HOUR_MS = 3_600_000;

/**
 * The lines of a run: services that have changed, new problems, warnings and silences, and the totals. At first all services count as
 * healthy. Each line begins with the time, in UTC.
 */
export function runLines(
  run: RunDocument,
  before: LogMemory,
): { readonly lines: readonly string[]; readonly logged: LogMemory } {
  const now = Date.parse(run.at);
  const remarks = [
    ...problemsOf(run.failures).map((problem) => `problem: ${problem}`),
    ...run.warnings.map((warning) => `warning: ${warning}`),
    ...run.silences.map((silence) => silenceLine(silence, now)),
    ...run.acks.map((ack) => ackLine(ack, now)),
  ];
  const found = run.services.map((service) => {
    const state = shownState(service);
    return { id: service.service, state, ...shownReason(service) };
  });
  const events = found.flatMap(({ id, reason, message, state }) => {
    const last = before.services.get(id) ?? HEALTHY;
    if (last.state === state && last.reason === reason) return [];
    const why = reason === HEALTHY.reason ? '' : `: ${message}`;
    return [`${id} is ${shownWord(state)}${why}`];
  });
  const services = new Map(before.services);
  for (const { id, state, reason } of found) services.set(id, { state, reason });
  const counts = summaryCounts(run, PLAIN);
  const isDue = counts !== before.totals.counts || now >= before.totals.at + HOUR_MS;
  const lines = [
    ...events,
    ...remarks.filter((remark) => !before.remarks.has(remark)),
    ...(isDue ? [summarySentence(run, PLAIN)] : []),
  ];
  return {
    lines: lines.map((line) => withTime(line, now)),
    logged: { services, remarks: new Set(remarks), totals: isDue ? { counts, at: now } : before.totals },
  };
}

/** The reason of a state. For a degraded service, its conditions are the reason. */
function shownReason(service: CheckedService): Pick<CheckedService, 'reason' | 'message'> {
  if (service.state !== 'degraded') return { reason: service.reason, message: service.message };
  return {
    reason: service.conditions.map(({ code }) => code).join(', '),
    message: service.conditions.map(({ code, message }) => `${conditionWords(code)}: ${message}`).join('; '),
  };
}

const PLAIN = terminalColors(false);
const HEALTHY: ServiceFinding = { state: 'healthy', reason: 'ok' };

/** A notification in one line, with the time at which it is shown: an end was in a former run, and only a later run confirms it. */
export function notificationLine(notification: Notification, now: number): string {
  return withTime(`alert: ${subjectOf(notification)}`, now);
}

/** A line of such a log; `at` in milliseconds since 1970. */
export function withTime(line: string, at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z ${line}`;
}
