/** Stores the silences of a deployment in its DynamoDB table: one item for each. */

import { type Silence, type SilenceStore, storedSilence } from '../../core/silences/silence';
import { silenceKey } from '../../core/state/table-keys';
import { createItemWriter } from './item-writer';
import type { Table } from './open-table';
import { createSilenceAndDrillReader, createSilenceReader, SILENCE } from './silence-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceTable(table: Table): SilenceStore {
  const endOf = ({ until }: Silence) => until;
  return {
    read: createSilenceReader(table),
    readWithDrill: createSilenceAndDrillReader(table),
    ...createItemWriter(table, { attribute: SILENCE, keyOf: silenceKey, stored: storedSilence, endOf }),
  };
}
