/** The pace of sending: all invocations of a deployment together send at most five messages in any second. */

import type { Clock } from '../words/clock';

/** The part of a deployment's services that an invocation has: part `shard` of `shards`, counted from 0. */
export interface Part {
  readonly shard: number;
  readonly shards: number;
}

/** The whole deployment in one invocation. */
export const WHOLE: Part = { shard: 0, shards: 1 };

/**
 * The time of one message, in milliseconds: a second of any beginning touches five of these. SNS suspends an address at
 * twice that. Source: Amazon SNS developer guide, "Email notifications": "Exceeding the limit of 10 messages per second
 * (TPS) for an email or email-json endpoint will trigger an automatic suspension of the subscription".
 */
export const SLOT_MS = 250;
/** A message begins in this first part of its slot, so that clocks that differ a little do no harm. */
const START_MS = 100;
/** Of more parts than this, several share a slot: otherwise a run could end before its slot comes. */
const MOST_TURNS = 60;

/** The longest that a part waits for its turn, in milliseconds; none if there is no other. */
export function longestTurnMs({ shards }: Pick<Part, 'shards'>): number {
  return shards === 1 ? 0 : Math.min(shards, MOST_TURNS) * SLOT_MS;
}

/**
 * How long to wait before the next message, in milliseconds. `now` is in milliseconds since 1970; `sinceLast` is the time
 * since this run's last message, `Infinity` if there was none. The first message of a part that is the whole goes at once.
 */
export function waitMs(part: Part, now: number, sinceLast: number): number {
  const spacing = Math.max(0, SLOT_MS - sinceLast);
  const turnMs = longestTurnMs(part);
  if (turnMs === 0) return spacing;
  const own = (part.shard % MOST_TURNS) * SLOT_MS;
  const phase = (((now + spacing - own) % turnMs) + turnMs) % turnMs;
  return phase < START_MS ? spacing : spacing + turnMs - phase;
}

export interface Pace {
  /** Waits until the next message may be sent; `false`, without waiting, if that is later than `until` by `clock.elapsed`. */
  turn(until: number): Promise<boolean>;
}

export function createPace(part: Part, clock: Pick<Clock, 'now' | 'elapsed' | 'sleep'>): Pace {
  let last = Number.NEGATIVE_INFINITY;
  return {
    turn: async (until) => {
      const wait = waitMs(part, clock.now(), clock.elapsed() - last);
      if (clock.elapsed() + wait > until) return false;
      if (wait > 0) await clock.sleep(wait);
      last = clock.elapsed();
      return true;
    },
  };
}
