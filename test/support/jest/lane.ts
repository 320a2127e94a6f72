/**
 * The lane that a test runs in. `npm test` and `npm run test:fast` have one seed, so that they are red only if something
 * is broken; `npm run test:long` takes a new seed each time, and looks longer.
 */

export const IS_LONG_LANE = process.env.TEST_LANE === 'long';

/** The seed of all that is random in a test. In the long lane it is new each time, or `SEED` of the environment. */
export const SEED = IS_LONG_LANE ? Number(process.env.SEED) : 20_261_121;

/** The part of its runs that the long lane does: all of CI takes well under half an hour. `LONG_SHARE=1 npm run test:long` does all. */
const LONG_SHARE = Number(process.env.LONG_SHARE ?? 0.5);

/** How often this lane tries a property that `npm test` tries `count` times: the long lane does its share of `long` times. */
export function runs(count: number, long = 30 * count): number {
  return IS_LONG_LANE ? Math.max(count, Math.round(long * LONG_SHARE)) : count;
}
