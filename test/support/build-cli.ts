/** Builds the command line once before any test runs, so that tests run what users run. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export default function buildCli(): void {
  const root = join(__dirname, '../..');
  execFileSync(process.execPath, [join(root, 'scripts/build-cli.mjs')], { cwd: root, stdio: 'inherit' });
}
