/**
 * Builds `dist/`, everything that the package runs: the command line, the Lambdas and the construct. Each is CommonJS, because that loads
 * fastest, and needs nothing else but the CDK.
 */

import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { PAGE_SCRIPT } from '../lambda/core/invoke/page-function';
import { LAMBDA_OPTIONS } from './lambda-bundle';
import { thirdPartyNotices } from './third-party';

const DIST = join(__dirname, '../dist');
const SMALL = { bundle: true, minifySyntax: true, minifyWhitespace: true, legalComments: 'none' } as const;
const NODE = {
  ...SMALL,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  // Modules that are loaded later are CommonJS too, so that the loader of ES modules is never needed.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Runs before all other code, since imports may not even load on an older Node. */
const REFUSE_OLD_NODE = `'use strict';
{
  const { node } = process.versions;
  const [major, minor] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 6)) {
    process.stderr.write('statuswatch needs Node 20.6 or newer, this is ' + node + '\\n');
    process.exit(2);
  }
}`;

const SCRIPT = { ...SMALL, platform: 'browser', target: 'es2022', format: 'iife', minify: true } as const;

async function main(): Promise<void> {
  const built = await Promise.all([
    buildInto(DIST, { ...NODE, banner: { js: REFUSE_OLD_NODE }, entryPoints: { statuswatch: 'bin/statuswatch.ts' } }),
    buildInto(DIST, { ...SCRIPT, entryPoints: { live: 'local/page/client/live.ts' } }),
    buildInto(DIST, {
      ...NODE,
      entryPoints: { 'lib/index': 'lib/index.ts' },
      external: ['aws-cdk-lib', 'constructs'],
    }),
    buildInto(DIST, {
      ...LAMBDA_OPTIONS,
      entryPoints: {
        'lambda/checker/index': 'lambda/checker.ts',
        'lambda/widget/index': 'lambda/widget.ts',
        'lambda/page/index': 'lambda/page.ts',
        'lambda/region/index': 'lambda/region.ts',
      },
    }),
    buildInto(join(DIST, 'lambda/page'), {
      ...SCRIPT,
      entryPoints: { [basename(PAGE_SCRIPT, '.js')]: 'local/page/client/renew.ts' },
    }),
  ]);
  await writeInPlace(join(DIST, 'THIRD-PARTY.txt'), thirdPartyNotices(built.map(({ metafile }) => metafile)));
  await removeFormer(built.flatMap(({ paths }) => paths));
  await linkCommand();
}

interface Built {
  readonly metafile: Metafile;
  readonly paths: readonly string[];
}

async function buildInto(folder: string, options: BuildOptions): Promise<Built> {
  const absWorkingDir = dirname(DIST);
  const settings = { absWorkingDir, outdir: folder, logLevel: 'warning', write: false, metafile: true } as const;
  const { outputFiles, metafile } = await build({ ...options, ...settings });
  await Promise.all(outputFiles.map(({ path, contents }) => writeInPlace(path, contents)));
  return { metafile, paths: outputFiles.map(({ path }) => path) };
}

/** Removes scripts from former builds, which would be packed too. A name that begins with a dot is a draft. */
async function removeFormer(paths: readonly string[]): Promise<void> {
  const files = await readdir(DIST, { recursive: true });
  const scripts = files.filter((name) => name.endsWith('.js') && !basename(name).startsWith('.'));
  const former = scripts.map((name) => join(DIST, name)).filter((path) => !paths.includes(path));
  await Promise.all(former.map((path) => rm(path, { force: true })));
}

/**
 * Writes the file beside its place and then moves it there: a reader gets the old or the new file, never half of it. An unchanged file
 * stays.
 */
async function writeInPlace(path: string, content: Uint8Array | string): Promise<void> {
  const former = await readFile(path).catch(() => null);
  if (former?.equals(Buffer.from(content))) return;
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, content);
  if (basename(path) === 'statuswatch.js') await chmod(draft, 0o755);
  await rename(draft, path);
}

/** Links the command where `npx statuswatch` looks first; without it, npx would ask to install this folder into its cache. */
async function linkCommand(): Promise<void> {
  if (process.platform === 'win32') return;
  const link = join(DIST, '../node_modules/.bin/statuswatch');
  await mkdir(dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink('../../dist/statuswatch.js', link);
}

main().catch((error: unknown) => {
  process.stderr.write(`build: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
