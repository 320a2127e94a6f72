/** Builds the package once before any test runs, so that tests run what users run, and never a former build. */

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

export default function buildAll(): void {
  const root = join(__dirname, '../../..');
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('--import', 'tsx', 'scripts/build.ts');
  rmSync(join(root, 'node_modules/.cache/statuswatch'), { recursive: true, force: true });
  run('--require', join(__dirname, 'code-cache.js'), 'dist/statuswatch.js', 'demo', '--once');
}
