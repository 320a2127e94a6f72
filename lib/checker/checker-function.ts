/** The Lambda that runs the checks. Its config is beside its code, and its time is limited. */

import { Duration } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../../lambda/core/config/config';
import {
  checkerMemoryMb,
  longestCheckMs,
  outputsMs,
  pulseMs,
  retriesOf,
  shardCount,
} from '../../lambda/core/invoke/invocation';
import { lookupEnvironment } from '../../lambda/core/invoke/lookup-environment';
import { configShape } from '../../local/input/describe-config';
import { BuiltFunction } from '../functions/built-function';

/**
 * How often Lambda starts a failed run again. A throttled run it starts again for as long as the event lives.
 * Source: AWS Lambda developer guide, "How Lambda handles errors and retries with asynchronous invocation".
 */
const MOST_RETRIES = 2;

/**
 * The most services that are described in the template, with all keys of each. Source: AWS CloudFormation user guide, "Understand
 * CloudFormation quotas": "Template body size in an S3 object", 1 MB.
 */
const MOST_DESCRIBED = 200;

export interface CheckerFunctionProps {
  readonly functionName: string;
  readonly config: Config;
  readonly deployment: Deployment;
  /** `null` if there is none. */
  readonly vpcConfig: CfnFunction.VpcConfigProperty | null;
  readonly role: IRole;
  readonly logGroup: ILogGroup;
  readonly deadLetters: IQueue;
  /** The environment variables, by name. */
  readonly environment: Readonly<Record<string, string>>;
}

export class CheckerFunction extends BuiltFunction {
  /** The number of invocations that share a run's services. */
  readonly shards: number;

  constructor(scope: Construct, id: string, props: CheckerFunctionProps) {
    const { functionName, config, deployment, vpcConfig, role, logGroup, deadLetters, environment } = props;
    const shards = shardCount(config, deployment);
    const { attempts, maxAgeMs } = retriesOf(config);
    super(scope, id, {
      functionName,
      description: `Checks the ${config.services.length} services of ${config.name}`,
      content: { lambda: 'checker', config, deployment },
      memorySize: checkerMemoryMb(config, deployment),
      timeout: Duration.seconds(timeoutSeconds(config, shards)),
      role,
      logGroup,
      environment: { ...environment, ...lookupEnvironment(config, shards) },
      // With a short interval a failed or late run is not retried: the alarms on errors and throttles report it.
      retryAttempts: Math.min(attempts, MOST_RETRIES),
      maxEventAge: Duration.millis(maxAgeMs),
      // A start that Lambda gives up: its record says why. Source: AWS Lambda developer guide, "Capturing records of Lambda asynchronous
      // invocations": "The invocation record contains details about the request and response in JSON format".
      onFailure: new SqsDestination(deadLetters),
    });
    this.shards = shards;
    const resource = this.node.defaultChild as CfnFunction;
    if (vpcConfig !== null) resource.vpcConfig = vpcConfig;
    // For the config itself `cdk diff` would show only a hash; this shows each key that changed.
    if (config.services.length <= MOST_DESCRIBED)
      resource.addMetadata('statuswatch:config', configShape(config, deployment));
  }
}

/** The longest time for an invocation, in whole seconds as Lambda counts; a config that needs more is refused. */
export function timeoutSeconds(config: Config, shards: number): number {
  return Math.ceil((longestCheckMs(config, shards) + outputsMs(shards) + pulseMs(config)) / 1_000);
}
