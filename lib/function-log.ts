/** The log of a Lambda: one month, and gone with the stack. */

import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export class FunctionLog extends LogGroup {
  constructor(scope: Construct, id: string, logGroupName: string) {
    super(scope, id, { logGroupName, retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY });
  }
}
