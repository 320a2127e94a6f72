/** The paths of lines over time in SVG, and of the areas between them. */

/** A value for each bar; `null` where there is none. */
export type Values = readonly (number | null)[];

/** Returns the largest of all values; zero if there is none. */
export function highestOf(...lists: readonly Values[]): number {
  let highest = 0;
  for (const values of lists) for (const value of values) highest = Math.max(highest, value ?? 0);
  return highest;
}

/** The place of a line: over this width, from zero at `to` up to the highest value at `from`. */
export interface LineFrame {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly highest: number;
}

/** Returns the path of a line that breaks where there is no value. */
export function linePath(values: Values, frame: LineFrame): string {
  const barWidth = round(frame.width / values.length);
  return piecesOf(values, frame)
    .map((piece) => lineOf(piece, barWidth))
    .join('');
}

/** Returns the area between two lines; `low` and `high` have values at the same places. */
export function bandPath(low: Values, high: Values, { width, from, to, highest }: LineFrame): string {
  const y = (value: number) => round(to - (Math.min(value, highest) / highest) * (to - from));
  const place = width / low.length;
  const edges = runsOf(low, high).map((run) => {
    const [first] = run;
    // A single point is as wide as its bar, as in the lines.
    if (run.length === 1 && first !== undefined)
      return [
        [first.index * place, y(first.high)],
        [(first.index + 1) * place, y(first.high)],
        [(first.index + 1) * place, y(first.low)],
        [first.index * place, y(first.low)],
      ];
    const middle = (index: number) => (index + 0.5) * place;
    return [
      ...run.map((each) => [middle(each.index), y(each.high)]),
      ...run.toReversed().map((each) => [middle(each.index), y(each.low)]),
    ];
  });
  return edges.map((edge) => `M${edge.map(([x = 0, at = 0]) => `${round(x)} ${at}`).join('L')}z`).join('');
}

interface Between {
  readonly index: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the places in a row that have both values. */
function runsOf(lows: Values, highs: Values): readonly (readonly Between[])[] {
  const runs: Between[][] = [];
  let before = -2;
  for (const [index, low] of lows.entries()) {
    const high = highs[index] ?? null;
    if (low === null || high === null) continue;
    if (before === index - 1) runs.at(-1)?.push({ index, low, high });
    else runs.push([{ index, low, high }]);
    before = index;
  }
  return runs;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A connected part of a line, with at least one point. */
interface Piece {
  path: string;
  points: number;
  readonly first: Point;
  last: Point;
}

/** Splits values into pieces: a missing value ends a piece. */
function piecesOf(values: Values, { width, from, to, highest }: LineFrame): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece | null = null;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (value === null) {
      piece = null;
      continue;
    }
    const x = round(((index + 0.5) / values.length) * width);
    const y = round(to - (Math.min(value, highest) / highest) * (to - from));
    if (piece === null) {
      piece = { path: `M${x} ${y}`, points: 1, first: { x, y }, last: { x, y } };
      pieces.push(piece);
    } else {
      // Relative to the point before, so the next check leaves most of the text as it is, and little of it is sent.
      piece.path += `l${round(x - piece.last.x)} ${round(y - piece.last.y)}`;
      piece.points += 1;
      piece.last = { x, y };
    }
  }
  return pieces;
}

/** Draws a single point as wide as its bar, since it would not be seen otherwise. */
function lineOf({ path, points, first }: Piece, barWidth: number): string {
  return points === 1 ? `M${round(first.x - barWidth / 2)} ${first.y}h${barWidth}` : path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
