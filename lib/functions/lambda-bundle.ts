/** How the code of the Lambdas is bundled. The stack, the tests and the benchmark share these options of esbuild. */

import { join } from 'node:path';

const LAMBDA = join(__dirname, '../../lambda');

export interface LambdaBundle {
  /** The file whose `handler` Lambda calls. */
  readonly entry: string;
  readonly target: string;
  readonly format: 'cjs';
  readonly minify: boolean;
  readonly mainFields: readonly string[];
  /** Absolute paths of the files that replace a module, by the module's name. */
  readonly alias: Readonly<Record<string, string>>;
}

export function checkerBundle(configFile: string, readsSecrets: boolean): LambdaBundle {
  // The client for secrets is a tenth of the bundle, so it is bundled only if the config names secrets.
  const noSecrets = { '@aws-sdk/client-secrets-manager': join(LAMBDA, 'adapters/aws/no-secrets-manager.ts') };
  return lambdaBundle('checker.ts', configFile, readsSecrets ? {} : noSecrets);
}

export function widgetBundle(configFile: string): LambdaBundle {
  return lambdaBundle('widget.ts', configFile);
}

/** CommonJS loads faster than ES modules, and a bundled SDK loads faster than the one that Lambda provides. */
function lambdaBundle(file: string, configFile: string, alias: LambdaBundle['alias'] = {}): LambdaBundle {
  return {
    entry: join(LAMBDA, file),
    target: 'node24',
    format: 'cjs',
    minify: true,
    mainFields: ['module', 'main'],
    alias: {
      'statuswatch-config': configFile,
      '@aws-sdk/credential-provider-node': join(LAMBDA, 'adapters/aws/no-credential-chain.ts'),
      '@smithy/core/event-streams': join(LAMBDA, 'adapters/aws/no-event-streams.ts'),
      ...alias,
    },
  };
}

/** The same for esbuild's own API: all but where the bundle goes. */
export function esbuildOptions({ entry, mainFields, ...options }: LambdaBundle) {
  const inputs = { entryPoints: [entry], mainFields: [...mainFields], bundle: true };
  return { ...options, ...inputs, platform: 'node', logLevel: 'warning' } as const;
}
