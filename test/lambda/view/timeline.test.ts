/** The story of a service: which things it tells, in which order, and what it says it does not know. */

import { lastIncident, timelineOf } from '../../../lambda/view/timeline';
import { describeEntry, describeUnknown } from '../../../lambda/view/timeline-words';
import { type Found, knownOf, often } from '../../support/known';
import { NOW } from '../../support/observations';

const MINUTE_MS = 60_000;
const [BEFORE, AFTER] = [
  { version: '2.4.1', uptime: 9_000 },
  { version: '2.5.0', uptime: 30 },
] as const;

/** `-12` is twelve minutes before now, so is `-12..-3` a time. */
function minuteOf(at: number): string {
  return String(Math.round((at - NOW) / MINUTE_MS));
}

function linesOf(options: Omit<Parameters<typeof timelineOf>[0], 'now' | 'intervalMs' | 'incident'>): string[] {
  const all = { incident: lastIncident(options.state), intervalMs: MINUTE_MS, now: NOW, ...options };
  const timeline = timelineOf(all);
  return [
    ...timeline.entries.map((entry) => {
      const until = 'until' in entry && entry.until > entry.at ? `..${minuteOf(entry.until)}` : '';
      return `${minuteOf(entry.at)}${until} ${describeEntry(entry, 'sent')}`;
    }),
    ...describeUnknown(timeline, minuteOf),
  ];
}

async function told(story: readonly Found[]) {
  const [service] = (await knownOf({ shop: story })).services;
  if (!service?.state) throw new Error('it was never checked');
  return { state: service.state, buckets: service.buckets };
}

it('tells an outage check by check, with what changed before it and what people were notified of', async () => {
  const of = await told([
    ...often(BEFORE, 5),
    AFTER,
    ...often('503', 3),
    ...often('refused', 4),
    ...often({ ...AFTER, uptime: 9_999 }, 3),
  ]);
  expect(linesOf(of)).toEqual([
    '-15..-11 5 checks, all healthy, 15 ms',
    '-10 restarted, version 2.4.1 → 2.5.0',
    '-10 1 check, healthy, 15 ms',
    '-9..-7 3 checks, all unhealthy (http_503), 15 ms',
    '-9 incident: it opens',
    '-9 alert sent (opened): shop is unhealthy: answered 503: Database connection failed',
    '-6..-3 4 checks, all unreachable (connection_refused): the connection was refused (ECONNREFUSED 10.0.0.1:443)',
    '-6 alert sent (updated): shop is now unreachable (was unhealthy), for 3 min: the connection was refused (ECONNREFUSED 10.0.0.1:443)',
    '-2..-1 2 checks, all healthy, 15 ms',
    '-1 incident: it is over, after 8 min and 7 failed checks',
    '-1 alert sent (resolved): shop is well again after 8 min (was unreachable)',
    '0 1 check, healthy, 15 ms',
    'Of checks before -15 nothing is known.',
  ]);
});

it('tells what is known of an incident of long ago from sums, and says that it does', async () => {
  const of = await told([...often('well', 20), ...often('503', 10), ...often('well', 90)]);
  expect(linesOf(of)).toEqual([
    '-120..-100 19 checks, all healthy, 16 ms, known in sums of 5 min',
    '-100..-95 5 checks, 4 failed: unhealthy, 16 ms, known in sums of 5 min',
    '-99 incident: it opens',
    '-99 alert sent (opened): shop is unhealthy: answered 503: Database connection failed',
    '-95..-90 5 checks, all unhealthy, 16 ms, known in sums of 5 min',
    '-90..-85 5 checks, 1 failed: unhealthy, 16 ms, known in sums of 5 min',
    '-88 incident: it is over, after 11 min and 10 failed checks',
    '-88 alert sent (resolved): shop is well again after 11 min (was unhealthy)',
    '-85..-70 15 checks, all healthy, 16 ms, known in sums of 5 min',
    'Of checks before -120 nothing is known.',
    'Checks before -59 are known summed up alone: the last 60 are kept one by one.',
  ]);
});

it('does not count a check twice that is known one by one and in a sum', async () => {
  const of = await told([...often('well', 20), ...often('503', 66)]);
  const incident = lastIncident(of.state);
  const timeline = timelineOf({ ...of, incident, intervalMs: MINUTE_MS, now: NOW });
  const checks = timeline.entries.flatMap((entry) => (entry.kind === 'checks' ? [entry] : []));
  expect(checks.reduce((sum, entry) => sum + (entry.failures.unhealthy ?? 0), 0)).toBe(66);
  expect(checks.reduce((sum, entry) => sum + entry.healthy, 0)).toBe(20);
});

it('tells a time in which nobody checked', async () => {
  expect(linesOf(await told([...often('well', 3), ...often('none', 10), ...often('503', 2)])).slice(0, 3)).toEqual([
    '-14..-12 3 checks, all healthy, 15 ms',
    '-12..-1 no checks for 11 min',
    '-1..0 2 checks, all unhealthy (http_503), 15 ms: answered 503: Database connection failed',
  ]);
});
