/** A run as a table for people. */

import { SUMMARY_STATES, type SummaryState, shownWord } from '../../lambda/core/documents/state';
import { describeMs } from '../../lambda/core/documents/words/format';
import type { RunDocument } from '../documents/run-document';
import { type Colors, terminalColors } from './colors';
import { fitting, shorten, wrapAt } from './plain-table';
import { type Layout, layOutTable } from './run-columns';
import { remarksIn } from './run-remarks';
import { STATE_COLORS, shownState } from './shown-state';

export interface TableOptions extends Layout {
  readonly color: boolean;
  /** The height to keep within; if it is too small, the last services are only counted. Without it all are shown. */
  readonly rows?: number;
  /** Whether to leave out empty lines. */
  readonly dense?: boolean;
  /** Whether a prompt comes below: then failing services come last, and in a long table the healthy ones are a count. */
  readonly atPrompt?: boolean;
}

/** The most services with a row each; with more, healthy rows would hide the others. */
const MANY = 50;

/**
 * The table, the remarks on each service under its row, a sentence that sums it up, and the warnings of the run itself. If there is no room
 * for all remarks, a service has only its first, in one line; if there is none for that either, each service has one line, with its first
 * remark cut to the width. The services keep their order. No trailing line break.
 */
export function renderRun(run: RunDocument, options: TableOptions): string {
  const { color, columns, rows = Number.POSITIVE_INFINITY, dense = false, atPrompt = false } = options;
  const colors = terminalColors(color);
  const sum = sumLines(run, colors, columns, rows);
  const foot = dense ? sum : ['', ...sum];
  const remarked = remarksIn(run, colors);
  const isCounted = ({ row, remarks }: RemarkedRow) =>
    atPrompt && remarked.length > MANY && shownState(row) === 'healthy' && remarks.length === 0;
  const counted = remarked.filter(isCounted);
  const all = remarked.filter((row) => !isCounted(row));
  const { blocks, isBrief } = blocksWithin(all, rows - 1 - foot.length, columns);
  const shown = all.slice(0, blocks.length);
  const { header, body } = layOutTable(
    shown.map(({ row, remarks }) => [row, isBrief ? (remarks[0] ?? null) : null]),
    all.map(({ row }) => row),
    colors,
    options,
  );
  const lines = blocks.flatMap((below, index) => [body[index] ?? '', ...below]);
  const others = all.slice(blocks.length).map(({ row }) => shownState(row));
  const rest = others.length === 0 ? [] : [colors.dim(shorten(`  and ${countMore(others)}`, columns))];
  const healthy = counted.length === 0 ? [] : [colors.dim(`  ${counted.length} healthy`)];
  return [...(all.length === 0 ? healthy : [...healthy, header]), ...lines, ...rest, ...foot].join('\n');
}

type RemarkedRow = ReturnType<typeof remarksIn>[number];

/** The lines under the row of each service that fits into `rows`, and whether its remark stands in its row instead. */
function blocksWithin(
  all: readonly RemarkedRow[],
  rows: number,
  columns: number,
): { readonly blocks: readonly (readonly string[])[]; readonly isBrief: boolean } {
  const forms: readonly ((row: RemarkedRow) => readonly string[])[] = [
    ({ remarks }) => remarks.flatMap((text) => wrapAt(`└ ${text}`, columns, '    ', '      ').split('\n')),
    ({ remarks }) => remarks.slice(0, 1).map((text) => shorten(`    └ ${text}`, columns)),
  ];
  for (const linesBelow of forms) {
    const blocks = fitting(all, (row) => ['', ...linesBelow(row)], rows);
    if (all.slice(blocks.length).every(({ remarks }) => remarks.length === 0))
      return { blocks: blocks.map(([, ...below]) => below), isBrief: false };
  }
  return { blocks: fitting(all, () => [''], rows).map(() => []), isBrief: true };
}

/** The least number of lines for services; otherwise the sum is cut rather than wrapped. */
const LEAST_ROWS = 4;

function sumLines(run: RunDocument, colors: Colors, columns: number, rows: number): readonly string[] {
  const time = run.startedAt.slice(11, 19);
  const sentence = `${summarySentence(run, colors)}${colors.dim(` · ${time} UTC`)}`;
  const warnings = run.warnings.map((warning) => `${colors.amber('warning:')} ${warning}`);
  const wrapped = [sentence, ...warnings].flatMap((line) => wrapAt(line, columns, '  ', '  ').split('\n'));
  if (rows - 1 - wrapped.length >= LEAST_ROWS) return wrapped;
  return [sentence, ...warnings].map((line) => shorten(`  ${line}`, columns));
}

/** The number of services in each state that any is in, the worst first. */
function countStates(shown: readonly SummaryState[]): readonly (readonly [SummaryState, number])[] {
  return SUMMARY_STATES.map((state) => [state, shown.filter((each) => each === state).length] as const).filter(
    ([, count]) => count > 0,
  );
}

/** `7 more down, 180 healthy`. */
function countMore(shown: readonly SummaryState[]): string {
  return countStates(shown)
    .map(([state, count], index) => `${count} ${index === 0 ? 'more ' : ''}${shownWord(state)}`)
    .join(', ');
}

/** `5 of 6 healthy, 1 down · 123 ms`. A degraded, recovering or silenced service that answered healthy counts as healthy too. */
export function summarySentence(run: RunDocument, colors: Colors): string {
  const { services, summary, notAsked, durationMs } = run;
  const counts = countStates(services.map(shownState));
  const healthy = services.filter(({ verdict }) => verdict === 'healthy').length;
  const others = counts
    .filter(([state]) => state !== 'healthy')
    .map(([state, count]) => `, ${colors[STATE_COLORS[state]](`${count} ${shownWord(state)}`)}`)
    .join('');
  const unknown = notAsked.length > 0 ? `, ${notAsked.length} not checked` : '';
  const first = colors.bold(`${healthy} of ${summary.total} healthy`);
  return `${first}${others}${unknown}${colors.dim(` · ${describeMs(durationMs)}`)}`;
}
