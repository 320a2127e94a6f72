/** The options that name a deployment instead of a state folder. */

import { UserError } from './user-error';

export interface DeployedOptions {
  /** The name of a deployment; if missing, the state folder is used. */
  readonly deployed?: string;
  readonly region?: string;
}

/** Throws a `UserError` if the options do not fit together. */
export function checkDeployed({ deployed, region }: DeployedOptions): void {
  if (deployed === '') throw new UserError('--deployed needs the name of a deployment');
  if (deployed === undefined && region !== undefined) throw new UserError('--region needs --deployed');
}
