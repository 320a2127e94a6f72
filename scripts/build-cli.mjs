// Builds the command line into dist/statuswatch.js: one CommonJS file, because that loads fastest.
import { chmod, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { build } from 'esbuild';

// Built beside and then put in place: who runs it meanwhile gets the old one or the new one, never a half.
const draft = `dist/statuswatch.${process.pid}.js`;
await build({
  entryPoints: ['bin/statuswatch.ts'],
  outfile: draft,
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
await chmod(draft, 0o755);
await rename(draft, 'dist/statuswatch.js');

// `npx statuswatch` looks here first; without it, it would install this folder into its cache and ask before it does.
if (process.platform !== 'win32') {
  const link = 'node_modules/.bin/statuswatch';
  await mkdir('node_modules/.bin', { recursive: true });
  await rm(link, { force: true });
  await symlink('../../dist/statuswatch.js', link);
}
