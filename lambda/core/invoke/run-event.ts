/** The event of a run, as schedules send it. Whatever else the checker is invoked with is a request. */

import { type Shard, WHOLE } from '../config/shard';
import { shown } from '../silences/subject';
import { isJsonObject } from '../words/json';

/** A run of a shard; `due` is when its schedule wanted it, in milliseconds since 1970; missing if no schedule did. */
export interface RunEvent extends Shard {
  readonly due?: number;
}

const RUN_KEYS: readonly string[] = ['shard', 'shards', 'due'];

/**
 * `{ "shard": 1, "shards": 3 }` is a run of a shard, `{}` or no event a run of all; `"due"` may say when it was due: a run whose time can't be
 * read takes place all the same. `null` if it is no run. Throws if it is a run of a shard that can't be: that comes from the schedule, and
 * what does not take place must not pass for a run. There are never more shards than services.
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
