/** The one timeline of a service: an incident's page, the overview, `explain` and the Markdown story show its steps. */

import { CHECKS_KEPT } from '../../history/running-history';
import { CHANGES_KEPT } from '../../history/service-change';
import { HELD_ALERTS_KEPT } from '../../notify/held-alerts';
import { spanOfStory } from '../facts/stored-incidents';
import { describeInstant, iso } from '../words/format';
import { checkRows, isGap, type RowsOptions } from './check-rows';
import { checkSteps } from './check-steps';
import { STEP_MARKS, type Step, type StepDocument, type Story, stepDocument } from './step';
import { incidentSteps, serviceSteps } from './steps';
import { peopleSteps, sentIn } from './steps-of-people';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/documents.md has the fields. */
export interface TimelineDocument {
  readonly from: string;
  readonly to: string;
  /** The steps, in chronological order. */
  readonly timeline: readonly StepDocument[];
  /** Facts in this time that are not recorded, or no longer. */
  readonly unknown: readonly UnknownDocument[];
}

export interface UnknownDocument {
  readonly what: 'single_checks' | 'checks' | 'changes' | 'sent' | 'silenced';
  /** They are not recorded for the time before this. */
  readonly before: string;
}

export type TimelineOptions = Omit<Story, 'rows' | 'from' | 'to'> & Pick<RowsOptions, 'intervalMs' | 'buckets'>;

/** Builds the timeline. The buckets must cover `spanOfStory`; without them it has only the last checks. */
export function timelineDocument(options: TimelineOptions): TimelineDocument {
  const { from, to } = spanOfStory(options);
  const rows = checkRows(options, { from, to });
  const story = { ...options, from, to, rows };
  const steps = [
    ...checkSteps(story, options.intervalMs),
    ...serviceSteps(story),
    ...incidentSteps(story),
    ...peopleSteps(story),
  ];
  return {
    from: iso(from),
    to: iso(to),
    timeline: steps.sort(compareSteps).map(stepDocument),
    unknown: unknownIn(story, options.intervalMs),
  };
}

function compareSteps(left: Step, right: Step): number {
  return left.at - right.at || STEP_MARKS.indexOf(left.mark) - STEP_MARKS.indexOf(right.mark);
}

/** Returns the facts that are not recorded. A full list has lost its older entries. */
function unknownIn(story: Story, intervalMs: number): readonly UnknownDocument[] {
  const { from, to, rows, state } = story;
  const { latest, changes, heldAlerts, history } = state;
  const totals = rows.filter(({ stepMs }) => stepMs !== null);
  const first = rows[0]?.at ?? to;
  const afterOthers = sentIn(story).filter(({ isAfterOthers }) => isAfterOthers);
  const lost = (what: UnknownDocument['what'], full: boolean, before = 0): readonly UnknownDocument[] =>
    full && before > from ? [{ what, before: iso(before) }] : [];
  return [
    // The deployment itself is never checked.
    ...lost('checks', latest !== null && isGap(from, first, intervalMs), first),
    ...lost('single_checks', totals.length > 0, history.checks[0]?.at ?? totals.at(-1)?.until),
    ...lost('changes', changes.length >= CHANGES_KEPT, changes[0]?.at),
    ...lost('sent', afterOthers.length > 0, afterOthers.at(-1)?.sentAt),
    ...lost('silenced', heldAlerts.length >= HELD_ALERTS_KEPT, heldAlerts[0]?.at),
  ];
}

/** Returns what is not recorded as a sentence. The time has a date if it is on another day than `base`, in milliseconds since 1970. */
export function describeUnknown({ what, before }: UnknownDocument, base: number): string {
  return UNKNOWN[what](describeInstant(Date.parse(before), base));
}

const UNKNOWN: Readonly<Record<UnknownDocument['what'], (before: string) => string>> = {
  checks: (before) => `History starts at ${before}.`,
  single_checks: (before) =>
    `Checks before ${before} are stored only as 5-minute totals; the last ${CHECKS_KEPT} individually.`,
  changes: (before) => `Only the last ${CHANGES_KEPT} restarts and versions are stored individually, since ${before}.`,
  sent: (before) => `Before ${before}, only the first and the last alert of each incident to each receiver are stored.`,
  silenced: (before) =>
    `Only the last ${HELD_ALERTS_KEPT} silences, acknowledgements and held-back alerts are stored, since ${before}.`,
};
