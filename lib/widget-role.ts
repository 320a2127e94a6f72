/** What the widget may do: read states and metrics, and write its own log. Nothing else. */

import { Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface WidgetRoleProps {
  readonly table: Table;
  readonly logGroup: ILogGroup;
}

export class WidgetRole extends Role {
  constructor(scope: Construct, id: string, { table, logGroup }: WidgetRoleProps) {
    const statements = [
      allow('Log', ['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn),
      allow('States', ['dynamodb:Query'], table.tableArn),
      allow('Metrics', ['cloudwatch:GetMetricData'], '*'),
    ];
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: 'What the widget of the dashboard of statuswatch may do',
      inlinePolicies: { widget: new PolicyDocument({ statements }) },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: 'GetMetricData knows neither resources nor namespaces, and only reads',
    });
  }
}

function allow(sid: string, actions: string[], resource: string): PolicyStatement {
  return new PolicyStatement({ sid, actions, resources: [resource] });
}
