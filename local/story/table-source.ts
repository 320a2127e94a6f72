/** What a deployment has kept of its services, in its table. */

import { UserError } from '../input/user-error';
import type { StorySource } from './story-source';

/** Its config is asked of the function. Throws a `UserError` if the deployment, its region or credentials are not there. */
export async function tableSource(deployment: string, region: string | undefined): Promise<StorySource> {
  // The SDK warns of a Node that is past its end in many lines; this program says itself which versions it runs on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const remote = await import('../remote/table-source').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError('--deployed needs the AWS SDK beside statuswatch: npm ci installs it');
  });
  const { readConfig, readStates, readHistory } = await remote.tableSource(deployment, region);
  const { services, intervalMs } = await readConfig();
  return {
    ...{ services, intervalMs, outlet: 'sent' },
    readState: async (service) => (await readStates([service], Date.now()))[0]?.state,
    history: { read: readHistory },
  };
}
