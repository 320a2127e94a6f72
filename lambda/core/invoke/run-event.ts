/** Parses the event of a run, which schedules send. Any other event is a request. */

import { type Shard, WHOLE } from '../config/shard';
import { shown } from '../silences/subject';
import { isJsonObject } from '../words/json';

/** A run of a shard; `due` is the time in its schedule, in milliseconds since 1970; missing without a schedule. */
export interface RunEvent extends Shard {
  readonly due?: number;
}

const RUN_KEYS: readonly string[] = ['shard', 'shards', 'due'];

/**
 * Parses an event: `{ "shard": 1, "shards": 3 }` is a run of a shard, `{}` or no event a run of all services; `"due"` may say when it was due, and
 * is ignored if it can't be read. `null` if the event is not a run. Throws for a shard that can't exist, so that such a schedule does not pass
 * for a run. There are never more shards than services.
 */
export function readRunEvent(event: unknown, serviceCount: number): RunEvent | null {
  const raw = event ?? {};
  if (!isJsonObject(raw) || !Object.keys(raw).every((key) => RUN_KEYS.includes(key))) return null;
  const { shard = WHOLE.index, shards = WHOLE.count, due } = raw;
  const at = typeof due === 'string' ? Date.parse(due) : Number.NaN;
  if (isCount(shard) && isCount(shards) && shard < shards && shards <= serviceCount)
    return { index: shard, count: shards, ...(Number.isFinite(at) && { due: at }) };
  const given = shown({ shard, shards });
  throw new Error(
    `expected "shard" below "shards", both whole numbers, and ${serviceCount} shards at most, not ${given}`,
  );
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
