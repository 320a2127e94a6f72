/** How the Lambda's code is bundled: the options of esbuild that the stack and the benchmark share. */

import { join } from 'node:path';

const LAMBDA = join(__dirname, '../lambda');

/** The file whose `handler` Lambda calls. */
export const CHECKER_ENTRY = join(LAMBDA, 'checker.ts');

export interface CheckerBundle {
  readonly target: string;
  readonly format: 'cjs';
  readonly minify: boolean;
  readonly mainFields: readonly string[];
  /** Absolute paths of what is bundled in place of a module, by the module's name. */
  readonly alias: Readonly<Record<string, string>>;
}

/** CommonJS loads faster than ES modules, and so does an SDK that is bundled than the one that Lambda brings. */
export function checkerBundle(configFile: string, readsSecrets: boolean): CheckerBundle {
  return {
    target: 'node24',
    format: 'cjs',
    minify: true,
    mainFields: ['module', 'main'],
    alias: {
      'statuswatch-config': configFile,
      '@aws-sdk/credential-provider-node': join(LAMBDA, 'adapters/no-credential-chain.ts'),
      // A tenth of the bundle, for those who need it.
      ...(readsSecrets ? {} : { '@aws-sdk/client-secrets-manager': join(LAMBDA, 'adapters/no-secrets-manager.ts') }),
    },
  };
}
