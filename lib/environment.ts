/** The account and the region of a stack. */

import type { Environment } from 'aws-cdk-lib';
import type { Deployment } from '../lambda/core/config/config';

/** The account and the region that a config sets for its stack. */
export function environmentOf({ account, region }: Pick<Deployment, 'account' | 'region'>): Environment {
  return { ...(account !== null && { account }), ...(region !== null && { region }) };
}
