// Builds the command line into dist/statuswatch.js: one CommonJS file, because that loads fastest.
import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { build } from 'esbuild';

await build({
  entryPoints: ['bin/statuswatch.ts'],
  outfile: 'dist/statuswatch.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
});
await chmod('dist/statuswatch.js', 0o755);

// `npx statuswatch` looks here first; without it, it would install this folder into its cache and ask before it does.
if (process.platform !== 'win32') {
  const link = 'node_modules/.bin/statuswatch';
  await mkdir('node_modules/.bin', { recursive: true });
  await rm(link, { force: true });
  await symlink('../../dist/statuswatch.js', link);
}
