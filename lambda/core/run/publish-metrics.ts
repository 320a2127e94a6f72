/** Metrics are published once all checks are done, whatever the store and the receivers do. */

import { healthOf } from '../conditions/condition';
import { METRICS, type MeasuredRun, SERVICE_METRICS } from '../metrics/metrics';
import { type Check, hasVerdict } from '../probe/check-result';
import { NEW_SNAPSHOT } from '../state/snapshot';
import { errorMessage, type RunFailure } from '../words/run-failure';
import type { Advanced } from './advance';
import type { Known, Moment, Using, Watched } from './run-context';

/** Never rejects. `advancing` has the services of both batches. */
export async function publishMetrics(
  checking: Promise<readonly Check[]>,
  advancing: Promise<readonly Advanced[]>,
  run: Watched & Moment & Pick<Known, 'known'> & Using<'publish'>,
): Promise<readonly RunFailure[]> {
  const checks = await checking;
  const durationMs = run.clock.elapsed() - run.start;
  const advanced = await advancing;
  // An earlier try of this run may have published.
  if (checks.length === 0 || run.signal?.aborted) return [];
  const hasDegraded = SERVICE_METRICS[run.config.metrics].includes(METRICS.degraded);
  try {
    await run.outputs.publish({
      startedAt: run.startedAt,
      durationMs,
      results: checks.filter(hasVerdict),
      degraded: hasDegraded ? degradedServices(advanced, run) : undefined,
      shard: run.shard,
    });
    return [];
  } catch (error) {
    return [{ output: 'metrics', service: null, message: `metrics can't be published: ${errorMessage(error)}` }];
  }
}

/** Which services are degraded, without those of which no state could be read. */
function degradedServices(advanced: readonly Advanced[], { known }: Pick<Known, 'known'>): MeasuredRun['degraded'] {
  return new Map(
    advanced.flatMap(({ id, before, next }) => {
      if (next?.latest == null || next.removedAt !== null || (!known.certain && before === NEW_SNAPSHOT)) return [];
      return [[id, healthOf(next.latest.kind, next.conditions) === 'degraded'] as const];
    }),
  );
}
