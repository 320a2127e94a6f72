/** The statistics of a series of measured values. */

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** The spread of at least one value; `null` if there is none, or if any of them could not be measured. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const sorted = values.filter((value) => value !== null).sort((left, right) => left - right);
  if (sorted.length === 0 || sorted.length < values.length) return null;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  return { min: at(0), median, max: at(sorted.length - 1) };
}

/** `2.31 (1.98–7.40)`: the median, and the range in parentheses. */
export function formatSpread(spread: Spread | null): string {
  if (spread === null) return '–';
  const { min, median, max } = spread;
  if (min === max) return format(median);
  return `${format(median)} (${format(min)}–${format(max)})`;
}

function format(value: number): string {
  const size = Math.abs(value);
  if (size < 10) return value.toFixed(2);
  return value.toFixed(size < 100 ? 1 : 0);
}
