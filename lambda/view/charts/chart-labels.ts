/** Chooses the labels that a chart has room for: the newest first, each beside its mark. */

type Anchor = 'start' | 'middle' | 'end';

interface Mark {
  /** A part of the width. */
  readonly at: number;
  readonly text: string;
}

interface ChartLabel {
  /** The end of the text that is at `at`. */
  readonly anchor: Anchor;
  /** From above, counted from 0. */
  readonly row: number;
}

/** The least width of a chart with labels, and of a text and the space after it, in pixels. */
const WIDTH = 700;
const CHARACTER = 6.6;
const BETWEEN = 10;

/** Returns the labels for marks in chronological order. Labels without room are left out. */
export function labelsOf<Marked extends Mark>(
  marks: readonly Marked[],
  wanted: 'start' | 'middle',
  rows: number,
): readonly (Marked & ChartLabel)[] {
  const taken: [from: number, to: number][][] = Array.from({ length: rows }, () => []);
  return marks.toReversed().flatMap((mark) => {
    const length = mark.text.length * CHARACTER + BETWEEN;
    const [anchor, from] = placeOf(mark.at * WIDTH, length, wanted);
    const to = from + length;
    const row = taken.findIndex((others) => others.every((other) => from >= other[1] || to <= other[0]));
    if (row < 0 || from < 0) return [];
    taken[row]?.push([from, to]);
    return [{ ...mark, anchor, row }];
  });
}

/** Returns where a text at `x` begins, and its anchor, so that it stays within the chart. */
function placeOf(x: number, length: number, wanted: 'start' | 'middle'): [anchor: Anchor, from: number] {
  const from = wanted === 'start' ? x : x - length / 2;
  if (from < 0) return ['start', x];
  return from + length > WIDTH ? ['end', x - length] : [wanted, from];
}
