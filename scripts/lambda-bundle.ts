/** The options that bundle the code of the Lambdas: for the package, and with changes for the benchmark. */

import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** CommonJS loads faster than ES modules, and a bundled SDK loads faster than the SDK that Lambda provides. */
export const LAMBDA_OPTIONS = {
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  bundle: true,
  minify: true,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  // The SDK loads some modules of Node by `import()`; as `require` they don't need the loader of ES modules.
  supported: { 'dynamic-import': false },
  alias: { '@aws-sdk/credential-provider-node': join(__dirname, 'no-credential-chain.ts') },
} as const satisfies BuildOptions;
