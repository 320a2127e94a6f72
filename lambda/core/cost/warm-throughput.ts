/** The throughput that the table must have at once: a new table would refuse a fleet in the minute in which all services fail. */

import { READ_BYTES, STATE_BYTES, WRITE_BYTES } from './history-units';

/** Units a second. */
export interface Throughput {
  readonly reads: number;
  readonly writes: number;
}

/**
 * The throughput of a new table. Source: Amazon DynamoDB developer guide, "Understanding DynamoDB warm throughput in different scenarios": "A new
 * on-demand table starts with a warm throughput of 12,000 read units per second and 4,000 write units per second."
 */
export const NEW_TABLE: Throughput = { reads: 12_000, writes: 4_000 };

/**
 * The most that a table may take, unless the account's quota is raised. Source: Amazon DynamoDB developer guide, "Quotas in Amazon
 * DynamoDB": "Per table: 40,000 read request units and 40,000 write request units".
 */
export const MOST_OF_A_TABLE: Throughput = { reads: 40_000, writes: 40_000 };

/** The throughput that all states of so many services need if they are read and written within a second. */
export function throughputAtOnce(services: number): Throughput {
  return {
    reads: services * Math.ceil(STATE_BYTES / READ_BYTES),
    writes: services * Math.ceil(STATE_BYTES / WRITE_BYTES),
  };
}

/**
 * The throughput that the table is made ready for; `null` if a new table takes enough. It is the most that a table may take, and not just what
 * the services need: DynamoDB raises the value itself as the table is used, and refuses any that is lower than that in force
 * ("decreasing WarmThroughput is not supported"), so that a deployment with fewer services, or with a few more, would fail.
 */
export function warmThroughput(services: number): Throughput | null {
  const { reads, writes } = throughputAtOnce(services);
  return reads <= NEW_TABLE.reads && writes <= NEW_TABLE.writes ? null : MOST_OF_A_TABLE;
}
