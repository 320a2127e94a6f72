/** How the code of the Lambdas is bundled: for the package, and with other options for the benchmark. */

import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const ROOT = join(__dirname, '..');
const AWS = join(ROOT, 'lambda/adapters/aws');

/** CommonJS loads faster than ES modules, and a bundled SDK loads faster than the one that Lambda provides. */
export const LAMBDA_OPTIONS = {
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  bundle: true,
  minify: true,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
  alias: {
    '@aws-sdk/credential-provider-node': join(AWS, 'no-credential-chain.ts'),
    '@aws-sdk/middleware-endpoint-discovery': join(AWS, 'no-endpoint-discovery.ts'),
    '@smithy/core/event-streams': join(AWS, 'no-event-streams.ts'),
  },
} as const satisfies BuildOptions;

export interface BuiltLambda {
  /** The content of each file of its folder, by name: `index.js`, and what is loaded by few configs. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly metafiles: readonly Metafile[];
}

/** Bundles the file whose `handler` Lambda calls. */
export async function buildLambda(entry: string, overrides: BuildOptions = {}): Promise<BuiltLambda> {
  const entries = new Map([['index.js', resolve(ROOT, entry)]]);
  const files = new Map<string, Uint8Array>();
  const metafiles: Metafile[] = [];
  // A map that grows while it is walked visits what is added.
  for (const [name, path] of entries) {
    const { plugins = [], ...options } = overrides;
    const { outputFiles, metafile } = await build({
      ...LAMBDA_OPTIONS,
      ...options,
      plugins: [...plugins, versionAlone, besideInto(entries)],
      ...{ entryPoints: [path], absWorkingDir: ROOT, write: false, metafile: true },
    });
    files.set(name, outputFiles[0]?.contents ?? new Uint8Array());
    metafiles.push(metafile);
  }
  return { files, metafiles };
}

/** Of its own `package.json` each client of the SDK says the version alone, in its `User-Agent`. */
const versionAlone: Plugin = {
  name: 'version-alone',
  setup: ({ onLoad }) => {
    onLoad({ filter: /node_modules\/@aws-sdk\/[^/]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** What our own code loads only when it needs it, by `require` or `import()`, becomes a file of its own beside `index.js`. */
function besideInto(entries: Map<string, string>): Plugin {
  return {
    name: 'beside',
    setup: ({ onResolve, resolve: find }) => {
      onResolve({ filter: /^\.{1,2}\// }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        const isLater = kind === 'require-call' || kind === 'dynamic-import';
        if (!isLater || importer.includes('node_modules') || pluginData === besideInto) return null;
        const { path: found, errors } = await find(path, { kind, importer, resolveDir, pluginData: besideInto });
        if (errors.length > 0) return { errors };
        const name = `${basename(path)}.js`;
        entries.set(name, found);
        return { path: `./${name}`, external: true };
      });
    },
  };
}
