/** The timeline of a service, in chronological order, and the facts that are not recorded. */

import { CHECKS_KEPT } from '../history/running-history';
import { CHANGES_KEPT } from '../history/service-change';
import { HELD_ALERTS_KEPT } from '../notify/held-alerts';
import type { Timeline, Unknown } from './facts/timeline';
import { describeSteps, type StepDocument, type TimelineContext } from './incident-story/timeline-steps';
import { iso } from './words/format';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/documents.md has the fields. */
export interface TimelineDocument {
  readonly from: string;
  readonly to: string;
  readonly timeline: readonly StepDocument[];
  /** Facts in this time that are not recorded, or no longer. */
  readonly unknown: readonly UnknownDocument[];
}

export interface UnknownDocument {
  readonly what: Unknown['what'];
  readonly before: string;
  readonly text: string;
}

export function timelineDocument(timeline: Timeline, context: TimelineContext): TimelineDocument {
  return {
    from: iso(timeline.from),
    to: iso(timeline.to),
    timeline: describeSteps(timeline, context),
    unknown: timeline.unknown.map(({ what, before }) => ({
      what,
      before: iso(before),
      text: describeUnknown(what, iso(before)),
    })),
  };
}

/** Returns the unknown facts as a sentence; `before` is a formatted time. */
export function describeUnknown(what: Unknown['what'], before: string): string {
  return UNKNOWN[what](before);
}

const UNKNOWN: Readonly<Record<Unknown['what'], (before: string) => string>> = {
  checks: (before) => `History starts at ${before}.`,
  single_checks: (before) =>
    `Checks before ${before} are stored only as 5-minute totals; the last ${CHECKS_KEPT} individually.`,
  changes: (before) => `Only the last ${CHANGES_KEPT} restarts and versions are stored individually, since ${before}.`,
  sent: (before) => `Before ${before}, only the first and the last alert of each incident to each receiver are stored.`,
  silenced: (before) =>
    `Only the last ${HELD_ALERTS_KEPT} silences, acknowledgements and held-back alerts are stored, since ${before}.`,
};
