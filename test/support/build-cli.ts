/** Builds the command line once before any test runs, so that tests run what users run. */

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import warnOfNode from './warn-of-node';

export default function buildCli(): void {
  warnOfNode();
  const root = join(__dirname, '../..');
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('scripts/build-cli.mjs');
  const built = join(root, 'dist');
  for (const file of readdirSync(built)) if (file.includes('.cache')) rmSync(join(built, file), { force: true });
  run('--require', join(__dirname, 'code-cache.js'), 'dist/statuswatch.js', 'demo', '--once');
}
