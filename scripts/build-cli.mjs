// Builds the command line into dist/statuswatch.js: one CommonJS file, because that loads fastest. Beside it goes
// dist/live.js, the script of the page that it serves.
import { chmod, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { build } from 'esbuild';

const COMMON = { bundle: true, minifySyntax: true, minifyWhitespace: true, legalComments: 'none', logLevel: 'warning' };

// The file is built beside its place and then moved there: whoever runs it meanwhile gets the old or the new file, never half.
async function buildInPlace(outfile, mode, options) {
  const draft = outfile.replace(/js$/, `${process.pid}.js`);
  await build({ ...COMMON, ...options, outfile: draft });
  await chmod(draft, mode);
  await rename(draft, outfile);
}

await Promise.all([
  buildInPlace('dist/statuswatch.js', 0o755, {
    entryPoints: ['bin/statuswatch.ts'],
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    keepNames: false,
    // Only what asks AWS loads its SDK, from beside this file: bundled, it would double it.
    external: ['@aws-sdk/*', '@smithy/*'],
    // The SDK too is loaded as CommonJS: the loader of ES modules would be loaded for it alone.
    supported: { 'dynamic-import': false },
  }),
  buildInPlace('dist/live.js', 0o644, {
    entryPoints: ['local/page/client/live.ts'],
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    minify: true,
  }),
]);

// `npx statuswatch` looks here first; without it, it would install this folder into its cache and ask before it does.
if (process.platform !== 'win32') {
  const link = 'node_modules/.bin/statuswatch';
  await mkdir('node_modules/.bin', { recursive: true });
  await rm(link, { force: true });
  await symlink('../../dist/statuswatch.js', link);
}
