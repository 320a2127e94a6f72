/** A deployment in which everything is that a document can say: forty days of real runs, the last hours of them minute by minute. */

import type { Config } from '../../../lambda/core/config/config';
import { createReceiverKeeper } from '../../../lambda/core/deliver/keep-receivers';
import { type Receiver, TOPIC } from '../../../lambda/core/deliver/receiver';
import type { ReceiverStore } from '../../../lambda/core/deliver/receiver-record';
import type { HistoryStore } from '../../../lambda/core/history/history-items';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { Run } from '../../../lambda/core/run/run';
import { runCheck } from '../../../lambda/core/run/run-check';
import type { Outputs } from '../../../lambda/core/run/run-context';
import { plannerOf } from '../../../lambda/core/silences/maintenance';
import type { Silence } from '../../../lambda/core/silences/silence';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import { configFrom } from '../../../local/input/load-config';
import { createLiveSource, type LiveSource } from '../../../local/page/source/live-source';
import { createMemoryHistory } from '../../../local/store/memory-store';
import { memoryOutputs } from './memory-outputs';
import { memoryReceivers } from './memory-receivers';
import { answer, failure, NOW, reportOf, TIMINGS } from './observations';
import { ackAt, silenceAt } from './silences';
import { virtualClock } from './virtual-clock';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Before the last hours there is a run a day. */
const MINUTE_BY_MINUTE = 120;

/** What a service answers, by how many minutes before the end; `null` if the checker can't ask it. */
type Answers = (minute: number) => Observation | null;

interface Scripted {
  /** Its entry in the config, without its id and address. */
  readonly lines?: string;
  readonly answers: Answers;
  /** Since how many minutes before the end, and until when, the config has it. */
  readonly from?: number;
  readonly until?: number;
}

const timeAt = (minute: number) => NOW - minute * MINUTE_MS;

function well(
  id: string,
  minute: number,
  fields: Readonly<Record<string, unknown>> = {},
  more: object = {},
): Observation {
  const at = timeAt(minute);
  const uptime = 9_000_000 - minute * 60;
  const seen = { certificateExpiresAt: NOW + 90 * 86_400_000, certificateName: 'shop.internal' };
  return {
    ...answer(200, reportOf({ service: id, timestamp: new Date(at).toISOString(), uptime, ...fields })),
    ...seen,
    ...more,
  } as Observation;
}

const sick = (id: string) => answer(503, { error: 'Database connection failed', service: id, timestamp: null });
const refused = () =>
  failure('connection_refused', {
    detail: 'ECONNREFUSED 10.0.0.1:443',
    timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: null, downloadMs: null, totalMs: 1 },
  });

/** Each service with what it is there for. */
const SERVICES: Readonly<Record<string, Scripted>> = {
  // Well, with restarts and versions of every age; the checker itself was blocked during its last check.
  user: {
    lines: 'group: accounts, environment: production, runbook: "https://wiki.internal/user", slow: 2s',
    answers: (minute) =>
      well(
        'user',
        minute,
        {
          version: minute > 10 * DAY_MINUTES ? '1.0.0' : minute > 100 ? '1.1.0' : '1.2.0',
          uptime: minute > 100 ? 9_000_000 - minute * 60 : (100 - minute) * 60 + 30,
          region: 'eu-central-1',
        },
        minute === 0 ? { timings: { ...TIMINGS, blockedMs: 9, tokenMs: 20 } } : {},
      ),
  },
  // Fails since 40 minutes, right after a new version; it relapsed, people were reminded, and ana acknowledged it.
  checkout: {
    lines: 'group: payments, severity: critical, runbook: "https://wiki.internal/checkout"',
    answers: (minute) =>
      minute > 40 || minute === 30
        ? well('checkout', minute, { version: minute > 42 ? '2.0.0' : '2.1.0' })
        : minute > 20
          ? sick('checkout')
          : refused(),
  },
  // Failed at the same time as the checkout, for the same reason.
  invoice: {
    lines: 'group: payments',
    answers: (minute) => (minute > 40 ? well('invoice', minute) : sick('invoice')),
  },
  // Its outage recovers.
  payment: {
    lines: 'group: payments',
    answers: (minute) => (minute > 40 || minute < 2 ? well('payment', minute) : answer(500, { error: 'no disk' })),
  },
  // Was silenced by ben before it failed.
  recurring: { answers: (minute) => (minute > 15 ? well('recurring', minute) : sick('recurring')) },
  // Fails in planned maintenance, and failed in the one of yesterday.
  reports: { answers: (minute) => (minute > 12 ? well('reports', minute) : refused()) },
  // Fails, but not for long enough.
  search: {
    lines: 'alerts: { failureThreshold: 3 }',
    answers: (minute) => (minute > 0 ? well('search', minute) : answer(200, '<title>Upstream gone</title>')),
  },
  // Is nearly out of memory, and people were notified of that.
  cache: {
    answers: (minute) => well('cache', minute, { memory: { used: minute > 90 ? 200 : 508, total: 512 }, version: 3 }),
  },
  // Its certificate expires soon, which is only shown; its report lacks what a report should have.
  mail: {
    lines: 'conditions: { certificate_expires_soon: show }',
    answers: (minute) =>
      well(
        'mail',
        minute,
        { memory: { used: minute > 0 ? 2 : 9, total: 5 } },
        {
          certificateExpiresAt: NOW + 2 * 86_400_000,
          clientCertificate: { expiresAt: NOW + 40 * 86_400_000, name: 'Mail Authority' },
        },
      ),
  },
  // Has used its budget in two short outages.
  tax: {
    lines: 'severity: warning',
    answers: (minute) =>
      (minute <= 110 && minute > 95) || (minute <= 70 && minute > 55) ? refused() : well('tax', minute),
  },
  // People are only informed about it, and not at all while the checkout fails, which it needs.
  blog: {
    lines: 'severity: info, needs: [checkout]',
    answers: (minute) => (minute > 6 ? well('blog', minute) : refused()),
  },
  // The checker could not ask it in the last run.
  stock: { answers: (minute) => (minute > 0 ? well('stock', minute) : null) },
  // Was never checked.
  fresh: { answers: () => null },
  // Has left the config while it failed.
  legacy: { answers: (minute) => (minute > 70 ? well('legacy', minute) : sick('legacy')), until: 20 },
};

