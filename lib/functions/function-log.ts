/** The log of a Lambda: kept for one month, and deleted with the stack. */

import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export class FunctionLog extends LogGroup {
  constructor(scope: Construct, id: string, logGroupName: string, key: IKey | null) {
    super(scope, id, {
      logGroupName,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    });
  }
}
