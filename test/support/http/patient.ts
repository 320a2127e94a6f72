/** Tests of what happens when time runs out, on a machine that may itself be late. */

/** Milliseconds. The last one is as long as a test allows for an answer that it expects. */
const LIMITS_MS = [400, 4_000, 20_000];

/**
 * Tries with a short time, and with longer ones while the result is not the expected one: a busy machine may need all of a short time for what
 * has to happen before. Resolves to the last result.
 */
export async function withEnoughTime<Result>(
  attempt: (limitMs: number) => Promise<Result>,
  isExpected: (result: Result) => boolean,
): Promise<{ readonly result: Result; readonly limitMs: number }> {
  for (const limitMs of LIMITS_MS.slice(0, -1)) {
    const result = await attempt(limitMs);
    if (isExpected(result)) return { result, limitMs };
  }
  const limitMs = LIMITS_MS.at(-1) as number;
  return { result: await attempt(limitMs), limitMs };
}
