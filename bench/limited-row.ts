/** A row with the figures of a Lambda with the share of a core that comes with its memory. */

import type { Invocation } from './children/lambda-host';
import { type CpuShare, limitCpu, shareOf } from './cpu-share';
import { type Spread, spreadOf } from './statistics';
import type { Row } from './topic';

export type Measured = Pick<Extract<Row, { figures: unknown }>, 'figures' | 'targets'>;

/** If no share can be set, the row has the reason, and nothing is measured. */
export async function limitedRow(
  what: string,
  memoryMb: number,
  measure: (limit: CpuShare) => Promise<Measured>,
): Promise<Row> {
  const share = shareOf(memoryMb);
  const name = `${what}, ${share.toFixed(2)} of a core`;
  let limit: CpuShare;
  try {
    limit = limitCpu(share);
  } catch (error) {
    return { name, absent: `not measured: no share can be set here (${(error as Error).message})` };
  }
  try {
    return { name, ...(await measure(limit)) };
  } finally {
    limit.end();
  }
}

/** The times of cold starts, loading included. */
export function coldOf(invocations: readonly Invocation[]): Spread | null {
  return spreadOf(invocations.map(({ loadMs, wallMs }) => loadMs + wallMs));
}
