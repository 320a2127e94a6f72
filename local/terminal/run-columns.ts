/** The columns of a run's table: what each shows of a service, which of them fit, and where they stand. */

import { ackWord } from '../../lambda/core/documents/words/ack-words';
import { describeCertificate, figuresOf } from '../../lambda/core/documents/words/figures-words';
import { describeMs } from '../../lambda/core/documents/words/format';
import {
  type Budget,
  budgetOf,
  objectiveBrief,
  worstStanding,
} from '../../lambda/core/documents/words/objective-words';
import { silenceWord } from '../../lambda/core/documents/words/silence-words';
import type { Timings } from '../../lambda/core/probe/observation';
import { ownReport } from '../../lambda/core/probe/own-figures';
import { PHASES, type Phase } from '../../lambda/core/words/codes';
import type { CheckedService } from '../documents/run-document';
import { type Color, type Colors, terminalColors } from './colors';
import { columnsIn, cutAt, layOutRows, shorten } from './plain-table';
import { SHOWN, shownState } from './shown-state';

interface Column {
  readonly title: string;
  /** The larger, the sooner the column is left out if the terminal is narrow; 0 always stays. */
  readonly leftOutFirst: number;
  readonly cell: (row: CheckedService, colors: Colors) => string;
  /** Whether a row has something in this column: it is left out if none has. If this is missing, all have. */
  readonly isThere?: (row: CheckedService) => boolean;
  /** How wide it becomes sooner or later. */
  readonly usual?: number;
}

/** One long name must not cost all services the columns beside it. */
const ACK_WIDTH = 20;
/** Nor must one long version. */
const VERSION_WIDTH = 24;

const COLUMNS: readonly Column[] = [
  {
    title: 'STATE',
    leftOutFirst: 0,
    usual: '✖ unreachable'.length,
    cell: stateText,
  },
  { title: 'SERVICE', leftOutFirst: 0, cell: ({ service }, colors) => colors.bold(service) },
  { title: 'TIME', leftOutFirst: 1, usual: '3.01 s'.length, cell: ({ timings }) => timeText(timings) },
  {
    title: 'SLOWEST PHASE',
    leftOutFirst: 6,
    usual: 'first byte 100 ms'.length,
    cell: ({ timings }, colors) => colors.dim(slowestPhase(timings)),
  },
  {
    title: 'VERSION',
    leftOutFirst: 4,
    usual: '2.4.16'.length,
    cell: (row) => shorten(figuresOf(ownReport(row)).version, VERSION_WIDTH),
  },
  { title: 'UP', leftOutFirst: 2, usual: '12 d 3 h'.length, cell: (row) => figuresOf(ownReport(row)).up },
  {
    title: 'MEMORY',
    leftOutFirst: 5,
    usual: '201 of 512 MB'.length,
    cell: memoryText,
  },
  { title: 'CERT', leftOutFirst: 7, cell: describeCertificate },
  {
    title: 'OBJECTIVE',
    leftOutFirst: 3,
    isThere: ({ objective }) => objective.length > 0,
    cell: objectiveText,
  },
];

function stateText(row: CheckedService, colors: Colors): string {
  const state = shownState(row);
  const note = noteOf(row);
  return colors[SHOWN[state].color](`${SHOWN[state].mark} ${state}`) + (note === null ? '' : colors.dim(` (${note})`));
}

/** Why people are not notified of it, or not again; `null` if they are. */
function noteOf({ silence, ack }: CheckedService): string | null {
  if (silence !== null) return silenceWord(silence);
  return ack === null ? null : shorten(ackWord(ack), ACK_WIDTH);
}

/** Full memory is seen at once, though its condition needs a day and several runs to begin. */
function memoryText(row: CheckedService, colors: Colors): string {
  const { memory } = figuresOf(ownReport(row));
  return row.memory?.isNearlyFull ? colors.amber(memory) : memory;
}

/** The aim of which the least is left. */
function objectiveText({ objective }: CheckedService, colors: Colors): string {
  const standing = worstStanding(objective);
  return standing === null ? '' : colors[BUDGET_COLORS[budgetOf(standing)]](objectiveBrief(standing));
}

const BUDGET_COLORS: Readonly<Record<Budget, Color>> = {
  enough: 'green',
  low: 'amber',
  spent: 'red',
};

