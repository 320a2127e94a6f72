/** The story of a service for `explain`: of an incident or of a time, and of its present state. */

import type { ReceiverRecord, ReceiverStore } from '../../lambda/core/deliver/receiver-record';
import type { RelatedService } from '../../lambda/core/documents/facts/deployment-facts';
import { silenceable } from '../../lambda/core/documents/facts/service-view';
import { incidentsOf, lastIncident, spanOfStory } from '../../lambda/core/documents/facts/stored-incidents';
import { type IncidentDocument, incidentDocument } from '../../lambda/core/documents/incident-document';
import { timelineDocument } from '../../lambda/core/documents/incident-story/timeline';
import {
  type ServiceDocument,
  type StoredService,
  serviceDocument,
} from '../../lambda/core/documents/service-document';
import { iso } from '../../lambda/core/documents/words/format';
import type { Bucket } from '../../lambda/core/history/bucket';
import { type HistoryStore, rangeOf } from '../../lambda/core/history/history-items';
import { NOTHING_READ, readBuckets } from '../../lambda/core/history/past';
import type { Incident } from '../../lambda/core/incident/incident';
import { overdueAlerts } from '../../lambda/core/notify/unsent-alerts';
import { acksInForce, inForce } from '../../lambda/core/silences/in-force';
import type { Silence } from '../../lambda/core/silences/silence';
import { type SilenceDocument, silenceDocument } from '../../lambda/core/silences/silence-document';
import { type ServiceState, staleAfterMs } from '../../lambda/core/state/service-state';
import { DEPLOYMENT } from '../../lambda/core/words/ids';
import { errorMessage } from '../../lambda/core/words/run-failure';
import type { PastedStory } from '../../lambda/view/incidents/story-markdown';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/documents.md has the fields. */
export interface StoryDocument extends PastedStory {
  readonly schema: 1;
  /** Whether the config has the service; if not, the story covers the last recorded time. */
  readonly configured: boolean;
  /** The last recorded incident, for the story of a time span; `null` if there is none. */
  readonly lastIncident: Pick<IncidentDocument, 'id' | 'resolvedAt'> | null;
  /** The current status of the service; `null` for the deployment itself, which is not checked. */
  readonly now: ServiceDocument | null;
  /** The silences that apply now to the service, or to one of its incidents. */
  readonly silences: readonly SilenceDocument[];
  /** The acknowledgements of its incidents that are in force. */
  readonly acks: readonly SilenceDocument[];
  /** The receivers with pending alerts about this service that refuse alerts, since when, and their answers. */
  readonly refusals: readonly { readonly receiver: string; readonly since: string; readonly message: string }[];
}

export interface StoryOptions {
  readonly service: StoredService;
  /** All services of the config: the states of those that it needs are known. */
  readonly services: readonly RelatedService[];
  /** Whether the config has the service, or it is the deployment itself. */
  readonly isConfigured: boolean;
  readonly isDeployed: boolean;
  readonly intervalMs: number;
  readonly now: number;
  /** The id of an incident; `null` for the last incident, or for the last 15 minutes if there is no recent incident. */
  readonly wanted: string | null;
  /** The beginning of the time that the story covers, in milliseconds since 1970; `null` for an incident. */
  readonly since: number | null;
  readonly history: Pick<HistoryStore, 'read'>;
  readonly readReceivers: ReceiverStore['read'];
  /** All silences, planned ones too, and acknowledgements; those that are not in force now are left out. */
  readonly readSilences: () => Promise<readonly Silence[]>;
}

/** Returns the story; `null` if no incident with the wanted id is stored. */
export async function storyOf(options: StoryOptions): Promise<StoryDocument | null> {
  const { service, services, isConfigured, isDeployed, intervalMs, now, since } = options;
  const { state } = service;
  const { id } = service.service;
  const incident = incidentFor(options, state);
  if (incident === undefined) return null;
  const problems: string[] = [];
  const buckets = await readPast(options, incident, problems);
  const silences = isConfigured ? await readSilences(options, problems) : [];
  const refusals = await readRefusals(options, problems);
  const held = inForce(silences, [silenceable(service)], now);
  const acks = acksInForce(silences, [silenceable(service)], now);
  const beside = { now, intervalMs, staleAfterMs: staleAfterMs(intervalMs), silences: held, acks, services };
  const [last] = incidentsOf(state);
  return {
    schema: 1,
    at: iso(now),
    service: id,
    configured: isConfigured,
    deployed: isDeployed,
    intervalSeconds: intervalMs / 1_000,
    incident: incident && incidentDocument(id, state, incident, now),
    lastIncident:
      incident === null && last ? { id: last.id, resolvedAt: last.over === null ? null : iso(last.over.at) } : null,
    now: id === DEPLOYMENT ? null : serviceDocument(beside, service, null),
    silences: held.map(silenceDocument),
    acks: acks.map(silenceDocument),
    refusals: refusals.map(({ receiver, since: from, message }) => ({ receiver, since: iso(from), message })),
    ...timelineDocument({ service: id, state, incident, since, intervalMs, now, isDeployed, buckets }),
    problem: problems.length === 0 ? null : problems.join('; '),
  };
}

/** Reads the history; a failure is added to the problems. */
async function readPast(
  { service: { service, state }, since, now, history }: StoryOptions,
  incident: Incident | null,
  problems: string[],
): Promise<readonly Bucket[]> {
  const { from, to } = spanOfStory({ state, incident, since, now });
  const range = rangeOf(from, to, now);
  const read = (store: typeof history) => readBuckets(new Map([[service.id, state.history]]), range, store, now);
  const bucketsOf = await read(history).catch((error) => {
    problems.push(`the history can't be read: ${errorMessage(error)}`);
    return read(NOTHING_READ);
  });
  return bucketsOf(service.id);
}

async function readSilences(options: StoryOptions, problems: string[]): Promise<readonly Silence[]> {
  return options.readSilences().catch((error) => {
    problems.push(errorMessage(error));
    return [];
  });
}

/** Reads the receivers that refuse alerts about the service. */
async function readRefusals(
  { service: { state }, now, readReceivers }: StoryOptions,
  problems: string[],
): Promise<readonly ReceiverRecord[]> {
  const receivers = [...new Set(overdueAlerts(state, now).map(({ receiver }) => receiver))];
  if (receivers.length === 0) return [];
  return readReceivers(receivers).catch((error) => {
    problems.push(`the record of failing receivers can't be read: ${errorMessage(error)}`);
    return [];
  });
}

/** Returns the incident of the story, or `null`; `undefined` if the wanted one is not stored. */
function incidentFor({ wanted, since }: StoryOptions, state: ServiceState): Incident | null | undefined {
  if (wanted !== null) return incidentsOf(state).find(({ id }) => id === wanted);
  return since === null ? lastIncident(state) : null;
}
