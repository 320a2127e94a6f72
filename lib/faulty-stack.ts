/** Stands in for the stack of a config that has faults: `cdk bootstrap` and `cdk destroy` only need its account and region. */

import { Annotations, CfnParameter, CfnRule, CfnWaitConditionHandle, Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentTarget } from '../lambda/core/config/parse/parse-config';
import { environmentOf } from './environment';

interface FaultyStackProps {
  readonly target: DeploymentTarget;
  /** All faults, in lines for people. */
  readonly faults: string;
}

/**
 * The error stops all commands that would deploy it. With `--ignore-errors` the CDK continues: it deletes a stack without resources, and
 * replaces the resources of a stack. The stack has a resource, and a rule that always fails, so CloudFormation refuses it.
 * Source: AWS CloudFormation user guide, "Rules": "If you don't define a rule condition, the rule's assertions always take effect";
 * "AWS rule functions": "If a parameter value isn't valid, CloudFormation doesn't create or update the stack".
 */
export class FaultyStack extends Stack {
  constructor(scope: Construct, id: string, { target, faults }: FaultyStackProps) {
    super(scope, id, {
      stackName: target.name,
      env: environmentOf(target),
      description: 'statuswatch: its config has faults',
    });
    new CfnWaitConditionHandle(this, 'Nothing');
    const state = new CfnParameter(this, 'Config', { default: 'faulty', allowedValues: ['faulty'] });
    new CfnRule(this, 'ConfigIsRight', {
      assertions: [
        { assert: Fn.conditionEquals(state.valueAsString, 'right'), assertDescription: 'the config has faults' },
      ],
    });
    Annotations.of(this).addError(faults);
  }
}
