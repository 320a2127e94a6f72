/** The settings that all Lambdas of our own code share. */

import { join } from 'node:path';
import { AssetHashType, DockerImage, Stage } from 'aws-cdk-lib';
import { Architecture, Function as CdkFunction, Code, type FunctionProps, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { esbuildOptions, type LambdaBundle } from './lambda-bundle';

const ROOT = join(__dirname, '../..');

type Own = 'code' | 'handler' | 'runtime' | 'architecture' | 'retryAttempts';

export interface BundledFunctionProps extends Omit<FunctionProps, Own> {
  readonly bundle: LambdaBundle;
}

export class BundledFunction extends CdkFunction {
  constructor(scope: Construct, id: string, { bundle, ...props }: BundledFunctionProps) {
    super(scope, id, {
      ...props,
      code: bundledCode(bundle),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      retryAttempts: 0,
    });
  }
}

/** The folder of the synthesis, for temporary files. */
export function synthesisFolder(scope: Construct): string {
  return Stage.of(scope)?.outdir ?? '';
}

/** esbuild is called by its API: `NodejsFunction` starts it by `npx`, which takes longer than the bundling. */
function bundledCode(bundle: LambdaBundle): Code {
  const options = esbuildOptions(bundle);
  return Code.fromAsset(ROOT, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never started: what is bundled locally needs none.
      image: DockerImage.fromRegistry('none'),
      // The CDK bundles once for what is written here.
      command: [JSON.stringify(options)],
      local: {
        tryBundle: (folder) => {
          buildSync({ ...options, outfile: join(folder, 'index.js') });
          return true;
        },
      },
    },
  });
}
