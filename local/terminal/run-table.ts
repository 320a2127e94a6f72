/** A run as a table for people. */

import { SUMMARY_STATES, type SummaryState, shownWord } from '../../lambda/core/documents/state';
import { describeMs } from '../../lambda/core/documents/words/format';
import type { RunDocument } from '../documents/run-document';
import { type Colors, terminalColors } from './colors';
import { fitting, shorten, wrapAt } from './plain-table';
import { layOutTable } from './run-columns';
import { remarksIn } from './run-remarks';
import { STATE_COLORS, shownState } from './shown-state';

export interface TableOptions {
  readonly color: boolean;
  /** The width to keep within; if it is too small, the least important columns are left out. */
  readonly columns: number;
  /** The height to keep within; if it is too small, the last services are only counted. Without it all are shown. */
  readonly rows?: number;
  /** Whether a prompt comes below: then failing services come last, and in a long table the healthy ones are a count. */
  readonly atPrompt?: boolean;
}

/** The most services with a row each; with more, healthy rows would hide the others. */
const MANY = 50;

/**
 * The table, the remarks on each service under its row, a sentence that sums it up, and the warnings of the run itself. If there is no
 * room for all remarks, a service has only its first, in one line. The services keep their order. No trailing line break.
 */
export function renderRun(run: RunDocument, options: TableOptions): string {
  const { color, columns, rows = Number.POSITIVE_INFINITY, atPrompt = false } = options;
  const colors = terminalColors(color);
  const foot = ['', ...sumLines(run, colors, columns)];
  const remarked = remarksIn(run, colors);
  const isCounted = ({ row, remarks }: RemarkedRow) =>
    atPrompt && remarked.length > MANY && shownState(row) === 'healthy' && remarks.length === 0;
  const counted = remarked.filter(isCounted);
  const all = remarked.filter((row) => !isCounted(row));
  const { header, body } = layOutTable(
    all.map(({ row }) => row),
    colors,
    columns,
  );
  const shown = blocksWithin(all, body, rows - 1 - foot.length, columns);
  const others = all.slice(shown.length).map(({ row }) => shownState(row));
  const rest = others.length === 0 ? [] : [colors.dim(shorten(`  and ${countMore(others)}`, columns))];
  const healthy = counted.length === 0 ? [] : [colors.dim(`  ${counted.length} healthy`)];
  return [...healthy, ...(all.length === 0 ? [] : [header]), ...shown.flat(), ...rest, ...foot].join('\n');
}

type RemarkedRow = ReturnType<typeof remarksIn>[number];

/** The row of each service that fits into `rows`, with its remarks. */
function blocksWithin(
  all: readonly RemarkedRow[],
  body: readonly string[],
  rows: number,
  columns: number,
): readonly (readonly string[])[] {
  const whole = ({ remarks }: RemarkedRow) =>
    remarks.flatMap((text) => wrapAt(`└ ${text}`, columns, '    ', '      ').split('\n'));
  const brief = ({ remarks }: RemarkedRow) => remarks.slice(0, 1).map((text) => shorten(`    └ ${text}`, columns));
  const fitted = (below: typeof whole) =>
    fitting(
      all.map((row, index) => [body[index] ?? '', ...below(row)]),
      rows,
    );
  const first = fitted(whole);
  return all.slice(first.length).some(({ remarks }) => remarks.length > 0) ? fitted(brief) : first;
}

function sumLines(run: RunDocument, colors: Colors, columns: number): readonly string[] {
  const time = run.startedAt.slice(11, 19);
  const sentence = `${summarySentence(run, colors)}${colors.dim(` · ${time} UTC`)}`;
  const warnings = run.warnings.map((warning) => `${colors.amber('warning:')} ${warning}`);
  return [sentence, ...warnings].flatMap((line) => wrapAt(line, columns, '  ', '  ').split('\n'));
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

/** `5 of 6 healthy, 1 down · 123 ms`. */
export function summarySentence(run: RunDocument, colors: Colors): string {
  return `${summaryCounts(run, colors)}${colors.dim(` · ${describeMs(run.durationMs)}`)}`;
}

/** `5 of 6 healthy, 1 down`. A degraded, recovering or silenced service that answered healthy counts as healthy too. */
export function summaryCounts({ services, summary, notAsked }: RunDocument, colors: Colors): string {
  const counts = countStates(services.map(shownState));
  const healthy = services.filter(({ verdict }) => verdict === 'healthy').length;
  const others = counts
    .filter(([state]) => state !== 'healthy')
    .map(([state, count]) => `, ${colors[STATE_COLORS[state]](`${count} ${shownWord(state)}`)}`)
    .join('');
  const unknown = notAsked.length > 0 ? `, ${notAsked.length} not checked` : '';
  return `${colors.bold(`${healthy} of ${summary.total} healthy`)}${others}${unknown}`;
}
