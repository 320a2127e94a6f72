/** Lets fast-check go by the lane, in each test file. */

import fc from 'fast-check';
import { runs, SEED } from './lane';

fc.configureGlobal({ seed: SEED, numRuns: runs(34) });