export interface Layout {
  /** The width to keep within; if it is too small, the columns that matter least are left out. */
  readonly columns: number;
  /** How wide columns have been, by their titles; it is updated. None becomes narrower, so that all stay in their places from run to run. */
  readonly widths?: Map<string, number>;
}

/** A row that is shown; with `brief`, that text stands in place of all columns after its name. */
type ShownRow = readonly [row: CheckedService, brief: string | null];

/** The columns have room for `all` rows: other runs may show others of them. */
export function layOutTable(
  shown: readonly ShownRow[],
  all: readonly CheckedService[],
  colors: Colors,
  { columns, widths }: Layout,
): { header: string; body: string[] } {
  const wide = widthsOf(all, widths);
  const { header, body } = fittingColumns(
    shown.map(([row]) => row),
    COLUMNS.filter(({ isThere }) => isThere === undefined || all.some(isThere)),
    wide,
    colors,
    columns,
  );
  const lines = shown.map(([row, brief], index) =>
    brief === null ? (body[index] ?? '') : briefLine(row, brief, wide, colors, columns),
  );
  return { header, body: lines };
}

/** How wide each column is: with `widths` as wide as it has been, and as it is likely to become. */
function widthsOf(rows: readonly CheckedService[], widths: Layout['widths']): ReadonlyMap<string, number> {
  const plain = terminalColors(false);
  const all = new Map(
    COLUMNS.map(({ title, cell, usual = 0 }) => {
      const least = Math.max(title.length, widths ? (widths.get(title) ?? usual) : 0);
      return [title, rows.reduce((most, row) => Math.max(most, columnsIn(cell(row, plain))), least)] as const;
    }),
  );
  for (const [title, width] of all) widths?.set(title, width);
  return all;
}

/** The blanks between the columns, and before the first one. */
const BETWEEN = 3;
const INDENT = 2;

function fittingColumns(
  rows: readonly CheckedService[],
  there: readonly Column[],
  widths: ReadonlyMap<string, number>,
  colors: Colors,
  width: number,
): { header: string; body: string[] } {
  for (let leftOut = 8; ; leftOut--) {
    const columns = there.filter(({ leftOutFirst }) => leftOutFirst < leftOut);
    const all = columns.reduce((sum, { title }) => sum + (widths.get(title) ?? 0) + BETWEEN, INDENT - BETWEEN);
    if (all > width && leftOut > 1) continue;
    const [header = '', ...body] = layOutRows([
      columns.map(({ title }) => colors.dim(title) + ' '.repeat((widths.get(title) ?? 0) - title.length)),
      ...rows.map((row) => columns.map(({ cell }) => cell(row, colors))),
    ]);
    return all <= width
      ? { header, body }
      : { header: cutAt(header, width), body: body.map((line) => cutAt(line, width)) };
  }
}

/** How much room a reason has at least, and then a name. */
const BRIEF_WIDTH = 20;
const NAME_WIDTH = 10;

/** In one line: its state, its name and a text. A long name makes room for the text. */
function briefLine(
  row: CheckedService,
  brief: string,
  widths: ReadonlyMap<string, number>,
  colors: Colors,
  width: number,
): string {
  const [state, name] = COLUMNS as readonly [Column, Column];
  const before = INDENT + (widths.get(state.title) ?? 0) + BETWEEN;
  const longest = Math.max(NAME_WIDTH, width - before - BETWEEN - BRIEF_WIDTH);
  const nameWidth = Math.min(widths.get(name.title) ?? 0, longest);
  const padded = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - columnsIn(text)) + BETWEEN);
  const begin =
    padded(state.cell(row, colors), before - INDENT - BETWEEN) +
    padded(shorten(name.cell(row, colors), nameWidth), nameWidth);
  return shorten(' '.repeat(INDENT) + begin + brief, width);
}

const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  firstByte: 'first byte',
  download: 'download',
};

/** A time that is the checker's own is only about right. */
function timeText({ totalMs, blockedMs }: Timings): string {
  return blockedMs === undefined ? describeMs(totalMs) : `~${describeMs(totalMs)}`;
}

function slowestPhase(timings: Timings): string {
  const took = (phase: Phase) => timings[`${phase}Ms`] ?? -1;
  const slowest = PHASES.reduce((worst, phase) => (took(phase) > took(worst) ? phase : worst));
  return took(slowest) < 0 ? '–' : `${PHASE_NAMES[slowest]} ${describeMs(took(slowest))}`;
}
