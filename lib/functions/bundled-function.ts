/** The settings that all Lambdas of our own code share. */

import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import {
  type BundlingOptions,
  LogLevel,
  NodejsFunction,
  type NodejsFunctionProps,
  OutputFormat,
} from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import type { LambdaBundle } from './lambda-bundle';

/** The folder that esbuild is started from: CDK would look for esbuild in the folder of the synthesis. */
const ROOT = join(__dirname, '../..');

type Own = 'entry' | 'projectRoot' | 'depsLockFilePath' | 'runtime' | 'architecture' | 'bundling';

export interface BundledFunctionProps extends Omit<NodejsFunctionProps, Own> {
  readonly bundle: LambdaBundle;
}

export class BundledFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, { bundle, ...props }: BundledFunctionProps) {
    super(scope, id, {
      retryAttempts: 0,
      ...props,
      entry: bundle.entry,
      projectRoot: ROOT,
      depsLockFilePath: join(ROOT, 'package-lock.json'),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      bundling: bundlingOf(bundle),
    });
  }
}

/** The folder of the synthesis, for temporary files. */
export function synthesisFolder(scope: Construct): string {
  return Stage.of(scope)?.outdir ?? '';
}

function bundlingOf({ target, minify, mainFields, alias }: LambdaBundle): BundlingOptions {
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
