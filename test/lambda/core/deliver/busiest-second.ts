/** The most messages in any second; `times` are in milliseconds. */
export function busiestSecond(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  return Math.max(0, ...sorted.map((from) => sorted.filter((time) => time >= from && time < from + 1_000).length));
}
