/** A watch as a log, where no table can be redrawn: a line for each event, and one a run that sums it up. */

import { createColors } from 'picocolors';
import { subjectOf } from '../../lambda/core/forms/mail';
import type { Notification } from '../../lambda/core/message/notification';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import { conditionsIn, type Run } from '../../lambda/core/run/run';
import { silencedServices } from '../../lambda/core/run/silenced-services';
import { silenceLine } from '../../lambda/view/words/silence-words';
import { problemsOf } from './framed-run';
import { SHOWN_HERE } from './live-screen';
import { summarySentence } from './run-table';
import { SHOWN, type ShownState, shownState } from './shown-state';

/** How a service was found, as far as a change of it is an event. */
interface Found {
  readonly state: ShownState;
  readonly reason: string;
}

/** What the lines of a watch have said until now. */
export interface Said {
  readonly services: ReadonlyMap<string, Found>;
  /** Problems, warnings and silences of the last run. */
  readonly remarks: ReadonlySet<string>;
}

export const NOTHING_SAID: Said = { services: new Map(), remarks: new Set() };

/**
 * The lines of a run: services that are not as they were, problems, warnings and silences that are new, and the sum. At first all
 * services count as healthy before. Each line begins with the time, in UTC.
 */
export function runLines(run: Run, before: Said): { readonly lines: readonly string[]; readonly said: Said } {
  const { silences, now } = silencedServices(run);
  const remarks = [
    ...problemsOf(run).map((problem) => `problem: ${problem}`),
    ...run.warnings.map((warning) => `warning: ${warning}`),
    ...silences.map((silence) => silenceLine(silence, now)),
  ];
  const found = run.results.map((result) => ({ ...whyOf(run, result), state: shownState(run, result) }));
  const events = found.flatMap(({ service, reason, message, state }) => {
    const last = before.services.get(service.id) ?? HEALTHY;
    if (last.state === state && last.reason === reason) return [];
    const why = reason === HEALTHY.reason ? '' : ` (${reason}): ${message}`;
    return [`${service.id} is ${SHOWN[state].phrase}${why}`];
  });
  const services = new Map(before.services);
  for (const { service, state, reason } of found) services.set(service.id, { state, reason });
  const lines = [
    ...events,
    ...remarks.filter((remark) => !before.remarks.has(remark)),
    summarySentence(run, createColors(false)),
  ];
  return { lines: lines.map((line) => withTime(line, now)), said: { services, remarks: new Set(remarks) } };
}

/** Of a degraded service, the conditions that hold are the reason. */
function whyOf(run: Run, result: CheckResult): Pick<CheckResult, 'service' | 'reason' | 'message'> {
  const held = shownState(run, result) === 'degraded' ? conditionsIn(run, result) : [];
  if (held.length === 0) return result;
  const [reason, message] = [held.map(({ code }) => code).join(', '), held.map((one) => one.message).join('; ')];
  return { service: result.service, reason, message };
}

const HEALTHY: Found = { state: 'healthy', reason: 'ok' };

/** A notification in one line, with the time at which it is shown: an end is of a run before, which only a later one confirms. */
export function notificationLine(notification: Notification, now: number): string {
  return withTime(`alert, ${SHOWN_HERE}: ${subjectOf(notification)}`, now);
}

function withTime(line: string, at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z ${line}`;
}
