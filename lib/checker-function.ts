/** The Lambda that runs the checks: bundled with its config, and bounded in time. */

import { Duration, Stage } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../lambda/core/config';
import { checkerMemoryMb, shardCount } from '../lambda/core/invocation';
import { secretIds } from '../lambda/core/secrets';
import { writeBundledConfig } from './bundled-config';
import { CHECKER_ENTRY, checkerBundle } from './checker-bundle';
import { threadPoolSize, timeoutSeconds } from './invocation-size';

const RUNTIME = Runtime.NODEJS_24_X;

export interface CheckerFunctionProps {
  readonly functionName: string;
  readonly config: Config;
  readonly deployment: Deployment;
  readonly role: IRole;
  readonly logGroup: ILogGroup;
  readonly deadLetters: IQueue;
  /** Its variables, by name. */
  readonly environment: Readonly<Record<string, string>>;
}

export class CheckerFunction extends NodejsFunction {
  /** How many invocations share a run's services. */
  readonly shards: number;

  constructor(scope: Construct, id: string, props: CheckerFunctionProps) {
    const { functionName, config, deployment, role, logGroup, deadLetters, environment } = props;
    const shards = shardCount(config, deployment);
    super(scope, id, {
      functionName,
      description: `Asks the ${config.services.length} services of ${config.name} for their status`,
      entry: CHECKER_ENTRY,
      runtime: RUNTIME,
      architecture: Architecture.ARM_64,
      memorySize: checkerMemoryMb(config, shards),
      timeout: Duration.seconds(timeoutSeconds(config, shards)),
      role,
      logGroup,
      environment: { ...environment, UV_THREADPOOL_SIZE: String(threadPoolSize(config, shards)) },
      // A run that failed is not repeated, the next one is due; that it failed is kept, and told by an alarm.
      retryAttempts: 0,
      maxEventAge: Duration.seconds(60),
      onFailure: new SqsDestination(deadLetters),
      bundling: bundling(writeBundledConfig(config, Stage.of(scope)?.outdir ?? ''), secretIds(config).length > 0),
    });
    this.shards = shards;
    if (deployment.network !== null) {
      const { subnetIds, securityGroupIds } = deployment.network;
      const resource = this.node.defaultChild as CfnFunction;
      resource.vpcConfig = { subnetIds: [...subnetIds], securityGroupIds: [...securityGroupIds] };
    }
  }
}

function bundling(configFile: string, readsSecrets: boolean): BundlingOptions {
  const { target, minify, mainFields, alias } = checkerBundle(configFile, readsSecrets);
  return {
    bundleAwsSDK: true,
    target,
    minify,
    format: OutputFormat.CJS,
    mainFields: [...mainFields],
    logLevel: LogLevel.WARNING,
    esbuildArgs: Object.fromEntries(Object.entries(alias).map(([name, path]) => [`--alias:${name}`, path])),
  };
}
