/** Holds that the programs of the benchmark still bundle: nothing else in the tests does that. */

import { type BuildOptions, build } from 'esbuild';
import { CHILD_PROGRAMS, SIMULATED_CHECKER } from '../../bench/bundles';
import { LAMBDA_OPTIONS } from '../../scripts/lambda-bundle';

it.each([
  ['every child program', CHILD_PROGRAMS],
  ['the checker in its simulated world', { ...LAMBDA_OPTIONS, ...SIMULATED_CHECKER }],
] satisfies [string, BuildOptions][])('bundles %s', async (_, options) => {
  const { outputFiles, warnings } = await build({ ...options, outdir: '/', write: false, logLevel: 'silent' });
  expect(outputFiles).toHaveLength(options.entryPoints.length);
  expect(warnings).toEqual([]);
});
