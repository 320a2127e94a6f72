/** The stored data of services: in the folder of a watch, or in the table of a deployment. It is only read, so both may run in the meantime. */

import type { Table } from '../../lambda/adapters/table/open-table';
import type { Config } from '../../lambda/core/config/config';
import type { ReceiverStore } from '../../lambda/core/deliver/receiver-record';
import type { HistoryStore } from '../../lambda/core/history/history-items';
import type { StoredState } from '../../lambda/core/state/store';

/** Each call rejects with a `UserError` if the archive can't be read; reading a history of a folder with another error. */
export interface Archive {
  /** The config of the watch, or the deployed config. */
  readConfig(): Promise<Config>;
  /** `null` means all stored services; in a table, all services of its config. */
  readStates(services: readonly string[] | null): Promise<ArchivedStates>;
  readonly readHistory: HistoryStore['read'];
  /** Reads the records of receivers that refuse their alerts, by their ids. */
  readonly readReceivers: ReceiverStore['read'];
  /** Reads something else that is stored there. */
  readElse<Found>(from: ArchiveReaders<Found>): Promise<Found>;
}

/** Readers of the same thing: the one that fits the archive is called. */
export interface ArchiveReaders<Found> {
  folder(place: { readonly folder: string; readonly onDamage: (message: string) => void }): Promise<Found>;
  table(table: Table): Promise<Found>;
}

export interface ArchivedStates {
  readonly states: readonly StoredState[];
  /** The faults of unreadable states, each in a sentence. */
  readonly damaged: readonly string[];
}
