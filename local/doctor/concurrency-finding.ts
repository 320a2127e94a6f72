/** Whether runs can start: how many functions the account may run at once, and what else can use that up. */

import { shardCount } from '../../lambda/core/invoke/invocation';
import type { DeployedConfig, Facts } from './facts';
import { type Finding, failed, found, ok } from './finding';

/**
 * The least that an account has to keep for functions without a reservation. Source: AWS Lambda API reference, "PutFunctionConcurrency":
 * "You can reserve concurrency for as many functions as you like, as long as you leave at least 100 simultaneous executions unreserved for
 * functions that aren't configured with a per-function limit."
 */
const LEAST_UNRESERVED = 100;

const MORE =
  'Request more in Service Quotas, for AWS Lambda "Concurrent executions", such as 1,000: it costs nothing, and a new account may have only 10.';

/** The checker has no reservation: it shares the unreserved executions with all other functions, and with a page that has none either. */
export function concurrencyFinding({ concurrency }: Facts, { config, deployment }: DeployedConfig): Finding {
  const { page } = deployment;
  return found('account', concurrency, (unreserved) => {
    const shards = shardCount(config, deployment);
    const shown = unreserved.toLocaleString('en-US');
    if (unreserved < shards) {
      const text = `a run is ${shards} invocations at once, and the account may run ${shown} without a reservation`;
      return failed('account', text, MORE);
    }
    if (page === null || page.concurrency !== null)
      return ok('account', `the account may run ${shown} invocations at once without a reservation`);
    // A flood of requests from a single laptop uses up so few, and none of them can be reserved.
    if (unreserved <= LEAST_UNRESERVED) {
      return failed(
        'account',
        `the account may run ${shown} invocations at once: readers of the page can take all of them from the checker`,
        MORE,
        `Then set "page.concurrency" in the config, such as 5: the account has to keep ${LEAST_UNRESERVED} unreserved.`,
      );
    }
    return ok(
      'account',
      `the page and the checker share ${shown} invocations at once; "page.concurrency" would bound the page`,
    );
  });
}
