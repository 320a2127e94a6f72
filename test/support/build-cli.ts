/** Builds the command line once before any test runs, so that tests run what users run. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import warnOfNode from './warn-of-node';

export default function buildCli(): void {
  warnOfNode();
  const root = join(__dirname, '../..');
  execFileSync(process.execPath, [join(root, 'scripts/build-cli.mjs')], { cwd: root, stdio: 'inherit' });
}
