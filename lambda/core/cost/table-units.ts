/** The sizes of items in the table, and the units in which DynamoDB counts reads and writes. */

/** The bytes of a unit. */
export const READ_BYTES = 4_096;
export const WRITE_BYTES = 1_024;

export interface Throughput {
  readonly reads: number;
  readonly writes: number;
}

export function unitsOf(bytes: number): Throughput {
  return { reads: Math.ceil(bytes / READ_BYTES), writes: Math.ceil(bytes / WRITE_BYTES) };
}

/**
 * The size of a state in bytes, measured with a check a minute: 2,100 if the service has always been healthy, 3,500 with three past
 * incidents, 9,100 with twenty, the most that are stored.
 */
export const STATE_BYTES = 3_500;
export const STATE_UNITS = unitsOf(STATE_BYTES);

/** The sizes of full history items in bytes, measured with a check a minute: 5-minute totals and hours of a day, days of a month. */
export const ITEM_BYTES = { fine: 4_250, hours: 950, days: 2_200 } as const;
/** The size of a healthy service in the overview of its shard, in bytes. */
export const BRIEF_BYTES = 15;

/**
 * The units for the history of a service in an hour. Both items of the day are read and written, and once a day that of the month. They
 * grow from nothing to `ITEM_BYTES`, and a write counts for the whole item: the test adds it up.
 */
export const HISTORY_UNITS: Throughput = { writes: 269 / 72, reads: 25 / 12 };

/**
 * The units a second of a new table. Source: Amazon DynamoDB developer guide, "Understanding DynamoDB warm throughput in different
 * scenarios": "A new on-demand table starts with a warm throughput of 12,000 read units per second and 4,000 write units per second."
 */
export const NEW_TABLE: Throughput = { reads: 12_000, writes: 4_000 };

/**
 * The most units a second, unless the account's quota is raised. Source: Amazon DynamoDB developer guide, "Quotas in Amazon DynamoDB":
 * "Per table: 40,000 read request units and 40,000 write request units".
 */
const LARGEST_TABLE: Throughput = { reads: 40_000, writes: 40_000 };

/**
 * Returns the throughput that the table is created with, so that it can take the minute in which all services fail; `null` if a new table
 * can. It is always the most that a table may take: DynamoDB raises the value as the table is used, and refuses a lower one ("decreasing
 * WarmThroughput is not supported"), so a later deployment with fewer services would fail.
 */
export function warmThroughput(services: number): Throughput | null {
  return services * STATE_UNITS.writes <= NEW_TABLE.writes ? null : LARGEST_TABLE;
}
