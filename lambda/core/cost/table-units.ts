/** The units in which DynamoDB counts reads of up to 4 kB and writes of up to 1 kB. */

export interface Throughput {
  readonly reads: number;
  readonly writes: number;
}

/** A state has 3,500 bytes with three past incidents, measured with a check a minute. */
export const STATE_UNITS: Throughput = { reads: 1, writes: 4 };

/** The units for a service's history in an hour: the items of the day are read and written, one of them up to 4,250 bytes in the evening. */
export const HISTORY_UNITS: Throughput = { reads: 2, writes: 4 };

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
