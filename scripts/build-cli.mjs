// Builds the command line into dist/statuswatch.js: one CommonJS file, because that loads fastest.
import { chmod } from 'node:fs/promises';
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
