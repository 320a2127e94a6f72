/** A run as a table for people. */

import { describeInstant, describeMs } from '../../lambda/core/documents/words/format';
import { conditionWords } from '../../lambda/core/documents/words/incident-words';
import { countSilenced } from '../../lambda/core/documents/words/silence-words';
import { FAILURE_KINDS } from '../../lambda/core/words/codes';
import type { CheckedService, RunDocument } from '../documents/run-document';
import { type Colors, terminalColors } from './colors';
import { fitting, shorten, wrapAt } from './plain-table';
import { type Layout, layOutTable } from './run-columns';
import { SHOWN, SHOWN_STATES, type ShownState, shownState } from './shown-state';

export interface TableOptions extends Layout {
  readonly color: boolean;
  /** The height to keep within; if it is too small, the last services are only counted. Without it all are shown. */
  readonly rows?: number;
  /** Whether to leave out empty lines. */
  readonly dense?: boolean;
  /** Whether a prompt comes below: then failing services come last, and in a long table the healthy ones are a count. */
  readonly atPrompt?: boolean;
}

/** With more services, a row for each healthy service would hide the others. */
const MANY = 50;

/**
 * The table, its warnings and reasons under their rows, a sentence that sums it up, and the warnings of the run itself. If there is no
 * room for all remarks, each service has one line, with its first remark cut to the width. The services keep their order. No trailing
 * line break.
 */
export function renderRun(run: RunDocument, options: TableOptions): string {
  const { color, columns, rows = Number.POSITIVE_INFINITY, dense = false, atPrompt = false } = options;
  const colors = terminalColors(color);
  const asked = run.services;
  const isCounted = (row: CheckedService) =>
    atPrompt && asked.length > MANY && shownState(row) === 'healthy' && row.warnings.length === 0;
  const counted = asked.filter(isCounted);
  const all = asked.filter((row) => !isCounted(row));
  const sum = sumLines(run, colors, columns, rows);
  const foot = dense ? sum : ['', ...sum];
  const startedAt = Date.parse(run.startedAt);
  const remarks = (row: CheckedService) => remarksOf(row, startedAt, colors);
  const wrapped = (row: CheckedService) =>
    remarks(row).flatMap(([paint, text]) => wrapAt(paint(`└ ${text}`), columns, '    ', '      ').split('\n'));
  const room = rows - 1 - foot.length;
  const whole = fitting(all, (row) => ['', ...wrapped(row)], room);
  const isBrief = all.slice(whole.length).some((row) => remarks(row).length > 0);
  const blocks = isBrief ? fitting(all, () => [''], room) : whole;
  const shown = all.slice(0, blocks.length);
  const briefOf = (row: CheckedService) => remarks(row).map(([paint, text]) => paint(text))[0] ?? null;
  const { header, body } = layOutTable(
    shown.map((row) => [row, isBrief ? briefOf(row) : null]),
    all,
    colors,
    options,
  );
  const lines = blocks.flatMap(([, ...below], index) => [body[index] ?? '', ...below]);
  const others = all.slice(blocks.length);
  const rest = others.length === 0 ? [] : [colors.dim(countStates(others, columns))];
  const healthy = counted.length === 0 ? [] : [colors.dim(`  ${counted.length} healthy`)];
  return [...(all.length === 0 ? healthy : [...healthy, header]), ...lines, ...rest, ...foot].join('\n');
}

/** The least number of lines for services; otherwise the sum is cut rather than wrapped. */
const LEAST_ROWS = 4;

function sumLines(run: RunDocument, colors: Colors, columns: number, rows: number): readonly string[] {
  const time = run.startedAt.slice(11, 19);
  const sentence = `${summarySentence(run, colors)}${colors.dim(` · ${time} UTC`)}`;
  const warnings = run.warnings.map((warning) => colors.amber(`warning: ${warning}`));
  const wrapped = [sentence, ...warnings].flatMap((line) => wrapAt(line, columns, '  ', '  ').split('\n'));
  if (rows - 1 - wrapped.length >= LEAST_ROWS) return wrapped;
  return [sentence, ...warnings].map((line) => shorten(`  ${line}`, columns));
}

/** `  and 7 unhealthy, 180 healthy`; all failing services are counted together if there is no room for each kind. */
function countStates(rows: readonly CheckedService[], columns: number): string {
  const shown = rows.map(shownState);
  const counted = (states: readonly ShownState[]) =>
    states.flatMap((state) => {
      const count = shown.filter((shownAs) => shownAs === state).length;
      return count === 0 ? [] : [`${count} ${SHOWN[state].phrase}`];
    });
  const each = `  and ${counted(SHOWN_STATES).join(', ')}`;
  if (each.length <= columns) return each;
  const failing = rows.filter(({ verdict }) => verdict !== 'healthy').length;
  const others = counted(SHOWN_STATES.filter((state) => !FAILURE_KINDS.some((kind) => kind === state)));
  return shorten(`  and ${[...(failing > 0 ? [`${failing} failing`] : []), ...others].join(', ')}`, columns);
}

/** A text below a row, and its colour. */
type Remark = readonly [paint: (text: string) => string, text: string];

function remarksOf(service: CheckedService, now: number, colors: Colors): readonly Remark[] {
  const { verdict, conditions, clues, message, warnings, attempts } = service;
  const asked = attempts > 1 ? ` — asked ${attempts} times` : '';
  const held = (verdict === 'healthy' ? conditions : []).map(
    ({ code, since, message: figures }) =>
      `${conditionWords(code)}: ${figures}, since ${describeInstant(Date.parse(since), now)}`,
  );
  const painted = (paint: Remark[0], texts: readonly string[]) => texts.map((text): Remark => [paint, text]);
  return [
    ...painted(colors[SHOWN[verdict].color], verdict === 'healthy' ? [] : [`${message}${asked}`]),
    ...painted(
      colors.dim,
      clues.map((clue) => `clue: ${clue.message}`),
    ),
    ...painted(colors[SHOWN.degraded.color], held),
    ...painted(
      colors.amber,
      warnings.map((warning) => `warning: ${warning.message}`),
    ),
  ];
}

/** `5 of 6 healthy, 1 unhealthy · 123 ms`. */
export function summarySentence(run: RunDocument, colors: Colors): string {
  const { services, summary, notAsked, durationMs } = run;
  const states = services.map(shownState);
  const countOf = (state: ShownState) => states.filter((each) => each === state).length;
  const counts = SUMMED.map((state) => [countOf(state), SHOWN[state]] as const)
    .filter(([count]) => count > 0)
    .map(([count, { color, phrase }]) => `, ${colors[color](`${count} ${phrase}`)}`)
    .join('');
  const failing = services.filter(({ verdict }) => verdict !== 'healthy');
  const silenced = countSilenced(failing.map(({ silence }) => silence));
  const ofThese = silenced === null ? '' : `, ${silenced}`;
  const unknown = notAsked.length > 0 ? `, ${notAsked.length} not asked` : '';
  const healthy = colors.bold(`${countOf('healthy')} of ${summary.total} healthy`);
  return `${healthy}${counts}${ofThese}${unknown}${colors.dim(` · ${describeMs(durationMs)}`)}`;
}

/** The states in the order in which a sum counts them. */
const SUMMED: readonly ShownState[] = [
  'unhealthy',
  'error',
  'unreachable',
  'invalid',
  'unknown',
  'recovering',
  'degraded',
];
