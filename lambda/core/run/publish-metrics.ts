/** Metrics are published once all checks are done, whatever the store and the receivers do. */

import { type Check, hasVerdict } from '../probe/check-result';
import { errorMessage, type RunFailure } from '../words/run-failure';
import type { Known, Moment, Using, Watched } from './run-context';

/** Never rejects. */
export async function publishMetrics(
  checking: Promise<readonly Check[]>,
  run: Watched & Moment & Pick<Known, 'known'> & Using<'publish'>,
): Promise<readonly RunFailure[]> {
  const checks = await checking;
  const durationMs = run.clock.elapsed() - run.start;
  // An earlier try of this run may have published.
  if (checks.length === 0 || run.signal?.aborted) return [];
  try {
    await run.outputs.publish({
      startedAt: run.startedAt,
      durationMs,
      results: checks.filter(hasVerdict),
      shard: run.shard,
    });
    return [];
  } catch (error) {
    return [{ output: 'metrics', service: null, message: `metrics can't be published: ${errorMessage(error)}` }];
  }
}
