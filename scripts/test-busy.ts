/** `npm run test:busy -- PATTERN`: runs tests while eight processes spin, to find tests that depend on the speed of the machine. */

import { spawn, spawnSync } from 'node:child_process';

const SPINNING = 8;

const spinners = Array.from({ length: SPINNING }, () =>
  spawn(process.execPath, ['--eval', 'const parent = process.ppid; while (process.ppid === parent);'], {
    stdio: 'ignore',
  }),
);
try {
  const jest = require.resolve('jest/bin/jest');
  const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  for (const spinner of spinners) spinner.kill('SIGKILL');
}
