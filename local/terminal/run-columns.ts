/** The columns of a run's table: the content of each, which of them fit, and their places. */

import { type StripMark, stripMark } from '../../lambda/core/documents/history-document';
import type { SummaryState } from '../../lambda/core/documents/state';
import { describeCertificate, figuresOf } from '../../lambda/core/documents/words/figures-words';
import { describeMs } from '../../lambda/core/documents/words/format';
import { ackWord } from '../../lambda/core/documents/words/hold-words';
import {
  type Budget,
  budgetOf,
  objectiveBrief,
  worstStanding,
} from '../../lambda/core/documents/words/objective-words';
import { silenceWord } from '../../lambda/core/documents/words/silence-words';
import { isWithoutRequest, type Timings } from '../../lambda/core/probe/observation';
import { ownReport } from '../../lambda/core/probe/own-figures';
import { type CheckedService, STRIP_CHECKS } from '../documents/run-document';
import { type Color, type Colors, terminalColors } from './colors';
import { BETWEEN, columnsIn, cutAt, INDENT, layOutRows, shorten } from './plain-table';
import { markedWord, STATE_COLORS, shownState } from './shown-state';

interface Column {
  readonly title: string;
  /** The columns with the largest number are left out first if the terminal is narrow; 0 always stays. */
  readonly leftOutFirst: number;
  readonly cell: (row: CheckedService, colors: Colors) => string;
  /** Whether a row has a value in this column, which is left out if no row has. If this is missing, all rows have. */
  readonly isThere?: (row: CheckedService) => boolean;
}

/** The most characters of a name, so that a long one doesn't push out other columns. */
const ACK_WIDTH = 20;
/** The most characters of a version. */
const VERSION_WIDTH = 24;

const COLUMNS: readonly Column[] = [
  { title: 'STATE', leftOutFirst: 0, cell: stateText },
  { title: 'SERVICE', leftOutFirst: 0, cell: ({ service }, colors) => colors.bold(service) },
  { title: 'TIME', leftOutFirst: 1, cell: ({ timings }) => timeText(timings) },
  {
    title: 'LAST CHECKS',
    leftOutFirst: 2,
    isThere: ({ strip }) => strip.states.length > 1,
    cell: barsText,
  },
  {
    title: 'VERSION',
    leftOutFirst: 5,
    cell: (row) => shorten(figuresOf(ownReport(row)).version, VERSION_WIDTH),
  },
  { title: 'UP', leftOutFirst: 3, cell: (row) => figuresOf(ownReport(row)).up },
  { title: 'MEMORY', leftOutFirst: 6, cell: (row) => figuresOf(ownReport(row)).memory },
  { title: 'CERT', leftOutFirst: 8, cell: describeCertificate },
  {
    title: 'OBJECTIVE',
    leftOutFirst: 4,
    isThere: ({ objective }) => objective.length > 0,
    cell: objectiveText,
  },
];

function stateText(row: CheckedService, colors: Colors): string {
  const state = shownState(row);
  const note = holdNote(row, state);
  return colors[STATE_COLORS[state]](markedWord(state)) + (note === null ? '' : colors.dim(` (${note})`));
}

/** The reason why people are not notified of it, or not again; `null` if they are, or if the state says it. */
function holdNote({ silence, ack }: CheckedService, state: SummaryState): string | null {
  if (state === 'silenced' || state === 'maintenance') return null;
  if (silence !== null) return silenceWord(silence);
  return ack === null ? null : shorten(ackWord(ack), ACK_WIDTH);
}

/** A bar a check, the last at the right: a failure is high, so that it is seen without colours too. Each bar is half a column wide. */
function barsText({ strip }: CheckedService, colors: Colors): string {
  const bars = [...strip.states].map((letter) => barOf(stripMark(letter), colors)).join('');
  return ' '.repeat(Math.max(0, STRIP_CHECKS - strip.states.length)) + bars;
}

function barOf(mark: StripMark, colors: Colors): string {
  switch (mark) {
    case 'healthy':
      return colors.dim('▖');
    case 'maintenance':
      return colors.dim('░');
    case 'none':
      return ' ';
    case 'degraded':
      return colors.amber('▖');
    case 'silenced':
      return colors.dim('▌');
    case 'unhealthy':
    case 'error':
    case 'unreachable':
    case 'invalid':
      return colors.red('▌');
  }
}

/** The aim with the least budget left. */
function objectiveText({ objective }: CheckedService, colors: Colors): string {
  const standing = worstStanding(objective);
  if (standing === null) return '';
  const color = BUDGET_COLORS[budgetOf(standing)];
  return color === null ? objectiveBrief(standing) : colors[color](objectiveBrief(standing));
}

const BUDGET_COLORS: Readonly<Record<Budget, Color | null>> = {
  enough: null,
  low: 'amber',
  spent: 'red',
};

/** The header and a line for each row. On a narrow terminal the least important columns are left out. */
export function layOutTable(
  rows: readonly CheckedService[],
  colors: Colors,
  width: number,
): { readonly header: string; readonly body: readonly string[] } {
  let columns = COLUMNS.filter(({ isThere }) => isThere === undefined || rows.some(isThere));
  const widthOf = ({ title, cell }: Column) =>
    rows.reduce((most, row) => Math.max(most, columnsIn(cell(row, PLAIN))), title.length);
  const widths = new Map(columns.map((column) => [column, widthOf(column)]));
  const needed = () => columns.reduce((sum, column) => sum + (widths.get(column) ?? 0) + BETWEEN, INDENT - BETWEEN);
  while (needed() > width) {
    const [least] = columns.toSorted((left, right) => right.leftOutFirst - left.leftOutFirst);
    if (least === undefined || least.leftOutFirst === 0) break;
    columns = columns.filter((column) => column !== least);
  }
  const [header = '', ...body] = layOutRows([
    columns.map(({ title }) => colors.dim(title)),
    ...rows.map((row) => columns.map(({ cell }) => cell(row, colors))),
  ]).map((line) => cutAt(line, width));
  return { header, body };
}

const PLAIN = terminalColors(false);

/** A time that includes the checker's own work is only approximate; a service without its token was not checked. */
function timeText(timings: Timings): string {
  const { totalMs, blockedMs } = timings;
  if (isWithoutRequest(timings)) return '–';
  return blockedMs === undefined ? describeMs(totalMs) : `~${describeMs(totalMs)}`;
}
