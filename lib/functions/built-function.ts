/** The settings that all Lambdas of our own code share. */

import { RemovalPolicy, Stage } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Architecture, Code, type FunctionProps, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type LambdaContent, makeLambdaFolder } from './lambda-folder';

type Own = 'handler' | 'code' | 'runtime' | 'architecture';

export interface BuiltFunctionProps extends Omit<FunctionProps, Own> {
  readonly content: LambdaContent;
}

export class BuiltFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, { content, ...props }: BuiltFunctionProps) {
    super(scope, id, {
      retryAttempts: 0,
      ...props,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(makeLambdaFolder(Stage.of(scope)?.outdir ?? '', content)),
    });
  }
}

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
