/** Services that a cache answers for: a report that stops moving is an outage, and one that never moved is not. */

import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import type { MeasuredRun } from '../../../../lambda/core/metrics/metrics';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { createMemoryHistory } from '../../../../local/store/memory-store';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const MINUTE_MS = 60_000;
const LINES = ['retry: { attempts: 1 }', 'alerts: { failureThreshold: 2, successThreshold: 2 }'];

/** The minute whose report a check finds; with `build`, its timestamp never changes; `null` refuses the connection. */
type Seen = number | 'build' | null;

function observed(seen: Seen, minute: number, cache?: string) {
  if (seen === null) return failure('connection_refused');
  const times =
    seen === 'build'
      ? { timestamp: new Date(NOW).toISOString(), uptime: undefined }
      : { timestamp: new Date(NOW + seen * MINUTE_MS).toISOString(), uptime: 3_600 + seen * 60 };
  const whole = answer(200, reportOf(times));
  const age = cache ?? (seen === minute ? null : '240');
  return { ...whole, headers: { ...whole.headers, cache: age === null ? [] : [['Age', age] as const] } };
}

/** Checks a service once a minute; `seen` says which report each minute finds. Returns its verdicts. */
async function minutes(count: number, seen: (minute: number) => Seen, lines: readonly string[] = [], every = 1) {
  const outputs = memoryOutputs();
  const published: MeasuredRun[] = [];
  let remembered: Snapshots = new Map();
  const config = configOf({ 'user-service': 'https://user.internal' }, [...LINES, `interval: ${every}m`, ...lines]);
  const verdicts: string[] = [];
  for (let minute = 0; minute < count; minute += every) {
    const ports = {
      probe: async () => observed(seen(minute), minute),
      clock: { ...systemClock, now: () => NOW + minute * MINUTE_MS },
      outputs: {
        ...outputs,
        history: createMemoryHistory(),
        publish: async (measured: MeasuredRun) => void published.push(measured),
        links: { dashboard: null, logs: null },
      },
    };
    const { results, states } = await runCheck(config, ports, { remembered });
    remembered = states;
    verdicts.push(results[0]?.reason ?? 'none');
  }
  const state = remembered.get('user-service')?.state;
  return { verdicts, published, state, alerts: outputs.sent.map(({ event, reason }) => `${event} ${reason}`) };
}

const times = (count: number, verdict: string) => Array.from({ length: count }, () => verdict);

it('is an outage once a report has not moved for over three minutes, in the metrics too, and ends when reports move again', async () => {
  const { verdicts, alerts, state, published } = await minutes(20, (minute) =>
    minute >= 5 && minute < 14 ? 4 : minute,
  );
  expect(verdicts).toEqual([...times(8, 'ok'), ...times(6, 'report_stale'), ...times(6, 'ok')]);
  expect(published.map(({ results }) => results[0]?.kind)).toEqual(
    verdicts.map((reason) => (reason === 'ok' ? 'healthy' : 'invalid')),
  );
  expect(alerts).toEqual(['opened report_stale', 'resolved ok']);
  expect(state?.incidents).toMatchObject([
    {
      verdict: 'invalid',
      severity: 'critical',
      openedAt: NOW + 8 * MINUTE_MS,
      message: 'the report has not changed since 2026-03-01 12:04:00 UTC: a cache answers (Age: 240), not the service',
    },
  ]);
});

it('is an outage also if the cache refuses a few checks before it answers', async () => {
  const { verdicts } = await minutes(12, (minute) => (minute < 5 ? minute : minute < 8 ? null : 4));
  expect(verdicts.slice(5)).toEqual([...times(3, 'connection_refused'), ...times(4, 'report_stale')]);
});

it.each<[string, (minute: number) => Seen]>([
  ['a timestamp that never changes', () => 'build'],
  ['a timestamp that becomes that of a build', (minute) => (minute < 5 ? minute : 'build')],
  ['a cache that keeps each report for ten minutes', (minute) => minute - (minute % 10)],
  ['a job that writes a report each half hour', (minute) => minute - (minute % 30)],
  ['a cache that keeps a report for two minutes', (minute) => minute - (minute % 2)],
])('is healthy with %s', async (_, seen) => {
  const { verdicts } = await minutes(100, seen);
  expect(new Set(verdicts)).toEqual(new Set(['ok']));
});

it('waits for three intervals, for twice the usual time, and for maxReportAge', async () => {
  const frozen = (minute: number) => Math.min(minute, 10);
  const rare = await minutes(50, frozen, [], 5);
  expect(rare.verdicts).toEqual([...times(6, 'ok'), ...times(4, 'report_stale')]);
  const cached = await minutes(60, (minute) => (minute < 30 ? minute - (minute % 10) : 20));
  expect(cached.verdicts.indexOf('report_stale')).toBe(41);
  const patient = await minutes(40, frozen, ['maxReportAge: 20m']);
  expect(patient.verdicts.indexOf('report_stale')).toBe(31);
});

it('gives a result the verdict that its state has, and nothing else of the state', async () => {
  const { published } = await minutes(1, (minute) => minute);
  expect(published[0]?.results[0]).not.toHaveProperty('since');
});
