/** What the states and the history of services take of their table, in the units in which DynamoDB counts. */

import { HISTORY_KEPT_DAYS } from '../history/history-items';

/** The units in which DynamoDB counts reads and writes, in bytes. */
export const READ_BYTES = 4_096;
export const WRITE_BYTES = 1_024;

/**
 * The size of the item of a state, measured at one check a minute: 2,100 bytes if a service has always been well, 2,800 with three past
 * incidents, 4,600 with the twenty that are kept.
 */
export const STATE_BYTES = 2_800;

/**
 * The sizes of whole items in bytes, measured at one check a minute: the five minutes and the hours of a day, which has 24 parts,
 * and the days of a month.
 */
export const ITEM_BYTES = { fine: 4_400, hours: 1_050, days: 2_700 } as const;
const HOURS_A_DAY = 24;
const DAYS_A_MONTH = 30;

export interface HistoryUnits {
  readonly writeUnits: number;
  readonly readUnits: number;
  /** How much is stored once items expire as fast as new ones come, in bytes. */
  readonly storedBytes: number;
}

/**
 * Each hour two items of a day are read and written, and one part of each grows; each day so is an item of a month.
 * Source: Amazon DynamoDB developer guide, "DynamoDB read and write operations": "Even if you update just a subset of the item's
 * attributes, UpdateItem will still consume the full amount of provisioned throughput (the larger of the "before" and "after" item
 * sizes)."
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

/** The mean number of units of an item that grows by one of so many equal parts with each write. */
function growing(bytes: number, parts: number, unit: number): number {
  const sizes = Array.from({ length: parts }, (_, index) => (bytes * (index + 1)) / parts);
  return sizes.reduce((sum, size) => sum + Math.ceil(size / unit), 0) / parts;
}
