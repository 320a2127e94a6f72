/** The phase *probe*: all services are asked at once. It knows nothing of their states. */

import { isAskable } from '../config/secrets';
import { type Check, checksWithoutSecret } from '../probe/check-result';
import { checkService } from '../probe/check-service';
import { conclude } from '../probe/conclude';
import type { RunStart } from './run-context';

/** The check of each service once it is done, those that lack a secret last. None rejects. */
export function probeServices(run: RunStart): readonly Promise<Check>[] {
  const askable = run.config.services.filter(isAskable);
  const asking = askable.map((service) => checkService(service, run, run.signal));
  return [...conclude(asking, askable, run.lookAtNetwork), ...checksWithoutSecret(run.config.services)].map(
    async (checking) => {
      const check = await checking;
      run.onResult?.(check);
      return check;
    },
  );
}
