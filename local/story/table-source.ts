/** What a deployment has kept of its services, in its table. */

import { openTable } from '../remote/load-sdk';
import type { StorySource } from './story-source';

/** Its config is asked of the function. Throws a `UserError` if the deployment, its region or credentials are not there. */
export async function tableSource(deployment: string, region: string | undefined): Promise<StorySource> {
  const { readConfig, readStates, readHistory } = await openTable(deployment, region);
  const { services, intervalMs } = await readConfig();
  return {
    ...{ services, intervalMs, outlet: 'sent' },
    readState: async (service) => (await readStates([service], Date.now()))[0]?.state,
    history: { read: readHistory },
  };
}
