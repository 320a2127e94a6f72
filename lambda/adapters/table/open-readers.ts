/** The readers of the table for a function that writes nothing. */

import type { FindPorts } from '../../core/documents/find-page';
import { createMonthReader } from '../../core/history/month';
import { createHistoryReader } from './history-table';
import type { Table } from './open-table';
import { createOverviewReader } from './overview-table';
import { createSilenceReader } from './silence-table';
import { createStateReader } from './state-reader';

export function openReaders(table: Table): FindPorts {
  const readHistory = createHistoryReader(table);
  return {
    readOverviews: createOverviewReader(table),
    readStates: createStateReader(table),
    readHistory,
    readMonth: createMonthReader({ read: readHistory }),
    readSilences: createSilenceReader(table),
  };
}
