/**
 * The lane that a test runs in. `npm test` and `npm run test:fast` have one seed, so that they are red only if something
 * is broken; `npm run test:long` takes a new seed each time, and looks longer.
 */

export const IS_LONG_LANE = process.env.TEST_LANE === 'long';

/** The seed of all that is random in a test. In the long lane it is new each time, or `SEED` of the environment. */
export const SEED = IS_LONG_LANE ? Number(process.env.SEED) : 20_261_121;

/** How often this lane tries a property that `npm test` tries `count` times: the long lane does `long` times. */
export function runs(count: number, long = 30 * count): number {
  return IS_LONG_LANE ? long : count;
}
