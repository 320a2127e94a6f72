/** Reads the silences of a deployment from its DynamoDB table; `silence-table` writes them. */

import { type DrillRequest, readDrillRequest } from '../../core/silences/drill-request';
import { readSilence, type Silence, type SilenceStore } from '../../core/silences/silence';
import { deploymentPartition, SILENCES } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { type Item, queryItems } from './state-reader';

/** The attribute with the drill as JSON. */
export const DRILL_REQUEST = 'drill';

/** The attribute with the silence as JSON. */
export const SILENCE = 'silence';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceReader(table: Table): SilenceStore['read'] {
  const read = createSilenceAndDrillReader(table);
  return async (now) => (await read(now)).silences;
}

/** The silences, and the drill, in one query. */
export function createSilenceAndDrillReader(table: Table): NonNullable<SilenceStore['readWithDrill']> {
  const query = queryItems(table);
  const place = { partition: deploymentPartition(table.deployment), prefix: SILENCES };
  return async (now) => {
    const items = await table.bounded((signal) => query(place, signal));
    const silences = items
      .flatMap((item) => silenceIn(item) ?? [])
      .filter(({ until }) => now < until)
      .sort((left, right) => left.from - right.from);
    const [drill] = items.flatMap((item) => drillIn(item, now) ?? []);
    return { silences, drill: drill ?? null };
  };
}

/** The drill in an item of the table; `null` if there is none, or if it has ended at `now`. */
function drillIn(item: Item, now: number): DrillRequest | null {
  return readDrillRequest(parseText(item[DRILL_REQUEST]?.S), now);
}

function silenceIn(item: Item): Silence | null {
  return readSilence(parseText(item[SILENCE]?.S));
}
