/** A backlog of hours: nothing could be sent while services failed and recovered, in one invocation or in several parts. */

import fc from 'fast-check';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import { longestTurnMs, SLOT_MS, sendingLimitMs } from '../../../../lambda/core/deliver/pace';
import type { Alert } from '../../../../lambda/core/message/alert';
import type { Notification } from '../../../../lambda/core/message/notification';
import { isOwed } from '../../../../lambda/core/notify/notified';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS } from '../../../support/core/story';
import { virtualClock } from '../../../support/core/virtual-clock';
import { runs } from '../../../support/jest/lane';
import { busiestSecond } from './busiest-second';

/** Between two runs of a story, so that no service flaps: then fewer alerts would be owed. */
const STRIDE_MINUTES = 45;

type Way = 'open' | 'refused' | 'unanswered' | 'slow';

interface Town {
  /** How many services each part has. */
  readonly sizes: readonly number[];
  readonly groupFrom: number | null;
}

function build({ sizes, groupFrom }: Town) {
  const outputs = memoryOutputs();
  const clock = virtualClock(NOW);
  const times: number[] = [];
  let way: Way = 'open';
  let minute = 0;
  const send = async (notification: Notification) => {
    if (way === 'refused') throw new Error('the topic is not there');
    times.push(clock.elapsed());
    if (way === 'slow') await clock.sleep(1_500);
    await outputs.send(notification);
    if (way === 'unanswered') throw new UnansweredError('no answer');
  };
  const parts = sizes.map((size, shard) => Array.from({ length: size }, (_, index) => `${shard}-${index}`));
  const shards = parts.length;
  const processes = parts.map((own, shard) => {
    const others = parts.flat().filter((id) => !own.includes(id));
    return startProcess({ store: outputs.store, send }, { groupFrom, clock, part: { shard, shards }, others });
  });
  return {
    ids: parts.flat(),
    times,
    sent: outputs.sent,
    /** A run of every part, begun within a second; `stepMs` is how far the time of day is set before it. */
    run: async (next: Way, reasonOf: (id: string) => string, stepMs = 0) => {
      way = next;
      minute += STRIDE_MINUTES;
      await clock.run(clock.sleep(minute * MINUTE_MS - clock.elapsed()));
      clock.set(stepMs);
      const running = processes.map(async (process, shard) => {
        await clock.sleep((shard * 373) % 1_000);
        return process.run(minute, Object.fromEntries((parts[shard] ?? []).map((id) => [id, reasonOf(id)])));
      });
      await clock.run(Promise.all(running));
      // Each run ends before the next begins.
      expect(clock.elapsed()).toBeLessThan((minute + 1) * MINUTE_MS);
    },
    /** Alerts of how many incidents are owed. */
    owed: () =>
      parts.flat().reduce((sum, id) => {
        const { notified, incidents } = storedState(outputs, id);
        return sum + incidents.filter((one) => Object.values(notified[one.id] ?? {}).some(isOwed)).length;
      }, 0),
  };
}

/** Of each service in the order of its incidents; of each incident its beginning first, and nothing after its end. */
function expectOrder(sent: readonly Alert[], ids: readonly string[]): void {
  for (const id of ids) {
    const seen = new Set<string>();
    const alerts = sent.filter(
      (alert) => alert.service.id === id && !seen.has(alert.id) && seen.add(alert.id) !== undefined,
    );
    expect(alerts.map(({ at }) => at)).toEqual(alerts.map(({ at }) => at).sort());
    const open = new Set<string>();
    for (const { event, incidentId } of alerts) {
      if (event === 'opened') open.add(incidentId);
      expect(open).toContain(incidentId);
      if (event === 'resolved') open.delete(incidentId);
    }
    expect([...open]).toEqual([]);
  }
}

const reasons = fc.constantFrom('well', 'well', 'http_503', 'dns_failure');
const storm = fc.record({
  way: fc.constantFrom<Way>('refused', 'refused', 'refused', 'unanswered', 'slow', 'open'),
  found: fc.array(reasons, { minLength: 1, maxLength: 7 }),
  stepMs: fc.constantFrom(0, 0, 0, -90_000, 40_000, -7),
});
const town = fc.record({
  sizes: fc.oneof(fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 }), fc.constant([30])),
  groupFrom: fc.constantFrom(null, 2, 3),
});

it('goes out at the pace, in order, and whole', async () => {
  const property = fc.asyncProperty(town, fc.array(storm, { minLength: 1, maxLength: 40 }), async (place, storms) => {
    const { ids, times, sent, run, owed } = build(place);
    for (const { way, found, stepMs } of storms)
      await run(way, (id) => found[ids.indexOf(id) % found.length] ?? 'well', stepMs);
    const shards = place.sizes.length;
    const inARun = Math.floor(sendingLimitMs({ shards }) / Math.max(SLOT_MS, longestTurnMs({ shards })));
    // A beginning and an end.
    const most = 3 + Math.ceil((2 * owed()) / inARun);
    let count = 0;
    for (; count < 3 || owed() > 0; count++) {
      expect(count).toBeLessThan(most);
      await run('open', () => 'well');
    }
    expect(busiestSecond(times)).toBeLessThanOrEqual(5);
    expectOrder(sent, ids);
  });
  await fc.assert(property, { numRuns: runs(2, 80) });
});

it.each([
  { sizes: [runs(10, 30)], most: 3 },
  { sizes: Array<number>(3).fill(runs(4, 10)), most: 10 },
])('of one cause and many hours is out within $most runs: $sizes', async ({ sizes, most }) => {
  const { ids, times, sent, run, owed } = build({ sizes, groupFrom: 3 });
  for (let minute = 0; minute < 120; minute++) await run('refused', () => (minute % 6 < 3 ? 'http_503' : 'well'));
  expect(owed()).toBe(ids.length * 20);
  let count = 0;
  for (; owed() > 0; count++) await run('open', () => 'well');
  expect(count).toBeLessThanOrEqual(most);
  expect(busiestSecond(times)).toBeLessThanOrEqual(5);
  expectOrder(sent, ids);
});
