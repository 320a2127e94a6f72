/** The pace of sending: all invocations of a deployment together send the topic at most five messages in any second. */

import type { Shard } from '../config/shard';
import type { Clock } from '../words/clock';

/**
 * The time of a message, in milliseconds: a second of any beginning touches five of these. SNS suspends an address at
 * twice that. Source: Amazon SNS developer guide, "Amazon SNS email subscription setup and management": "Exceeding the
 * limit of 10 messages per second (TPS) for an email or email-json endpoint will trigger an automatic suspension of the
 * subscription, placing it in a pending confirmation status."
 */
export const SLOT_MS = 250;
/**
 * The time of a message to a receiver that gets each alert by itself, in milliseconds. Source: PagerDuty's community, "Which rate limit of REST API is
 * correct": "Events - 120/min (enforced per-integration-key)". Shards take no turns: what is too much is answered with 429.
 */
export const SINGLE_SLOT_MS = 50;
/** How many of these may be unanswered at once. */
export const SINGLES_AT_ONCE = 20;
/** A message begins in this first part of its slot, so that clocks that differ a little do no harm. */
const START_MS = 100;
/** After this time, in milliseconds, and a wait for its turn, nothing more is sent: the rest waits for the next run. */
export const SENDING_LIMIT_MS = 5_000;

/** The longest that a shard waits for its turn, in milliseconds; none if there is no other. */
export function longestTurnMs({ count }: Pick<Shard, 'count'>): number {
  return count === 1 ? 0 : count * SLOT_MS;
}

/** How long after its last verdict a run may begin to send a message, in milliseconds. */
export function sendingLimitMs(shard: Pick<Shard, 'count'>): number {
  return SENDING_LIMIT_MS + longestTurnMs(shard);
}

/**
 * How long to wait before the next message, in milliseconds. `now` is in milliseconds since 1970; `sinceLast` is the time
 * since this run's last message, `Infinity` if there was none. The first message of a shard that is the whole goes at once.
 */
export function waitMs(shard: Shard, now: number, sinceLast: number, slotMs: number = SLOT_MS): number {
  const spacing = Math.max(0, slotMs - sinceLast);
  const turnMs = longestTurnMs(shard);
  if (turnMs === 0) return spacing;
  const phase = (((now + spacing - shard.index * SLOT_MS) % turnMs) + turnMs) % turnMs;
  return phase < START_MS ? spacing : spacing + turnMs - phase;
}

export interface Pace {
  /** How long to wait before the next message may be sent, in milliseconds. */
  waitMs(): number;
  /** Call this when a message is sent. */
  take(): void;
}

export function createPace(shard: Shard, clock: Pick<Clock, 'now' | 'elapsed'>, slotMs: number = SLOT_MS): Pace {
  let last = Number.NEGATIVE_INFINITY;
  return {
    waitMs: () => waitMs(shard, clock.now(), clock.elapsed() - last, slotMs),
    take: () => {
      last = clock.elapsed();
    },
  };
}
