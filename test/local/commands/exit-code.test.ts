/** The exit code of a run: failures first, then what could not be checked. */

import type { Run } from '../../../lambda/core/run/run';
import { exitCodeOf } from '../../../local/commands/exit-code';
import { answer, failure, reportOf } from '../../support/core/observations';
import { afterRun, degradedIn, notAskedOf, resultOf, runOf } from '../../support/core/runs';

const healthy = resultOf('user-service', answer(200, reportOf()));
const sick = resultOf('cart', failure('connection_refused'));

const slow = { code: 'slow', message: 'p50 is 900 ms', since: 0 } as const;
const degraded = (run: Run) => degradedIn(run, 'user-service', slow);

it.each([
  ['all are healthy', runOf([healthy]), 0],
  ['one is degraded', degraded(runOf([healthy])), 0],
  ['one is degraded, and one could not be checked', degraded(runOf([healthy], 1, [notAskedOf('mail')])), 3],
  ['one is degraded, and one is not healthy', degraded(runOf([healthy, sick])), 1],
  ['one is not', runOf([healthy, sick]), 1],
  ['one could not be checked', runOf([healthy], 1, [notAskedOf('mail')]), 3],
  ['one could not be checked, and one is not healthy', runOf([sick], 1, [notAskedOf('mail')]), 1],
  ['none could be checked', runOf([], 1, [notAskedOf('mail')]), 3],
  [
    'something else of the checker failed',
    { ...runOf([healthy]), failures: [{ output: 'store', service: null, message: 'the disk is full' } as const] },
    0,
  ],
])('where %s', (_, run, exitCode) => {
  expect(exitCodeOf(afterRun(run))).toBe(exitCode);
});

it('with --strict a degraded service counts as failing', () => {
  expect(exitCodeOf(afterRun(degraded(runOf([healthy]))), true)).toBe(1);
  expect(exitCodeOf(afterRun(degraded(runOf([healthy], 1, [notAskedOf('mail')]))), true)).toBe(1);
  expect(exitCodeOf(afterRun(runOf([healthy])), true)).toBe(0);
});
