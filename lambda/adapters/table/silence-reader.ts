/** Reads the silences of a deployment from its DynamoDB table; `silence-table` writes them. */

import { readSilence, type Silence, type SilenceStore } from '../../core/notify/silences/silence';
import { deploymentPartition, SILENCES } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { type Item, queryItems } from './state-reader';

/** The attribute with the silence as JSON. */
export const SILENCE = 'silence';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceReader(table: Table): SilenceStore['read'] {
  const query = queryItems(table);
  const place = { partition: deploymentPartition(table.deployment), prefix: SILENCES };
  return async (now) => {
    const items = await table.bounded((signal) => query(place, signal));
    return items
      .flatMap((item) => silenceIn(item) ?? [])
      .filter(({ until }) => now < until)
      .sort((left, right) => left.from - right.from);
  };
}

function silenceIn(item: Item): Silence | null {
  return readSilence(parseText(item[SILENCE]?.S));
}
