/** Runs of the keeping of incidents, minute by minute, over a store and a sink in memory. */

import type { Config, Service } from '../../../lambda/core/config/config';
import { type Shard, WHOLE } from '../../../lambda/core/config/shard';
import type { ReceiverKeeper } from '../../../lambda/core/deliver/keep-receivers';
import { type NotificationRecords, type Receiver, TOPIC } from '../../../lambda/core/deliver/receiver';
import type { ReceiverNews } from '../../../lambda/core/deliver/receiver-record';
import type { HistoryStore } from '../../../lambda/core/history/history-items';
import { openIncidents } from '../../../lambda/core/incident/incident';
import { fits } from '../../../lambda/core/message/forms/sns-message';
import type { Notification } from '../../../lambda/core/message/notification';
import { unsentAlerts } from '../../../lambda/core/notify/unsent-alerts';
import type { Check, CheckResult } from '../../../lambda/core/probe/check-result';
import type { Verdict } from '../../../lambda/core/probe/classify';
import { advance, advanceUnchecked } from '../../../lambda/core/run/advance';
import { deliver } from '../../../lambda/core/run/deliver';
import { readKnown } from '../../../lambda/core/run/read-known';
import { type Outputs, type RunContext, startRun } from '../../../lambda/core/run/run-context';
import { saveReceivers, saveUnread } from '../../../lambda/core/run/save-last';
import type { Silence, SilenceStore } from '../../../lambda/core/silences/silence';
import { loadSilencing, NO_SILENCING, type Silencing } from '../../../lambda/core/silences/silencing';
import { keepHistories } from '../../../lambda/core/state/keep-histories';
import { isDoneWith } from '../../../lambda/core/state/retired';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import type { StateStore } from '../../../lambda/core/state/store';
import { readState } from '../../../lambda/core/state/stored-state';
import type { Clock } from '../../../lambda/core/words/clock';
import type { RunFailure } from '../../../lambda/core/words/run-failure';
import { memoryHistory } from './histories';
import type { MemoryOutputs } from './memory-outputs';
import { NOW, TIMINGS } from './observations';
import { configOf } from './runs';
import { findingOf, MINUTE_MS } from './story';

const LINKS = { dashboard: null, logs: null };
export const CLOCK = { now: () => NOW, elapsed: () => 0, sleep: async () => undefined };

/** The lines of a config for these stories, with both thresholds at one. */
const AT_ONCE = ['alerts: { successThreshold: 1, remindEvery: never }'];

/** A result by its reason (see `findingOf`), at `minute`. */
export function resultAt(minute: number, id: string, reason: string, lines = AT_ONCE): CheckResult {
  const service = serviceOf(id, lines);
  const verdict: Verdict = { ...findingOf(reason), errorBody: null, warnings: [], certificate: null };
  return { ...verdict, service, attempts: 1, at: NOW + minute * MINUTE_MS, timings: TIMINGS };
}

const CONFIG = configOf({ a: 'https://a.internal' }, ['name: shop', 'interval: 1m']);

const services = new Map<string, Service>();

/** Thousands of runs ask for the same few. */
function serviceOf(id: string, lines: readonly string[]): Service {
  const key = [id, ...lines].join('\n');
  const service = services.get(key) ?? (configOf({ [id]: `https://${id}.internal` }, lines).services[0] as Service);
  services.set(key, service);
  return service;
}

export interface ProcessRun {
  readonly sent: readonly Notification[];
  readonly failures: readonly RunFailure[];
  /** What receivers have done with what they were sent. */
  readonly news: readonly ReceiverNews[];
  /** What the next run of the process remembers. */
  readonly states: Snapshots;
}

/** A process of the checker: what it remembers of its runs before is its own. */
export interface Process {
  /** One run: what it found by service. Services that are stored and not named have left the config. */
  run(minute: number, found: Readonly<Record<string, string>>, lines?: string[]): Promise<ProcessRun>;
}

export interface ProcessOptions {
  readonly groupFrom?: number | null;
  readonly clock?: Clock;
  readonly shard?: Shard;
  /** Where the services of notifications are kept; nowhere if this is missing. */
  readonly records?: Pick<NotificationRecords, 'keep'>;
  /** Where the hours that are over are written; nowhere if this is missing. */
  readonly history?: HistoryStore;
  /** The silences that people ask for. */
  readonly silences?: Pick<SilenceStore, 'read'>;
  /** The maintenance of the config. */
  readonly planned?: readonly Silence[];
  /** Who is notified besides. */
  readonly more?: readonly Receiver[];
  /** Keeps the records of receivers; nobody does if this is missing. */
  readonly receiverKeeper?: ReceiverKeeper;
  /** The services of other shards. */
  readonly others?: readonly string[];
  /** What the config says of a service besides. */
  readonly of?: (id: string) => object;
  /** How many days the certificate of a service that was reached still holds; `null` without TLS. */
  readonly daysLeft?: (id: string) => number | null;
}