const SILENCES: readonly Silence[] = [
  silenceAt(timeAt(20), { id: 'k3v9x1', services: ['recurring'], by: 'ben' }),
  ackAt(timeAt(18), { services: ['checkout'] }),
];

const CONFIG_LINES = [
  'name: shop',
  'interval: 1m',
  'objective: { availability: 99.9%, responseTime: { under: 800ms, share: 95% } }',
  'alerts:',
  '  successThreshold: 3',
  '  remindEvery: 10m',
  '  receivers:',
  '    - { id: hook, ntfy: { url: "https://ntfy.internal", topic: hook } }',
  '    - { id: pager, ntfy: { url: "https://ntfy.internal", topic: pager } }',
  'retry: { attempts: 1 }',
  `maintenance: [{ name: database move, services: [reports], from: "${new Date(timeAt(14)).toISOString()}", to: "${new Date(timeAt(-60)).toISOString()}" }]`,
];

export interface WorldOptions {
  /** In which order the config has its services; that of this file by default. */
  readonly order?: (ids: readonly string[]) => readonly string[];
  /** The ids of services that are there besides, and always well. */
  readonly more?: readonly string[];
}

export interface WholeWorld {
  readonly config: Config;
  /** What a watch knows after the last run. */
  readonly source: LiveSource;
  /** The last run. */
  readonly run: Run;
  readonly history: HistoryStore;
  readonly receivers: ReceiverStore;
}

export async function wholeWorld({ order = (ids) => ids, more = [] }: WorldOptions = {}): Promise<WholeWorld> {
  const scripted: Readonly<Record<string, Scripted>> = {
    ...SERVICES,
    ...Object.fromEntries(more.map((id) => [id, { answers: (minute: number) => well(id, minute) }])),
  };
  const configAt = (minute: number) => configOf(order(Object.keys(scripted)), scripted, minute);
  const clock = virtualClock(0);
  const { store, send } = memoryOutputs();
  const history = createMemoryHistory();
  const kept = memoryReceivers();
  const receivers: readonly Receiver[] = [
    { id: TOPIC, isBySubject: true, send, sendNotice: async () => undefined },
    { id: 'hook', send: async () => undefined, sendNotice: async () => undefined },
    // Refuses everything since 75 minutes: for more than an hour, which is an incident of the deployment itself.
    {
      id: 'pager',
      send: async () => {
        if (clock.now() > timeAt(75)) throw new Error('refused with 401');
      },
    },
  ];
  const ids = receivers.map(({ id }) => id);
  const receiverKeeper = createReceiverKeeper({ store: kept.store, receivers: ids, clock });
  const silences = { read: async () => SILENCES.filter(({ from }) => from <= clock.now()) };
  const outputs: Outputs = {
    store,
    history,
    receivers,
    receiverKeeper,
    silences,
    publish: async () => undefined,
    links: { dashboard: null, logs: null },
  };
  const runAt = (minute: number, remembered: Snapshots): Promise<Run> => {
    const config = configAt(minute);
    clock.set(timeAt(minute) - clock.now());
    const probe = async ({ url }: { readonly url: string }) => {
      const id = new URL(url).hostname.split('.')[0] ?? '';
      const found = scripted[id]?.answers(minute) ?? null;
      if (found === null) throw new Error('EMFILE: too many open files');
      return found;
    };
    const planned = plannerOf(config, () => null);
    const ask = () => Promise.reject(new Error('throttled'));
    const regions = { home: 'eu-central-1', others: ['us-east-1', 'sa-east-1'], ask, lastVotes: new Map() };
    return clock.run(runCheck(config, { probe, clock, regions, planned, outputs }, { remembered }));
  };

  let run: Run | null = null;
  for (const minute of MINUTES) run = await runAt(minute, run?.states ?? new Map());
  if (run === null) throw new Error('there was no run');
  const config = configAt(0);
  const source = createLiveSource(config, history, clock, { states: new Map(), silences: [] });
  source.update(run);
  return {
    config,
    source,
    run,
    history,
    receivers: kept.store,
  };
}

const MINUTES: readonly number[] = [
  ...Array.from({ length: 39 }, (_, index) => (40 - index) * DAY_MINUTES),
  ...Array.from({ length: MINUTE_BY_MINUTE + 1 }, (_, index) => MINUTE_BY_MINUTE - index),
];

function configOf(ids: readonly string[], scripted: Readonly<Record<string, Scripted>>, minute: number): Config {
  const present = ids.filter((id) => {
    const { from = Number.POSITIVE_INFINITY, until = 0 } = scripted[id] as Scripted;
    return minute <= from && minute >= until;
  });
  const known = configs.get(present.join());
  if (known !== undefined) return known;
  const entries = present.map((id) => {
    const { lines } = scripted[id] as Scripted;
    return `  - { id: ${id}, baseUrl: "https://${id}.internal"${lines === undefined ? '' : `, ${lines}`} }`;
  });
  const config = configFrom('(test)', [...CONFIG_LINES, 'services:', ...entries, ''].join('\n'), { probing: 'all' });
  configs.set(present.join(), config);
  return config;
}

const configs = new Map<string, Config>();
