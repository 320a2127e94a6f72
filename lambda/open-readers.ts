/** What a function that only reads asks the table for. */

import { createHistoryReader } from './adapters/table/history-reader';
import type { Table } from './adapters/table/open-table';
import { createOverviewReader } from './adapters/table/overview-table';
import { createSilenceReader } from './adapters/table/silence-reader';
import { createStateReader } from './adapters/table/state-reader';
import type { FindPorts } from './find-page';

export function openReaders(table: Table): FindPorts {
  return {
    readOverviews: createOverviewReader(table),
    readStates: createStateReader(table),
    readHistory: createHistoryReader(table),
    readSilences: createSilenceReader(table),
  };
}
