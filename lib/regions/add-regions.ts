/** The stacks in other regions, each with the function that confirms outages from there. */

import { ArnFormat, Duration, Stack, Stage, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { REGION_MEMORY_MB, regionFunctionName } from '../../lambda/core/invoke/invocation';
import { UserError } from '../../local/input/user-error';
import { BuiltFunction, FunctionLog } from '../functions/built-function';
import { FunctionRole } from '../functions/function-role';
import { forRegions } from '../functions/lambda-folder';
import { addTags, tagsOf } from '../tags';

/** More than a check with its cold start takes. */
const TIMEOUT_S = 15;

/**
 * Adds a stack for each region of `confirmFrom`, and returns the ARNs of their functions; none without that key. The stack of `scope` is deployed after
 * them. No value crosses stacks: all names are fixed.
 */
export function addRegions(scope: Construct, config: Config, deployment: Deployment): readonly string[] {
  const { confirmFrom, name } = config;
  if (confirmFrom === null) return [];
  const home = Stack.of(scope);
  if (home.region !== deployment.region) {
    throw new UserError(
      `confirmFrom needs a stack in deploy.region (${deployment.region}): set "env" in its properties`,
    );
  }
  const functionName = regionFunctionName(name, home.region);
  return confirmFrom.map((region) => {
    const stack = new Stack(Stage.of(scope) ?? scope.node.root, `${functionName}-${region}`, {
      stackName: functionName,
      env: { region, ...(!Token.isUnresolved(home.account) && { account: home.account }) },
      description: `statuswatch: confirms outages of ${name} in ${home.region}`,
      terminationProtection: deployment.protect,
    });
    addTags(stack, tagsOf(config));
    addFunction(stack, functionName, config);
    home.node.addDependency(stack);
    const arn = { service: 'lambda', region, resource: 'function', resourceName: functionName };
    return home.formatArn({ ...arn, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  });
}

/** It can only write its log: requests come finished from the checker. */
function addFunction(stack: Stack, functionName: string, config: Config): void {
  const logGroup = new FunctionLog(stack, 'Log', `/aws/lambda/${functionName}`, null);
  const role = new FunctionRole(stack, 'Role', {
    who: 'a region that confirms outages',
    policyName: 'region',
    logGroup,
    statements: [],
  });
  new BuiltFunction(stack, 'Region', {
    functionName,
    description: `Checks services of ${config.name} that the checker does not reach`,
    content: { lambda: 'region', config: forRegions(config), deployment: null },
    memorySize: REGION_MEMORY_MB,
    timeout: Duration.seconds(TIMEOUT_S),
    role: role.withoutPolicyUpdates(),
    logGroup,
  });
}
