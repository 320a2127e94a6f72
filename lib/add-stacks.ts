/** The stacks of a CDK app: a stack for each config. */

import type { Construct } from 'constructs';
import type { DeploymentTarget } from '../lambda/core/config/parse/parse-config';
import { DEFAULT_CONFIG_FILE, FaultyConfig } from '../local/input/load-config';
import { UserError } from '../local/input/user-error';
import { FaultyStack } from './faulty-stack';
import { readProps } from './read-props';
import { StatuswatchStack, type StatuswatchStackProps } from './statuswatch-stack';

/**
 * Adds a stack for each config that the context `config` names, separated by commas: `-c config=prod.yaml,stage.yaml`; without it,
 * for `statuswatch.yaml`. The id and the name of a stack are the `name` of its config. A config with faults gets a stack that can be
 * destroyed and can't be deployed. Throws a `UserError` if two configs are about the same deployment, or if the deployment of a
 * config is unknown.
 */
export function addStatuswatchStacks(scope: Construct): void {
  const found = configFiles(scope.node.tryGetContext('config')).map(readStack);
  refuseSame(found);
  for (const config of found) {
    const id = idOf(config, found);
    if ('faults' in config) new FaultyStack(scope, id, config);
    else new StatuswatchStack(scope, id, config.props);
  }
}

interface FoundConfig {
  readonly file: string;
  readonly target: DeploymentTarget;
}

interface RightConfig extends FoundConfig {
  readonly props: StatuswatchStackProps;
}

interface WrongConfig extends FoundConfig {
  /** All faults, in lines for people. */
  readonly faults: string;
}

function configFiles(context: unknown): readonly string[] {
  const files = String(context ?? DEFAULT_CONFIG_FILE)
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '');
  if (files.length === 0) throw new UserError('-c config= needs the name of a file, or several with commas between');
  return files;
}

function readStack(file: string): RightConfig | WrongConfig {
  try {
    const props: { readonly configFile: string; stackName?: string } = { configFile: file };
    const { config, deployment } = readProps(props);
    props.stackName = config.name;
    const { account, region } = deployment;
    return { file, target: { name: config.name, account, region }, props };
  } catch (error) {
    if (!(error instanceof FaultyConfig) || error.target === null) throw error;
    return { file, target: error.target, faults: error.message };
  }
}

/** A stack without an account or a region may go into those of any other stack. */
function refuseSame(found: readonly FoundConfig[]): void {
  for (const [index, { file, target }] of found.entries()) {
    const other = found.slice(0, index).find((before) => mayMeet(before.target, target));
    if (other === undefined) continue;
    throw new UserError(
      `${other.file} and ${file} both have the name "${target.name}", and may be deployed to the same account and region: set another "name" in one of them, or another "deploy: { account, region }" in each`,
    );
  }
}

function mayMeet(left: DeploymentTarget, right: DeploymentTarget): boolean {
  const isSame = (key: 'account' | 'region') => left[key] === null || right[key] === null || left[key] === right[key];
  return left.name === right.name && isSame('account') && isSame('region');
}

/** Ids are unique in an app. In a template they are only in the paths of its metadata: names are made from the config's name. */
function idOf({ target }: FoundConfig, found: readonly FoundConfig[]): string {
  const { name, account, region } = target;
  const isOnly = found.filter((config) => config.target.name === name).length === 1;
  return isOnly ? name : [name, account, region].filter((part) => part !== null).join('-');
}
