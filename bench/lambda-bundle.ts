/** The Lambda as the stack would deploy it: its code with a config beside it, and its environment. */

import { dirname, join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Config, Deployment } from '../lambda/core/config/config';
import { ENVIRONMENT } from '../lambda/core/invoke/invocation';
import { makeLambdaFolder } from '../lib/functions/lambda-folder';
import { LAMBDA_OPTIONS } from '../scripts/lambda-bundle';
import { type Environment, temporaryFolder } from './workplace';

const ROOT = join(__dirname, '..');
const CLIENTS = { cloudwatch: 'CloudWatchClient', sns: 'SNSClient', dynamodb: 'DynamoDBClient' };

/** The Lambda's own file, with a config beside it. */
export function bundleLambda(config: Config, deployment: Deployment | null = null): string {
  return join(makeLambdaFolder(temporaryFolder(), { lambda: 'checker', config, deployment }), 'index.js');
}

/** The same file, built from another entry or with other options. */
export async function rebuiltLambda(code: string, options: BuildOptions): Promise<string> {
  const entryPoints = [resolve(ROOT, 'lambda/checker.ts')];
  const outfile = join(dirname(code), options.format === 'esm' ? 'index.mjs' : 'rebuilt.js');
  await build({ ...LAMBDA_OPTIONS, logLevel: 'warning', entryPoints, ...options, outfile });
  return outfile;
}

/** The parts that the code uses and ES modules lack. */
export const IN_ES_MODULES = {
  format: 'esm',
  banner: {
    js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url),__dirname=import.meta.dirname;",
  },
} as const;

/** The widget's own file, in the same way. */
export function bundleWidget(config: Config): string {
  return join(makeLambdaFolder(temporaryFolder(), { lambda: 'widget', config, deployment: null }), 'index.js');
}

/** For comparison: only the clients of the same three APIs, with the SDK's own chain of credential sources. */
export async function bundlePlainClients(): Promise<string> {
  const lines = Object.entries(CLIENTS).map(
    ([name, client]) =>
      `import { ${client} } from '@aws-sdk/client-${name}'; export const ${name} = new ${client}({});`,
  );
  const outfile = join(temporaryFolder(), 'index.js');
  const stdin = { contents: lines.join('\n'), resolveDir: __dirname };
  await build({ ...LAMBDA_OPTIONS, alias: {}, stdin, outfile });
  return outfile;
}

/** The environment variables of Lambda that the bundle reads; the AWS APIs are at `endpoint`. */
export function lambdaEnvironment(endpoint = 'https://localhost:1'): Environment {
  return {
    [ENVIRONMENT.table]: 'statuswatch-incidents',
    [ENVIRONMENT.topicArn]: 'arn:aws:sns:eu-central-1:111122223333:statuswatch-alerts',
    [ENVIRONMENT.dashboardUrl]: 'https://eu-central-1.console.aws.amazon.com/cloudwatch/home',
    [ENVIRONMENT.logsUrl]: 'https://eu-central-1.console.aws.amazon.com/cloudwatch/home',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
    AWS_LAMBDA_FUNCTION_NAME: 'statuswatch-checker',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_ENDPOINT_URL: endpoint,
    UV_THREADPOOL_SIZE: '20',
    RES_OPTIONS: 'timeout:1 attempts:2',
    // Lambda's Node is newer than the SDK requires; a developer's may be older.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
}

/** The flags that Lambda starts Node with: a tenth of the memory is for new objects, the rest for those that stay. */
export function lambdaFlags(memoryMb: number): readonly string[] {
  const young = Math.floor(memoryMb / 10);
  return [`--max-semi-space-size=${Math.floor(young / 2)}`, `--max-old-space-size=${memoryMb - young}`];
}
