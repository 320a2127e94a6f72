/** The account and the region of a stack. */

import type { Environment } from 'aws-cdk-lib';
import type { Deployment } from '../lambda/core/config/config';

/** Where a config wants its stack to be, as far as it says so. */
export function environmentOf({ account, region }: Pick<Deployment, 'account' | 'region'>): Environment {
  return { ...(account !== null && { account }), ...(region !== null && { region }) };
}
