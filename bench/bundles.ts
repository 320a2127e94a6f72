/** The programs that the benchmark starts, and how they are bundled: as production code is. */

import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

const FOLDER = join(__dirname, 'children');

const CHILDREN = [
  'checker',
  'stateful-checker',
  'bare-requests',
  'blackbox-driver',
  'bounds',
  'target-servers',
  'aws-stub',
  'lambda-host',
  'lambda-services',
  'load-timer',
  'keep-history',
  'fleet-host',
  'fill-table',
  'report-services',
  'page-host',
  'page-readers',
  'slow-receiver',
  'all-down',
] as const;
export type ChildName = (typeof CHILDREN)[number];

/** The options that bundle all child programs. */
export const CHILD_PROGRAMS = {
  entryPoints: CHILDREN.map((name) => join(FOLDER, `${name}.ts`)),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
} satisfies BuildOptions;

const simulatedWorld: Plugin = {
  name: 'simulated-world',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/adapters\/(http\/(?:http|warm)-probe|system\/system-clock)$/ }, () => ({
      path: join(FOLDER, 'simulated-world.ts'),
    }));
  },
};

/** The options that bundle the checker's handler with a simulated network and clock in place of the machine's. */
export const SIMULATED_CHECKER = {
  entryPoints: [join(FOLDER, 'fleet-handler.ts')],
  plugins: [simulatedWorld],
} satisfies BuildOptions;
