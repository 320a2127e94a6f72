/** The readers of the table for a function that writes nothing. */

import type { FindPorts } from '../../core/documents/find-page';
import { createHistoryReader } from './history-reader';
import type { Table } from './open-table';
import { createOverviewReader } from './overview-table';
import { createSilenceReader } from './silence-reader';
import { createStateReader } from './state-reader';

export function openReaders(table: Table): FindPorts {
  return {
    readOverviews: createOverviewReader(table),
    readStates: createStateReader(table),
    readHistory: createHistoryReader(table),
    readSilences: createSilenceReader(table),
  };
}
