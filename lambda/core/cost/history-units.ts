/** The reads, writes and bytes of states and histories in the table, in the units in which DynamoDB counts. */

import { HISTORY_KEPT_DAYS } from '../history/history-items';

/** The units in which DynamoDB counts reads and writes, in bytes. */
export const READ_BYTES = 4_096;
export const WRITE_BYTES = 1_024;

/**
 * The size of the item of a state, measured at a check a minute: 2,400 bytes if a service has always been healthy, 3,050 with three past
 * incidents, 4,800 with the twenty that are kept.
 */
export const STATE_BYTES = 3_050;

/** The sizes of whole items in bytes, measured at a check a minute: the five minutes and the hours of a day, and the days of a month. */
export const ITEM_BYTES = { fine: 4_250, hours: 950, days: 2_200 } as const;
/** The size of a brief of a service that is well, in the overview of its shard. */
export const BRIEF_BYTES = 15;

const HOURS_A_DAY = 24;
const DAYS_A_MONTH = 30;

export interface HistoryUnits {
  readonly writeUnits: number;
  readonly readUnits: number;
  /** How much is stored once items expire as fast as new items come, in bytes. */
  readonly storedBytes: number;
}

/**
 * Each hour two items of a day are read and written, each larger by an hour; each day so is an item of a month.
 * Source: Amazon DynamoDB developer guide, "DynamoDB read and write operations", PutItem: "For calculating provisioned throughput
 * consumption, the item size that matters is the larger of the two."
 */
export function historyUnits(hoursAMonth: number): HistoryUnits {
  const { fine, hours, days } = ITEM_BYTES;
  const perHour = (unit: number) => growing(fine, HOURS_A_DAY, unit) + growing(hours, HOURS_A_DAY, unit);
  const { fine: fineDays, hours: hourDays, days: dayDays } = HISTORY_KEPT_DAYS;
  return {
    writeUnits: hoursAMonth * (perHour(WRITE_BYTES) + growing(days, DAYS_A_MONTH, WRITE_BYTES) / HOURS_A_DAY),
    readUnits: hoursAMonth * (perHour(READ_BYTES) + growing(days, DAYS_A_MONTH, READ_BYTES) / HOURS_A_DAY),
    storedBytes: fine * fineDays + hours * hourDays + (days / DAYS_A_MONTH) * dayDays,
  };
}

/** The mean number of units of an item that grows by an equal part, of so many, with each write. */
function growing(bytes: number, parts: number, unit: number): number {
  const sizes = Array.from({ length: parts }, (_, index) => (bytes * (index + 1)) / parts);
  return sizes.reduce((sum, size) => sum + Math.ceil(size / unit), 0) / parts;
}
