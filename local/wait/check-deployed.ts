/** Lets the checker of a deployment check the services. */

import { MOST_ASKED } from '../../lambda/core/invoke/checker-request';
import { jsonObjectOf } from '../../lambda/core/words/json';
import { UserError } from '../input/user-error';
import type { OpenChecker } from '../remote/invoke-checker';
import { otherVersion } from '../requests/read-answer';
import type { Answer, CheckAll } from './wait-for-services';

/** If an invocation fails, its services count as not checked: the next may succeed. */
export function checkDeployed(
  deployment: string,
  checker: Pick<OpenChecker, 'invoke'>,
  services: readonly string[],
): CheckAll {
  const batches = Array.from({ length: Math.ceil(services.length / MOST_ASKED) }, (_, index) =>
    services.slice(index * MOST_ASKED, (index + 1) * MOST_ASKED),
  );
  return async (signal) => {
    const checked = batches.map((ids) => checkBatch(deployment, checker, ids, signal));
    return (await Promise.all(checked)).flat();
  };
}

async function checkBatch(
  deployment: string,
  checker: Pick<OpenChecker, 'invoke'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const answered = await checker.invoke({ ask: ids, once: true }, signal).catch((error: unknown) => {
    if (error instanceof UserError) return error;
    throw error;
  });
  if (answered instanceof UserError) return ids.map((id) => notChecked(id, answered.message));
  const { services } = jsonObjectOf(answered);
  if (!Array.isArray(services)) throw otherVersion(deployment);
  return ids.map((id) => ({
    ...notChecked(id, `the checker of ${deployment} did not answer for it`),
    ...(services as readonly Answer[]).find(({ service }) => service === id),
  }));
}

function notChecked(service: string, message: string): Answer {
  return { service, verdict: null, message, version: null, environment: null };
}
