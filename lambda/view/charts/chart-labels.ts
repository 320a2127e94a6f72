/** Chooses the labels that a chart has room for: the newest first, each beside its mark. */

export interface ChartLabel {
  /** A part of the width. */
  readonly at: number;
  readonly text: string;
  /** The end of the text that is at `at`. */
  readonly anchor: 'start' | 'middle' | 'end';
  /** From above, counted from 0. */
  readonly row: number;
  /** Whether there is only room for it in a wide chart. */
  readonly isOptional: boolean;
}

interface LabelRoom {
  readonly anchor: 'start' | 'middle';
  readonly rows: number;
}

/** The widths of a wide and of a narrow chart, in pixels. */
const WIDE = 1_000;
const NARROW = 280;
const CHARACTER = 6.6;
const BETWEEN = 10;

type Taken = [from: number, to: number][][];

/** Returns the labels for marks in chronological order. Labels without room are left out. */
export function labelsOf<Marked extends Mark>(
  marks: readonly Marked[],
  room: LabelRoom,
): readonly (Marked & ChartLabel)[] {
  const wide: Taken = [];
  const narrow: Taken = [];
  return marks.toReversed().flatMap((mark) => {
    const anchor = anchorOf(mark, room, WIDE);
    const row = rowFor(wide, spanOf(mark, anchor, WIDE), room.rows);
    if (row === null) return [];
    const hasRoom = anchorOf(mark, room, NARROW) === anchor || room.anchor === 'middle';
    const fits = hasRoom && isFree(narrow, spanOf(mark, anchor, NARROW), row);
    return [{ ...mark, anchor, row, isOptional: !fits }];
  });
}

type Mark = Pick<ChartLabel, 'at' | 'text'>;

function anchorOf({ at, text }: Mark, { anchor }: LabelRoom, width: number): ChartLabel['anchor'] {
  const length = text.length * CHARACTER + BETWEEN;
  const half = length / 2;
  if (anchor === 'start') return at * width + length > width ? 'end' : 'start';
  if (at * width < half) return 'start';
  return (1 - at) * width < half ? 'end' : 'middle';
}

function spanOf({ at, text }: Mark, anchor: ChartLabel['anchor'], width: number): [number, number] {
  const length = text.length * CHARACTER + BETWEEN;
  const x = at * width;
  if (anchor === 'start') return [x, x + length];
  return anchor === 'end' ? [x - length, x] : [x - length / 2, x + length / 2];
}

function rowFor(taken: Taken, span: [number, number], rows: number): number | null {
  for (let row = 0; row < rows; row++) if (isFree(taken, span, row)) return row;
  return null;
}

/** Returns whether a place is free, and if so occupies it. */
function isFree(taken: Taken, [from, to]: [number, number], row: number): boolean {
  const others = taken[row] ?? [];
  taken[row] = others;
  if (from < 0 || others.some((other) => from < other[1] && to > other[0])) return false;
  others.push([from, to]);
  return true;
}