export function startProcess(
  { store, send, sendNotice }: { readonly store: StateStore } & Pick<Receiver, 'send' | 'sendNotice'>,
  { groupFrom = 3, of = () => ({}), clock, shard = WHOLE, history, others = [], ...rest }: ProcessOptions = {},
): Process {
  const { silences, planned = [], records, more = [], receiverKeeper, daysLeft = () => null } = rest;
  let remembered: Snapshots = new Map();
  let requestedSilences: readonly Silence[] | null = null;
  return {
    run: async (minute, found, lines) => {
      const checks = Object.entries(found).map(async ([id, reason]) => {
        const result = resultAt(minute, id, reason, lines);
        const certificate = result.kind === 'unreachable' ? null : certificateOf(daysLeft(id), result.at);
        return { ...result, certificate, service: { ...result.service, ...of(id) } };
      });
      const configured = [...Object.keys(found), ...others];
      const startedAt = NOW + minute * MINUTE_MS;
      const silencing = await loadSilencing({ store: silences, remembered: requestedSilences, planned }, startedAt);
      const kept = await keepChecks(
        checks,
        { store, send, ...(sendNotice && { sendNotice }), ...(records && { records }) },
        remembered,
        {
          ...(clock && { clock }),
          groupFrom,
          shard,
          silencing,
          startedAt,
          more,
          asked: Object.keys(found),
          ...(receiverKeeper && { receiverKeeper }),
          configured: configured.map((id) => ({ id })),
        },
      );
      const ends =
        history && (await keepHistories(kept.states, { history, clock: { now: () => startedAt }, startedAt }));
      remembered = ends?.states ?? kept.states;
      requestedSilences = silencing.requested;
      const failures = [silencing.failures, kept.failures, ends?.failures ?? []].flat();
      return { sent: kept.sent, states: remembered, failures, news: kept.news };
    },
  };
}

interface KeepOptions {
  readonly configured: readonly { readonly id: string; readonly group?: string | null }[];
  /** The services of this shard; all that are configured if it is missing. */
  readonly asked?: readonly string[];
  readonly startedAt: number;
  readonly groupFrom?: number | null;
  readonly clock?: Clock;
  readonly shard?: Shard;
  readonly silencing?: Silencing;
  /** Who is notified besides. */
  readonly more?: readonly Receiver[];
  readonly receiverKeeper?: ReceiverKeeper;
}

/** The part of a run that comes after its checks: what they found is kept, and people are notified. */
export async function keepChecks(
  checks: readonly Promise<Check>[],
  { store, ...receiver }: { readonly store: StateStore } & Omit<Receiver, 'id'>,
  remembered: Snapshots,
  {
    configured,
    asked,
    startedAt,
    groupFrom = 3,
    clock = { ...CLOCK, now: () => startedAt },
    shard = WHOLE,
    ...rest
  }: KeepOptions,
): Promise<ProcessRun> {
  const { silencing = NO_SILENCING, more = [], receiverKeeper } = rest;
  const isOfShard = (id: string) => asked?.includes(id) ?? true;
  const services = configured
    .filter(({ id }) => isOfShard(id))
    .map(({ id, group }) => ({ ...serviceOf(id, AT_ONCE), ...(group && { group }) }));
  const config = { ...CONFIG, services, groupFrom, receivers: more as unknown as Config['receivers'] };
  const start = startRun(
    config,
    { clock, probe: () => Promise.reject(new Error('nobody is asked')) },
    { remembered, shard, others: configured.filter(({ id }) => !isOfShard(id)) },
  );
  const outputs: Outputs = {
    store,
    receivers: [{ id: TOPIC, fits, isBySubject: true, ...receiver }, ...more],
    publish: async () => undefined,
    history: memoryHistory([]),
    links: LINKS,
    ...(receiverKeeper && { receiverKeeper }),
  };
  const started = { ...start, startedAt };
  const read = await readKnown(started, outputs);
  const run: RunContext = { ...started, ...read, outputs, silencing: { ...silencing, drill: null, failures: [] } };
  const advanced = [...advance(await Promise.all(checks), run), ...advanceUnchecked(run)];
  const delivered = await deliver(advanced, null, run);
  const after = await saveUnread(delivered, run);
  const states = new Map([...after].filter(([, { state, unsaved }]) => unsaved || !isDoneWith(state)));
  const { sent, news } = delivered;
  const watched = await saveReceivers(news, states, run);
  const failures = [...read.known.failures, ...delivered.failures, ...watched.failures];
  return { sent, states: watched.states, failures, news };
}

function certificateOf(daysLeft: number | null, at: number): Verdict['certificate'] {
  return daysLeft === null ? null : { daysLeft, expiresAt: at + daysLeft * 86_400_000 };
}

/** The state of a service as the store holds it. */
export function storedState({ stored }: Pick<MemoryOutputs, 'stored'>, id: string): ServiceState {
  const state = readState(stored.get(id)?.state);
  if (!state) throw new Error(`nothing is stored of ${id}`);
  return state;
}

/** What the store has of a service as owed or open, in words; nothing once all is over and known. */
export function leftOf(outputs: MemoryOutputs, id: string): readonly string[] {
  const state = storedState(outputs, id);
  return [
    ...unsentAlerts(state).map(({ event, incident }) => `owes ${event} of ${incident}`),
    ...openIncidents(state).map((incident) => `has ${incident.id} open`),
  ];
}
