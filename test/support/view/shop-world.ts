/** Fourteen services of a shop with 90 days behind them, as real runs found them: what the pictures of the pages show. */

import type { Receiver } from '../../../lambda/core/deliver/receiver';
import type { HistoryItem, ItemKey } from '../../../lambda/core/history/history-items';
import { fits } from '../../../lambda/core/message/forms/sns-message';
import type { Observation, Timings } from '../../../lambda/core/probe/observation';
import type { Run } from '../../../lambda/core/run/run';
import { runCheck } from '../../../lambda/core/run/run-check';
import { plannerOf } from '../../../lambda/core/silences/maintenance';
import type { Silence } from '../../../lambda/core/silences/silence';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import { configFrom } from '../../../local/input/load-config';
import { createLiveSource, type LiveSource } from '../../../local/page/source/live-source';
import { createMemoryStore } from '../../../local/store/memory-store';
import { memoryHistory } from '../core/histories';
import { answer, failure, reportOf } from '../core/observations';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SECOND_OF_CHECK = 55;

/** Three services are down, two are degraded, and one is silenced. */
export const SHOP_DOWN = Date.parse('2026-11-24T07:03:55Z');
const SHOP_DAYS = 91;

interface ShopService {
  readonly id: string;
  readonly group: string;
  /** Usual response times, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly objective: string;
  readonly severity?: string;
  /** The versions, each from a time on. */
  readonly versions: readonly (readonly [from: string, version: string])[];
}

const EVER = '2026-01-01T00:00';

const SERVICES: readonly ShopService[] = [
  {
    id: 'ledger',
    group: 'payments',
    p50: 41,
    p95: 68,
    objective: '99.9%',
    severity: 'critical',
    versions: [
      [EVER, '2.9.3'],
      ['2026-11-23T15:31', '2.9.4'],
      ['2026-11-24T06:59:30', '3.0.0'],
      ['2026-11-24T07:05:30', '2.9.4'],
    ],
  },
  { id: 'cart', group: 'payments', p50: 73, p95: 104, objective: '99.9%', versions: [[EVER, '1.8.2']] },
  { id: 'checkout', group: 'payments', p50: 92, p95: 139, objective: '99.95%', versions: [[EVER, '2.4.1']] },
  { id: 'payment', group: 'payments', p50: 88, p95: 131, objective: '99.95%', versions: [[EVER, '1.6.2']] },
  { id: 'invoice', group: 'payments', p50: 112, p95: 158, objective: '99.9%', versions: [[EVER, '1.5.0']] },
  { id: 'catalog', group: 'shop', p50: 64, p95: 97, objective: '99.9%', versions: [[EVER, '3.8.2']] },
  { id: 'search', group: 'shop', p50: 47, p95: 90, objective: '99.9%', versions: [[EVER, '7.7.0']] },
  { id: 'images', group: 'shop', p50: 36, p95: 55, objective: '99.5%', versions: [[EVER, '2.0.9']] },
  {
    id: 'account',
    group: 'shop',
    p50: 58,
    p95: 86,
    objective: '99.9%',
    versions: [
      [EVER, '1.4.1'],
      ['2026-11-07T23:05', '1.4.2'],
    ],
  },
  { id: 'partner-api', group: 'partners', p50: 121, p95: 177, objective: '99.9%', versions: [[EVER, '4.1.0']] },
  { id: 'mail', group: 'partners', p50: 118, p95: 166, objective: '99.5%', versions: [[EVER, '3.3.1']] },
  { id: 'wiki', group: 'internal', p50: 137, p95: 204, objective: '99%', versions: [[EVER, '9.0.3']] },
  {
    id: 'jobs',
    group: 'internal',
    p50: 108,
    p95: 151,
    objective: '99.5%',
    versions: [
      [EVER, '5.1.8'],
      ['2026-10-27T08:29', '5.1.9'],
      ['2026-11-24T06:30', '5.2.0'],
    ],
  },
  { id: 'auth', group: 'internal', p50: 24, p95: 37, objective: '99.95%', versions: [[EVER, '4.1.3']] },
];

type Trouble =
  | 'refused'
  | 'timeout'
  | 'unhealthy'
  | 'login'
  | 'certificate'
  | 'slow'
  | 'restarting'
  | `503: ${string}`
  | '500'
  | '502';

interface Outage {
  readonly of: readonly string[];
  readonly from: string;
  readonly minutes: number;
  readonly trouble: Trouble;
}

