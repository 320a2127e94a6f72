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
import { PHASES, type Phase } from '../../lambda/core/words/codes';
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
  readonly isThere?: (row: CheckedService, layout: Layout) => boolean;
  /** The width that it usually reaches. */
  readonly usual?: number;
}

/** The most characters of a name, so that a long one doesn't push out other columns. */
const ACK_WIDTH = 20;
/** The most characters of a version. */
const VERSION_WIDTH = 24;

const COLUMNS: readonly Column[] = [
  {
    title: 'STATE',
    leftOutFirst: 0,
    usual: '◐ recovering'.length,
    cell: stateText,
  },
  { title: 'SERVICE', leftOutFirst: 0, cell: ({ service }, colors) => colors.bold(service) },
  { title: 'TIME', leftOutFirst: 1, usual: '3.01 s'.length, cell: ({ timings }) => timeText(timings) },
  {
    title: 'LAST CHECKS',
    leftOutFirst: 2,
    isThere: ({ strip }, { isRedrawn = false }) => isRedrawn || strip.states.length > 1,
    usual: STRIP_CHECKS,
    cell: barsText,
  },
  {
    title: 'SLOWEST PHASE',
    leftOutFirst: 7,
    usual: 'first byte 100 ms'.length,
    cell: ({ timings }, colors) => colors.dim(slowestPhase(timings)),
  },
  {
    title: 'VERSION',
    leftOutFirst: 5,
    usual: '2.4.16'.length,
    cell: (row) => shorten(figuresOf(ownReport(row)).version, VERSION_WIDTH),
  },
  { title: 'UP', leftOutFirst: 3, usual: '12 d 3 h'.length, cell: (row) => figuresOf(ownReport(row)).up },
  {
    title: 'MEMORY',
    leftOutFirst: 6,
    usual: '201 of 512 MB'.length,
    cell: (row) => figuresOf(ownReport(row)).memory,
  },
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

export interface Layout {
  /** The width to keep within; if it is too small, the least important columns are left out. */
  readonly columns: number;
  /** Whether the table is redrawn: its columns then have their usual width, so that they stay in their places. */
  readonly isRedrawn?: boolean;
}

/** A row that is shown; with `brief`, that text replaces all columns after its name. */
type ShownRow = readonly [row: CheckedService, brief: string | null];

/** The least room for such a text, and then for a name. */
const BRIEF_WIDTH = 20;
const NAME_WIDTH = 10;

/** The columns have room for `all` rows: other runs may show others of them. */
export function layOutTable(
  shown: readonly ShownRow[],
  all: readonly CheckedService[],
  colors: Colors,
  layout: Layout,
): { header: string; body: string[] } {
  const { columns: width, isRedrawn = false } = layout;
  const there = COLUMNS.filter(({ isThere }) => isThere === undefined || all.some((row) => isThere(row, layout)));
  const isBrief = shown.some(([, brief]) => brief !== null);
  const measured = there.map((column) => ({ ...column, width: widthOf(column, all, isRedrawn) }));
  const [state, name] = measured as [Measured, Measured];
  const afterState = width - INDENT - state.width - BETWEEN;
  if (isBrief) name.width = Math.min(name.width, Math.max(NAME_WIDTH, afterState - BETWEEN - BRIEF_WIDTH));
  const columns = fittingColumns(measured, width);
  const rows = shown.map(([row, brief]) => {
    const cells = columns.map(({ cell }) => cell(row, colors));
    if (!isBrief) return cells;
    cells[1] = shorten(cells[1] ?? '', name.width);
    if (brief === null) return cells;
    // The text may be longer than the columns that it replaces: the empty column at the end has room for the rest.
    const content = shorten(brief, afterState - name.width - BETWEEN);
    return [...cells.slice(0, 2), { content, colSpan: columns.length - 1 }];
  });
  const [header = '', ...body] = layOutRows([columns.map(({ title }) => colors.dim(title)), ...rows], {
    colWidths: columns.map((column) => column.width),
  }).map((line) => cutAt(line, width));
  return { header, body };
}

interface Measured extends Column {
  width: number;
}

/** The width of the widest cell; if the table is redrawn, at least the usual width. */
function widthOf({ title, cell, usual = 0 }: Column, rows: readonly CheckedService[], isRedrawn: boolean): number {
  const least = Math.max(title.length, isRedrawn ? usual : 0);
  return rows.reduce((most, row) => Math.max(most, columnsIn(cell(row, PLAIN))), least);
}

const PLAIN = terminalColors(false);

function fittingColumns(columns: readonly Measured[], width: number): readonly Measured[] {
  const [first] = columns.toSorted((left, right) => right.leftOutFirst - left.leftOutFirst);
  const needed = columns.reduce((sum, column) => sum + column.width + BETWEEN, INDENT - BETWEEN);
  if (first === undefined || first.leftOutFirst === 0 || needed <= width) return columns;
  return fittingColumns(
    columns.filter((column) => column !== first),
    width,
  );
}

const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  firstByte: 'first byte',
  download: 'download',
};

/** A time that includes the checker's own work is only approximate; a service without its token was not checked. */
function timeText(timings: Timings): string {
  const { totalMs, blockedMs } = timings;
  if (isWithoutRequest(timings)) return '–';
  return blockedMs === undefined ? describeMs(totalMs) : `~${describeMs(totalMs)}`;
}

function slowestPhase(timings: Timings): string {
  const took = (phase: Phase) => timings[`${phase}Ms`] ?? -1;
  const slowest = PHASES.reduce((worst, phase) => (took(phase) > took(worst) ? phase : worst));
  if (isWithoutRequest(timings)) return `token ${describeMs(timings.tokenMs ?? 0)}`;
  return took(slowest) < 0 ? '–' : `${PHASE_NAMES[slowest]} ${describeMs(took(slowest))}`;
}
