/** The groups of parts whose alarms are combined, so that a silence of many parts is a single notification. */

import type { Part } from '../config/part';
import { inBatches } from '../words/in-batches';

/**
 * How many parts a group has at most. Source: Amazon CloudWatch API reference, PutCompositeAlarm: "The rule expression of a
 * composite alarm can include as many as 100 underlying alarms", and the rule has at most 10,240 characters, of which each
 * alarm may take 150.
 */
const MOST_PARTS = 50;

/** All parts of a deployment that has so many, in groups. */
export function partGroups(shards: number): Part[][] {
  const parts = Array.from({ length: shards }, (_, shard) => ({ shard, shards }));
  return inBatches(parts, MOST_PARTS);
}
