/** Reads the config of a construct. */

import type { Config, Deployment } from '../lambda/core/config/config';
import { deploymentFrom, loadDeployment } from '../local/input/load-config';
import { UserError } from '../local/input/user-error';
import type { StatuswatchProps } from './config-props';

interface Parsed {
  readonly config: Config;
  readonly deployment: Deployment;
}

const parsed = new WeakMap<StatuswatchProps, Parsed>();

/** Parses a config, once for the same object. Throws an error that lists all faults, also those of the deployment. */
export function readProps(props: StatuswatchProps): Parsed {
  const found = parsed.get(props) ?? parse(props);
  parsed.set(props, found);
  return found;
}

function parse({ configFile, config }: StatuswatchProps): Parsed {
  if ((configFile === undefined) === (config === undefined)) {
    throw new UserError('Statuswatch needs either "configFile", the path of a config, or "config", its content');
  }
  if (configFile !== undefined) return loadDeployment(configFile, 'all');
  const token = tokenIn(config, 'config');
  if (token !== null) {
    throw new UserError(
      `${token} is known only once it is deployed (a token of the CDK); expected a value that is known at the synthesis`,
    );
  }
  return deploymentFrom(config);
}

/** The path of the first text that stands for a value of a deployment; `null` if there is none. Source: AWS CDK developer guide, "Tokens". */
function tokenIn(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('${Token[') ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const found = tokenIn(each, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