const OUTAGES: readonly Outage[] = [
  { of: ['ledger'], from: '2026-11-24T07:00', minutes: 5, trouble: 'unhealthy' },
  { of: ['cart', 'checkout'], from: '2026-11-24T07:01', minutes: 4, trouble: '503: ledger is not available' },
  { of: ['jobs'], from: '2026-11-24T06:46', minutes: 24, trouble: 'restarting' },
  { of: ['mail'], from: '2026-11-24T06:40', minutes: 34, trouble: 'slow' },
  { of: ['search'], from: '2026-11-24T06:44', minutes: 74, trouble: 'refused' },
  { of: ['ledger'], from: '2026-11-24T03:07', minutes: 8, trouble: 'refused' },
  { of: ['search'], from: '2026-11-23T20:12', minutes: 101, trouble: 'refused' },
  { of: ['ledger'], from: '2026-11-22T18:07', minutes: 12, trouble: 'timeout' },
  { of: ['partner-api'], from: '2026-11-22T09:15', minutes: 3, trouble: '502' },
  { of: ['wiki'], from: '2026-11-17T13:02', minutes: 9, trouble: 'login' },
  { of: ['catalog'], from: '2026-11-14T02:30', minutes: 6, trouble: 'timeout' },
  { of: ['cart', 'checkout'], from: '2026-11-11T09:12', minutes: 14, trouble: '503: redis connection pool exhausted' },
  { of: ['account'], from: '2026-11-07T23:07', minutes: 11, trouble: '503: redis connection pool exhausted' },
  { of: ['search'], from: '2026-11-07T01:07', minutes: 19, trouble: 'refused' },
  { of: ['catalog'], from: '2026-11-04T04:07', minutes: 22, trouble: 'refused' },
  { of: ['wiki'], from: '2026-10-30T21:07', minutes: 5, trouble: '500' },
  { of: ['payment'], from: '2026-10-29T13:07', minutes: 7, trouble: '503: provider is not reachable' },
  { of: ['checkout'], from: '2026-10-29T12:07', minutes: 16, trouble: '503: provider times out' },
  { of: ['jobs'], from: '2026-10-27T08:30', minutes: 21, trouble: 'refused' },
  { of: ['images'], from: '2026-10-23T19:07', minutes: 33, trouble: 'refused' },
  { of: ['partner-api'], from: '2026-10-18T06:12', minutes: 49, trouble: 'certificate' },
  { of: ['mail'], from: '2026-10-12T15:40', minutes: 12, trouble: 'timeout' },
  { of: ['ledger'], from: '2026-10-06T03:20', minutes: 20, trouble: 'timeout' },
  { of: ['cart'], from: '2026-09-29T10:07', minutes: 9, trouble: '503: redis connection pool exhausted' },
  { of: ['auth'], from: '2026-09-21T22:15', minutes: 6, trouble: 'refused' },
  { of: ['jobs'], from: '2026-09-17T08:00', minutes: 44, trouble: 'refused' },
  { of: ['catalog'], from: '2026-09-11T02:45', minutes: 13, trouble: 'timeout' },
  { of: ['account'], from: '2026-09-05T17:30', minutes: 8, trouble: '500' },
];

function configText(): string {
  const services = SERVICES.map(
    ({ id, group, objective, severity }) =>
      `  - { id: ${id}, baseUrl: "https://${id}.shop.example", group: ${group}, ${severity ? `severity: ${severity}, ` : ''}objective: { availability: ${objective}, window: 30d }, runbook: "https://wiki.shop.example/runbooks/${id}" }`,
  );
  return [
    'name: shop',
    'alerts:',
    '  receivers:',
    '    - { id: pagerduty, pagerduty: { routingKey: { secret: shop/pagerduty } } }',
    '    - { id: payments-slack, slack: { url: { secret: shop/slack } } }',
    'maintenance:',
    '  - { name: "Move to new disks", from: "2026-11-26T02:00:00Z", to: "2026-11-26T03:00:00Z", services: [search, images] }',
    'services:',
    ...services,
    '',
  ].join('\n');
}

