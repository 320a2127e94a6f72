/** The permissions of a Lambda of our own: to write its own log, and the given statements. */

import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface FunctionRoleProps {
  /** The owner of the permissions, in words. */
  readonly who: string;
  readonly policyName: string;
  readonly logGroup: ILogGroup;
  readonly statements: readonly PolicyStatement[];
  /** The reason why some permissions are for any resource; missing if none are. */
  readonly whyAnyResource?: string;
}

export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, props: FunctionRoleProps) {
    const { who, policyName, logGroup, whyAnyResource } = props;
    const log = allow('Log', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${who} of statuswatch may do`,
      inlinePolicies: { [policyName]: new PolicyDocument({ statements: [log, ...props.statements] }) },
    });
    if (whyAnyResource === undefined) return;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: whyAnyResource,
    });
  }
}

export function allow(sid: string, actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ sid, actions, resources });
}

/** Secrets Manager ends each ARN in a hyphen and six characters of its own, with which a name can end too. */
export function secretArns(scope: Construct, secret: string): string[] {
  if (secret.startsWith('arn:')) return /-[A-Za-z0-9]{6}$/.test(secret) ? [secret, ofName(secret)] : [ofName(secret)];
  const resource = { service: 'secretsmanager', resource: 'secret', resourceName: ofName(secret) };
  return [Stack.of(scope).formatArn({ ...resource, arnFormat: ArnFormat.COLON_RESOURCE_NAME })];
}

function ofName(nameOrArn: string): string {
  return `${nameOrArn}-??????`;
}
