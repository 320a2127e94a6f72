/** How large the items of a history become, of a check each minute: their sizes are what they cost. */

import { BUCKETS, historyKey } from '../../../../lambda/adapters/table/history-table';
import type { Objective } from '../../../../lambda/core/config/config';
import { type HistoryItem, type ItemKey, itemsWithHours } from '../../../../lambda/core/history/history-items';
import { HOUR_MS, hoursToWrite, runningHour, withWritten } from '../../../../lambda/core/history/running-history';
import { storedBuckets } from '../../../../lambda/core/history/stored-history';
import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { EXPIRES, TABLE_KEYS } from '../../../../lambda/core/state/table-keys';
import { packedBytes } from '../../../support/aws/packed-bytes';
import { withUpdates } from '../../../support/core/histories';
import { answer, reportOf } from '../../../support/core/observations';
import { resultOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';

/** The price counts a few write units an hour for them: five for the fine item at its largest, one for the hours. */
const ITEM_BYTES = { fine: 4_250, hours: 950 };
const DAY = Date.parse('2026-11-22T00:00:00.000Z');
const CONTEXT = { deployment: 'shop', links: { dashboard: null, logs: null }, intervalMs: MINUTE_MS, silences: [] };

/** The same numbers in each run of the test, from 0 to 1. */
function createRandom(): () => number {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Response times as services have them: log-normal, 120 ms in the median, one in a hundred above 600 ms. */
function createTimes(): () => number {
  const random = createRandom();
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return 120 * Math.exp(0.7 * normal);
  };
}

/** A day of checks, one a minute, of a service that is well: its memory is another one each time. The state after each, and the items in the end. */
function dayOf(
  silences: readonly Silence[] = [],
  objective: Objective | null = null,
): {
  readonly states: readonly ServiceState[];
  readonly items: readonly HistoryItem[];
} {
  const time = createTimes();
  const random = createRandom();
  const result = resultOf('checkout-service', answer(200, reportOf({ service: 'checkout-service' })));
  const base = { ...result, service: { ...result.service, objective } };
  const states: ServiceState[] = [];
  let items: HistoryItem[] = [];
  let state = NEW_STATE;
  for (let at = DAY; at <= DAY + 24 * HOUR_MS; at += MINUTE_MS) {
    const jitterMs = Math.floor(900 * random());
    const [totalMs = 0, ...phases] = [time(), 1.5, 2.5, 4.5, 8.5, 0.5].map((ms) => Math.round(ms * 1_000) / 1_000);
    const [dnsMs, connectMs, tlsMs, firstByteMs, downloadMs] = phases as [number, number, number, number, number];
    const report = base.report && {
      ...base.report,
      memory: { used: 200 + 100 * random(), total: 512 },
      uptime: 864_000 + (at - DAY) / 1_000 + random(),
    };
    const certificate = { expiresAt: DAY + 60 * 24 * HOUR_MS, daysLeft: 60 };
    const timings = { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs, totalMs };
    const result = { ...base, certificate, report, timings, at: at + jitterMs } as CheckResult;
    state = nextState(state, result, { ...CONTEXT, silences });
    states.push(state);
    const owed = hoursToWrite(state.history);
    items = withUpdates(items, itemsWithHours(owed, items, runningHour(state.history)));
    state = { ...state, history: withWritten(state.history, owed), savedAt: at };
  }
  return { states, items };
}

const utf8 = (text: string) => new TextEncoder().encode(text).length;

/**
 * Amazon DynamoDB developer guide, "DynamoDB item sizes and formats": "The total size of an item is the sum of the lengths of its
 * attribute names and values". "The size of a binary attribute is (number of UTF-8-encoded bytes of attribute name) + (number of
 * raw bytes)." Of a number: "(number of UTF-8-encoded bytes of attribute name) + (1 byte per two significant digits) + (1 byte)".
 */
function sizeOf({ key, buckets }: HistoryItem): number {
  const { partition, sort } = historyKey('statuswatch-production', 'checkout-service', key);
  const keys = utf8(TABLE_KEYS.partition) + utf8(partition) + utf8(TABLE_KEYS.sort) + utf8(sort);
  const expires = utf8(EXPIRES) + 10 / 2 + 1;
  const revision = utf8('revision') + 2;
  return keys + expires + revision + utf8(BUCKETS) + packedBytes(storedBuckets(buckets));
}

const { states, items } = dayOf();
const itemIn = (all: readonly HistoryItem[], key: ItemKey) =>
  all.find((item) => item.key === key) ?? { key, revision: null, buckets: [] };
const itemOf = (key: ItemKey) => itemIn(items, key);

it('keeps a day of five minutes, and a day of hours, as small as their costs say', () => {
  const fine = itemOf('fine/2026-11-22');
  const hours = itemOf('hours/2026-11-22');
  expect([fine.buckets.length, hours.buckets.length]).toEqual([24 * 12, 24]);
  expect(sizeOf(fine)).toBeLessThanOrEqual(ITEM_BYTES.fine);
  expect(sizeOf(hours)).toBeLessThanOrEqual(ITEM_BYTES.hours);
});

it('takes little more for a day of planned maintenance', () => {
  const day = { services: null, from: DAY, until: DAY + 48 * HOUR_MS, untilWell: false };
  const maintained = dayOf([{ ...day, id: 'maintenance-1', reason: 'upgrade', by: null, planned: true }]);
  const state = maintained.states.at(-1);
  expect(state?.history.hours.at(-1)?.buckets).toMatchObject([{ checks: 1, maintenance: { checks: 1 } }]);
  const sizes = [states.at(-1), state].map((one) => packedBytes(one && storedForm(one)));
  expect((sizes[1] ?? 0) - (sizes[0] ?? 0)).toBeLessThanOrEqual(120);
  const more = (key: ItemKey) => sizeOf(itemIn(maintained.items, key)) - sizeOf(itemOf(key));
  expect(more('fine/2026-11-22')).toBeLessThanOrEqual(24 * 12);
  expect(more('hours/2026-11-22')).toBeLessThanOrEqual(3 * 24);
});

const OBJECTIVE: Objective = {
  availability: 0.999,
  responseTime: { underMs: 800, share: 0.99 },
  windowMs: 30 * 24 * HOUR_MS,
};

it('keeps the items that small with an objective', () => {
  const day = dayOf([], OBJECTIVE);
  const fine = itemIn(day.items, 'fine/2026-11-22');
  const hours = itemIn(day.items, 'hours/2026-11-22');
  expect(sizeOf(fine)).toBeLessThanOrEqual(ITEM_BYTES.fine);
  expect(sizeOf(hours)).toBeLessThanOrEqual(ITEM_BYTES.hours);
});
