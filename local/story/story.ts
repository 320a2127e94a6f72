/** The story of a service as `explain` tells it: of one incident or of now, and how the service is now. */

import type { AlertPolicy } from '../../lambda/core/config/config';
import type { ReceiverRecord, ReceiverStore } from '../../lambda/core/deliver/receiver-record';
import type { Known } from '../../lambda/core/documents/facts/known';
import { silenceable } from '../../lambda/core/documents/facts/service-view';
import {
  incidentsOf,
  lastIncident,
  spanOfTimeline,
  type Timeline,
  timelineOf,
} from '../../lambda/core/documents/facts/timeline';
import { type RecoveryDocument, recoveryDocument } from '../../lambda/core/documents/recovery-document';
import type { StoredService } from '../../lambda/core/documents/service-document';
import type { Outlet } from '../../lambda/core/documents/words/timeline-words';
import { rangeOf } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import { NOTHING_READ, readBuckets } from '../../lambda/core/history/past';
import type { Incident } from '../../lambda/core/incident/incident';
import { unsentAlerts } from '../../lambda/core/notify/owed';
import { acksInForce, inForce } from '../../lambda/core/silence/in-force';
import type { Silence } from '../../lambda/core/silence/silence';
import { type ServiceState, staleAfterMs } from '../../lambda/core/state/service-state';
import { messageOf } from '../../lambda/core/words/run-failure';

/** Its silences and acknowledgements hold now for one of the incidents of the service, or for all that it may have. */
export interface Story extends Timeline, Pick<Known, 'now' | 'staleAfterMs' | 'silences' | 'acks'> {
  readonly service: StoredService;
  /** Whether the config has it; of another the last that is kept is told. */
  readonly isConfigured: boolean;
  /** `null` if the story is of a time. */
  readonly incident: Incident | null;
  readonly outlet: Outlet;
  readonly intervalMs: number;
  /** How far the recovery of its outage has come; `null` if none recovers. */
  readonly recovery: RecoveryDocument | null;
  /** Of the receivers that the service owes something: those that refuse. */
  readonly refusals: readonly ReceiverRecord[];
  /** Why sums of the past, silences or refusals are missing. */
  readonly problems: readonly string[];
}

export interface StoryOptions extends Pick<Story, 'service' | 'isConfigured' | 'outlet' | 'intervalMs' | 'now'> {
  /** The id of an incident; `null` for the last one, or for the last 15 minutes if there is none, or none that is recent. */
  readonly wanted: string | null;
  /** Where the story begins, in milliseconds since 1970, if it is to be of a time; otherwise `null`. */
  readonly since: number | null;
  readonly history: Pick<HistoryStore, 'read'>;
  /** `null` if it has left the config. */
  readonly policy: Pick<AlertPolicy, 'successThreshold'> | null;
  readonly readReceivers: ReceiverStore['read'];
  /** All that people asked for or the config plans, and acknowledgements; those that do not hold now are left out. */
  readonly readSilences: () => Promise<readonly Silence[]>;
}

/** `null` if no incident with the wanted id is kept. */
export async function storyOf(options: StoryOptions): Promise<Story | null> {
  const { wanted, since, history, policy, readSilences, readReceivers, ...of } = options;
  const { service, intervalMs, now } = of;
  const { state } = service;
  const { id } = service.service;
  const incident = incidentFor({ wanted, since }, state);
  if (incident === undefined) return null;
  const { from, to } = spanOfTimeline({ state, incident, since, now });
  const range = rangeOf(from, to, now);
  const read = (store: typeof history) => readBuckets(new Map([[id, state.history]]), range, store, now);
  const problems: string[] = [];
  const bucketsOf = await read(history).catch((error) => {
    problems.push(`the history can't be read: ${messageOf(error)}`);
    return read(NOTHING_READ);
  });
  const silences = await readSilences().catch((error): readonly Silence[] => {
    problems.push(messageOf(error));
    return [];
  });
  const owed = [...new Set(unsentAlerts(state, now).map(({ receiver }) => receiver))];
  const refusals = await (owed.length === 0
    ? []
    : readReceivers(owed).catch((error): readonly ReceiverRecord[] => {
        problems.push(`why receivers refuse can't be read: ${messageOf(error)}`);
        return [];
      }));
  const timeline = timelineOf({ state, incident, since, intervalMs, now, buckets: bucketsOf(id) });
  return {
    ...{ ...of, ...timeline, incident, refusals, problems, staleAfterMs: staleAfterMs(intervalMs) },
    recovery: recoveryDocument(state, policy, { intervalMs, now }),
    silences: of.isConfigured ? inForce(silences, [silenceable(service)], now) : [],
    acks: of.isConfigured ? acksInForce(silences, [silenceable(service)], now) : [],
  };
}

/** `undefined` if the one that is wanted is not kept. */
function incidentFor(
  { wanted, since }: Pick<StoryOptions, 'wanted' | 'since'>,
  state: ServiceState,
): Incident | null | undefined {
  if (wanted !== null) return incidentsOf(state).find(({ id }) => id === wanted);
  return since === null ? lastIncident(state) : null;
}
