/** What a run means for the exit code: what is known to be wrong, then what is not known. */

import { exitCodeOf } from '../../../local/commands/exit-code';
import { answer, failure, reportOf } from '../../support/observations';
import { notAskedOf, resultOf, runOf } from '../../support/runs';

const healthy = resultOf('user-service', answer(200, reportOf()));
const sick = resultOf('cart', failure('connection_refused'));

it.each([
  ['all are healthy', runOf([healthy]), 0],
  ['one is not', runOf([healthy, sick]), 1],
  ['one could not be asked', runOf([healthy], 1, [notAskedOf('mail')]), 3],
  ['one could not be asked, and one is not healthy', runOf([sick], 1, [notAskedOf('mail')]), 1],
  ['none could be asked', runOf([], 1, [notAskedOf('mail')]), 3],
  [
    'something else of the checker failed',
    { ...runOf([healthy]), failures: [{ output: 'store', service: null, message: 'the disk is full' }] },
    0,
  ],
])('where %s', (_, run, exitCode) => {
  expect(exitCodeOf(run)).toBe(exitCode);
});
