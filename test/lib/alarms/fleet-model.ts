/**
 * A deployment over time: EventBridge Scheduler starts its shards, the runs send their metrics, CloudWatch evaluates the alarms.
 *
 * "All schedule types on EventBridge Scheduler invoke their targets with 60 second precision. This means that if you set your
 * schedule to run at 1:00, it will invoke the target API between 1:00:00 and 1:00:59." (EventBridge Scheduler user guide,
 * "Schedule types") So two starts of one schedule may be a second apart, or an interval and almost a minute more.
 */

import type { Template } from 'aws-cdk-lib/assertions';
import { shardOf } from '../../../lambda/core/config/shard';
import { shardCount } from '../../../lambda/core/invoke/invocation';
import { metricsOf } from '../../../lambda/core/metrics/metrics';
import { deployable, templateOf } from '../../support/aws/synthesis';
import { answer, reportOf } from '../../support/core/observations';
import { resultOf } from '../../support/core/runs';
import { alarmsOf, createWatch, metricKey } from './alarm-model';

export const MINUTE_MS = 60_000;
const WELL = resultOf('user-service', answer(200, reportOf()));
/** Lambda's limit, and how late metrics are at most. */
const LONGEST_RUN_MS = 900_000;
const LATEST_MS = 2 * MINUTE_MS;

interface Shard {
  /** From when on each run is due at a whole number of intervals. */
  readonly anchor: number;
  nextRun: number;
  hasFailed: boolean;
  stops: number;
}

/** Random numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface FleetOptions {
  readonly seed: number;
  /** How many data points more CloudWatch looks at than it says. */
  readonly beyond: number;
  /** Whether no shard ever runs. */
  readonly isDead?: boolean;
}

export function createFleet(text: string, { seed, beyond, isDead = false }: FleetOptions) {
  const random = randomOf(seed);
  const watch = createWatch(beyond);
  let now = Math.floor(random() * 3_600_000);
  let world = worldOf(text);
  let shards: Shard[] = [];

  const newShard = (neverRuns: boolean): Shard => ({
    // The schedule is made some seconds before the alarm; its first run is due at once, or after an interval.
    anchor: now - random() * 20_000 + (random() < 0.5 ? world.intervalMs : 0),
    nextRun: 0,
    // So the first run does not fail: with a day between runs, the longest warm-up, two days, would end before the second.
    hasFailed: true,
    stops: neverRuns ? 0 : Number.POSITIVE_INFINITY,
  });

  /** Deploys another config; new shards may never run. */
  const deploy = (next: string, neverRun = false) => {
    world = worldOf(next);
    shards = world.heartbeats.map((_, index) => shards[index] ?? newShard(neverRun));
    watch.deploy(world.alarms, now);
  };

  const startRuns = () => {
    for (const [index, shard] of shards.entries()) {
      while (shard.anchor + shard.nextRun * world.intervalMs <= now) {
        const due = shard.anchor + shard.nextRun * world.intervalMs;
        shard.nextRun += 1;
        // Anywhere in its minute, and then a cold start.
        const at = due + random() * (MINUTE_MS - 1) + (random() < 0.03 ? random() * 10_000 : 0);
        if (at > shard.stops) continue;
        // One failed run is made up for by the next.
        shard.hasFailed = !shard.hasFailed && random() < 0.01;
        if (shard.hasFailed) continue;
        const longest = Math.min(world.intervalMs, LONGEST_RUN_MS) - 1_000;
        const durationMs = random() < 0.05 ? longest : 200 + random() * Math.min(longest, 10_000);
        const visibleAt = at + durationMs + random() * LATEST_MS;
        for (const { key, value } of world.heartbeats[index] ?? []) watch.put(key, { at, value, visibleAt });
      }
    }
  };

  deploy(text, isDead);
  return {
    notified: watch.notified,
    now: () => now,
    shards: () => shards.length,
    deploy,
    /** All shards, or one, send nothing any more: they are dead, or their metrics can't be published. */
    silence(which: number | 'all') {
      for (const [index, shard] of shards.entries()) if (which === 'all' || which === index) shard.stops = now;
    },
    revive() {
      for (const shard of shards) shard.stops = Number.POSITIVE_INFINITY;
    },
    pass(minutes: number) {
      for (const end = now + minutes * MINUTE_MS; now < end; now += MINUTE_MS) {
        startRuns();
        watch.evaluate(now);
      }
    },
  };
}

interface World {
  readonly intervalMs: number;
  readonly alarms: ReturnType<typeof alarmsOf>;
  /** What a run of each shard sends, of what the alarms watch. */
  readonly heartbeats: readonly (readonly { readonly key: string; readonly value: number }[])[];
}

const worlds = new Map<string, World>();

function worldOf(text: string): World {
  const known = worlds.get(text) ?? makeWorld(text, templateOf(text));
  worlds.set(text, known);
  return known;
}

function makeWorld(text: string, template: Template): World {
  const { config, deployment } = deployable(text);
  const alarms = alarmsOf(template, 'CheckerAlarmsSilent');
  const watched = new Set(alarms.metrics.map(({ metric }) => metric));
  const shards = shardCount(config, deployment);
  const heartbeats = Array.from({ length: shards }, (_, index) => {
    const shard = { index, count: shards };
    const results = shardOf(config, shard).services.map(() => WELL);
    return metricsOf({ startedAt: 0, durationMs: 1, results, shard }, config)
      .map((metric) => ({ key: metricKey(metric), value: metric.value }))
      .filter(({ key }) => watched.has(key));
  });
  return { intervalMs: config.intervalMs, alarms, heartbeats };
}