/** The same at each call: between 0 and 1. */
function chance(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

const at = (text: string) => Date.parse(`${text}Z`);

function observe(service: ShopService, index: number, now: number): Observation {
  const minute = Math.floor(now / MINUTE_MS);
  const outage = OUTAGES.find(
    ({ of, from, minutes }) =>
      of.includes(service.id) &&
      now >= at(from) + SECOND_OF_CHECK * 1_000 - 1 &&
      now < at(from) + SECOND_OF_CHECK * 1_000 + minutes * MINUTE_MS,
  );
  const spread = chance(minute * 31 + index) * 0.24 - 0.12;
  const spike = chance(minute * 17 + index) > 0.95 ? service.p95 - service.p50 : 0;
  const slow = outage?.trouble === 'slow' ? 3 : 1;
  const totalMs = service.p50 * slow * (1 + spread) + spike;
  const timings = timingsOf(totalMs);
  const seen = { timings, remoteAddress: '10.0.4.17', certificateExpiresAt: now + 60 * DAY_MS };
  const version = service.versions.filter(([from]) => at(from) <= now).at(-1)?.[1] ?? '';
  const since = service.versions.filter(([from]) => at(from) <= now).at(-1)?.[0] ?? EVER;
  const uptime = outage?.trouble === 'restarting' ? ((now / 1_000) % 240) + 5 : (now - at(since)) / 1_000 + 20;
  const report = reportOf({
    service: service.id,
    timestamp: new Date(now).toISOString(),
    version,
    uptime,
    memory: { used: 180 + 40 * chance(index) + 12 * chance(minute + index), total: 512 },
  });
  switch (outage?.trouble) {
    case undefined:
    case 'slow':
    case 'restarting':
      return { ...answer(200, report), ...seen };
    case 'refused':
      return failure('connection_refused', { detail: `ECONNREFUSED 10.0.4.17:443` });
    case 'timeout':
      return failure('timeout_response', { timings: { ...timings, totalMs: 3_000 } });
    case 'certificate':
      return failure('tls_certificate_expired', { detail: 'CERT_HAS_EXPIRED' });
    case 'unhealthy':
      return { ...answer(503, { ...report, status: 'unhealthy', error: 'postgres is down' }), ...seen };
    case 'login':
      return { ...answer(200, '<!doctype html><title>Login</title>'), ...seen };
    case '500':
      return { ...answer(500, { error: 'Internal server error' }), ...seen };
    case '502':
      return { ...answer(502, { error: 'bad gateway' }), ...seen };
    default:
      return { ...answer(503, { error: outage?.trouble.slice(5), service: service.id }), ...seen };
  }
}

function timingsOf(totalMs: number): Timings {
  const part = (share: number) => Math.round(totalMs * share * 10) / 10;
  return {
    dnsMs: part(0.05),
    connectMs: part(0.12),
    tlsMs: part(0.27),
    firstByteMs: part(0.54),
    downloadMs: part(0.02),
    totalMs,
  };
}

/** What the runs left behind; plain JSON. */
export interface Shop {
  readonly now: number;
  readonly states: readonly (readonly [id: string, state: ServiceState])[];
  readonly silences: Run['silences'];
  readonly items: readonly (readonly [id: string, items: readonly HistoryItem[]])[];
}

/** A page of it, a few seconds after its last run. */
export function shopSource({ now, states, silences, items }: Shop): LiveSource {
  const time = now + 4_000;
  const clock = { now: () => time, elapsed: () => time, sleep: async () => undefined };
  const snapshots: Snapshots = new Map(states.map(([id, state]) => [id, { state, revision: 1, unsaved: false }]));
  const stored = new Map(items);
  const history = {
    read: async (wanted: ReadonlyMap<string, readonly ItemKey[]>) =>
      new Map([...wanted].map(([id, keys]) => [id, (stored.get(id) ?? []).filter(({ key }) => keys.includes(key))])),
  };
  return createLiveSource(shopConfig(), history, clock, { states: snapshots, silences }, (config) =>
    plannerOf(config, () => null),
  );
}

const shopConfig = () => configFrom('(shop)', configText(), { probing: 'none' });

/** Runs until `now`, a check a minute: three seconds for each day. */
export async function runShop(now: number, days = SHOP_DAYS): Promise<Shop> {
  const config = shopConfig();
  const byUrl = new Map(
    SERVICES.map((service, index) => [`https://${service.id}.shop.example/status`, { service, index }]),
  );
  let time = now - days * DAY_MS;
  const clock = { now: () => time, elapsed: () => time, sleep: async () => undefined };
  const store = createMemoryStore();
  const history = memoryHistory();
  const receiver = (id: string): Receiver => ({ id, fits, isBySubject: true, send: async () => undefined });
  const silences: Silence[] = [
    {
      id: 'a1b2c3',
      services: ['search'],
      from: at('2026-11-24T06:40'),
      until: at('2026-11-24T08:30'),
      untilWell: false,
      reason: 'reindexing',
      by: 'ana',
      planned: false,
    },
    {
      id: 'd4e5f6',
      kind: 'ack',
      services: ['mail'],
      from: at('2026-11-24T06:55'),
      until: at('2026-11-25T06:55'),
      untilWell: true,
      reason: 'the partner knows',
      by: 'ana',
      planned: false,
    },
  ];
  const ports = {
    probe: async ({ url }: { readonly url: string }) => {
      const found = byUrl.get(url);
      if (found === undefined) throw new Error(`nothing is at ${url}`);
      return observe(found.service, found.index, time);
    },
    clock,
    planned: plannerOf(config, () => null),
    outputs: {
      store,
      receivers: [receiver('topic'), receiver('pagerduty'), receiver('payments-slack')],
      history,
      publish: async () => undefined,
      silences: { read: async () => silences.filter(({ from, until }) => from <= time && time < until) },
      links: { dashboard: null, logs: null },
    },
  };
  let remembered: Snapshots = new Map();
  let last: Run | null = null;
  for (; time <= now; time += MINUTE_MS) {
    last = await runCheck(config, ports, { remembered });
    remembered = last.states;
    history.calls.length = 0;
  }
  return {
    now,
    states: [...remembered].map(([id, { state }]) => [id, state]),
    silences: last?.silences ?? [],
    items: SERVICES.map(({ id }) => [id, history.items(id)]),
  };
}
