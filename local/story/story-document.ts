/** A story as a document: `explain --json` prints it. */

import type { TimelineEntry, Unknown } from '../../lambda/core/documents/facts/timeline';
import { type IncidentDocument, incidentDocument } from '../../lambda/core/documents/incident-document';
import { type ServiceDocument, serviceDocument } from '../../lambda/core/documents/service-document';
import { iso } from '../../lambda/core/documents/words/format';
import { describeEntry, describeUnknown } from '../../lambda/core/documents/words/timeline-words';
import type { Incident } from '../../lambda/core/incident/incident';
import { type SilenceDocument, silenceDocument } from '../../lambda/core/silence/silence-document';
import type { Story } from './story';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/explain.md has the fields. */
export interface StoryDocument {
  readonly service: string;
  readonly configured: boolean;
  /** `null` if it is the story of a time. */
  readonly incident: IncidentDocument | null;
  /** How the service is now. */
  readonly now: ServiceDocument;
  /** Because of which nobody is notified of it now, or of one of its incidents. */
  readonly silences: readonly SilenceDocument[];
  /** Since when receivers refuse that are owed something of this service. */
  readonly refusals: readonly { readonly receiver: string; readonly since: string; readonly message: string }[];
  readonly from: string;
  readonly to: string;
  readonly timeline: readonly EntryDocument[];
  readonly unknown: readonly { readonly what: Unknown['what']; readonly before: string; readonly text: string }[];
  readonly problem: string | null;
}

/** `until` is there if it lasts; what else there is depends on `kind`. */
export interface EntryDocument {
  readonly kind: TimelineEntry['kind'];
  readonly at: string;
  readonly text: string;
  readonly [detail: string]: unknown;
}

export function storyDocument(story: Story): StoryDocument {
  const { service: known, incident, entries, unknown, from, to, now, outlet, problems } = story;
  const service = known.service.id;
  return {
    service,
    configured: story.isConfigured,
    incident: incident && incidentDocument(service, known.state, incident, now),
    now: serviceDocument(story, known, null),
    silences: story.silences.map(silenceDocument),
    refusals: story.refusals.map(({ receiver, since, message }) => ({ receiver, since: iso(since), message })),
    from: iso(from),
    to: iso(to),
    timeline: entries.map((entry) => ({
      kind: entry.kind,
      at: iso(entry.at),
      ...detailsOf(entry),
      text: describeEntry(entry, outlet),
    })),
    unknown: unknown.map(({ what, before }) => ({
      ...{ what, before: iso(before) },
      text: describeUnknown({ unknown: [{ what, before }] }, iso)[0] ?? '',
    })),
    problem: problems.length === 0 ? null : problems.join('; '),
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
    case 'owed': {
      const { incident, receiver, event, summary, tries } = entry.owed;
      return { incident, receiver, event, summary, tries };
    }
    case 'withheld': {
      const { incident, event, silence } = entry.withheld;
      const { by, reason, planned } = silence;
      return { incident, event, silence: { by, reason, planned } };
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
