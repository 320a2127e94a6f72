/** The timeline of a service, in the order of time: `explain` prints it, and the page of an incident shows it. */

import type { Incident } from '../incident/incident';
import type { Timeline, TimelineEntry, Unknown } from './facts/timeline';
import { iso } from './words/format';
import { describeEntry, describeUnknown, type Outlet } from './words/timeline-words';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/documents.md has the fields. */
export interface TimelineDocument {
  readonly from: string;
  readonly to: string;
  readonly timeline: readonly EntryDocument[];
  /** Facts of this time that are not known, or not any more. */
  readonly unknown: readonly UnknownDocument[];
}

/** `until` is there if it lasts; what else there is depends on `kind`. */
export interface EntryDocument {
  readonly kind: TimelineEntry['kind'];
  readonly at: string;
  readonly until?: string | null;
  /** The entry in words, without its time. */
  readonly text: string;
  readonly [detail: string]: unknown;
}

export interface UnknownDocument {
  readonly what: Unknown['what'];
  readonly before: string;
  readonly text: string;
}

/** `outlet` is what becomes of the alerts of the topic. */
export function timelineDocument({ from, to, entries, unknown }: Timeline, outlet: Outlet): TimelineDocument {
  return {
    from: iso(from),
    to: iso(to),
    timeline: entries.map((entry) => ({
      kind: entry.kind,
      at: iso(entry.at),
      ...detailsOf(entry),
      text: describeEntry(entry, outlet),
    })),
    unknown: unknown.map(({ what, before }) => ({
      what,
      before: iso(before),
      text: describeUnknown(what, iso(before)),
    })),
  };
}

function detailsOf(entry: TimelineEntry): Record<string, unknown> {
  switch (entry.kind) {
    case 'checks': {
      const { until, checks, healthy, failures, reason, message, p50, inMaintenance, stepMs, restarts, versions } =
        entry;
      const found = { until: iso(until), checks, healthy, failures, reason, message, p50Ms: p50, inMaintenance };
      return { ...found, restarts, versions, sumsOfSeconds: stepMs === null ? null : stepMs / 1_000 };
    }
    case 'gap':
      return { until: iso(entry.until) };
    case 'change':
      return { restarted: entry.restarted, version: entry.version };
    case 'opened':
    case 'resolved':
      return aboutIncident(entry.incident);
    case 'condition':
      return { code: entry.condition.code, message: entry.condition.message };
    case 'sent': {
      const { id, event, summary, at, notification } = entry.alert;
      return { id, receivers: entry.receivers, event, summary, happenedAt: iso(at), together: notification };
    }
    case 'unsent': {
      const { incident, receiver, event, summary, tries } = entry.unsent;
      return { incident, receiver, event, summary, tries };
    }
    case 'silenced': {
      const { incident, event, silence } = entry.silenced;
      const { by, reason, planned } = silence;
      return { incident, event, silence: { by, reason, planned } };
    }
    case 'behind': {
      const { until, of, service } = entry;
      return { until: until === undefined ? null : iso(until), incident: of, service };
    }
    case 'ack': {
      const { until, ack, of } = entry;
      return { until: until === undefined ? null : iso(until), incident: of, by: ack.by, note: ack.note };
    }
    case 'clue':
      return { code: entry.clue.code, message: entry.clue.message };
  }
}

function aboutIncident(incident: Incident): Record<string, unknown> {
  const { id, kind, reason } = incident;
  return { incident: id, incidentKind: kind, reason };
}
