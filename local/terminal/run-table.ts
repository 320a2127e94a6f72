/** A run as a table for people. */

import { createColors } from 'picocolors';
import stringWidth from 'string-width';
import type { Clue } from '../../lambda/core/clue/clue';
import type { Condition } from '../../lambda/core/condition/condition';
import type { Standing } from '../../lambda/core/objective/standing';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import { ownClockWarnings } from '../../lambda/core/probe/clock-skew';
import type { Timings } from '../../lambda/core/probe/observation';
import { ownReport } from '../../lambda/core/probe/own-figures';
import { cluesIn, conditionsIn, type Run, standingsIn } from '../../lambda/core/run/run';
import { silencedServices } from '../../lambda/core/run/silenced-services';
import type { Silence } from '../../lambda/core/silence/silence';
import { PHASES, type Phase } from '../../lambda/core/words/codes';
import { describeCertificate, describeInstant, describeMs, figuresOf } from '../../lambda/view/format';
import { conditionWords } from '../../lambda/view/incident-words';
import { type Budget, budgetOf, objectiveBrief, worstStanding } from '../../lambda/view/objective-words';
import { countSilenced, silenceWord } from '../../lambda/view/silence-words';
import { cutAt, fitting, layOutRows, wrapAt } from './plain-table';
import { SHOWN, SHOWN_STATES, type ShownState, shownState } from './shown-state';

export interface TableOptions {
  readonly color: boolean;
  /** The width to keep within; if it is too small, the columns that matter least are left out. */
  readonly columns: number;
  /** The height to keep within; if it is too small, the last services are only counted. Without it all are shown. */
  readonly rows?: number;
  /** How wide columns have been, by their titles; it is updated. None becomes narrower, so that all stay in their places from run to run. */
  readonly widths?: Map<string, number>;
}

type Colors = ReturnType<typeof createColors>;

interface Row extends CheckResult {
  readonly state: ShownState;
  readonly conditions: readonly Condition[];
  readonly clues: readonly Clue[];
  /** Of the aim of its objective of which the least is left; `null` without one. */
  readonly standing: Standing | null;
  /** `null` if people are notified of the service. */
  readonly silence: Silence | null;
}

interface Column {
  readonly title: string;
  /** The larger, the sooner the column is left out if the terminal is narrow; 0 always stays. */
  readonly leftOutFirst: number;
  readonly cell: (row: Row, colors: Colors) => string;
  /** Whether a row has something in this column: it is left out if none has. If this is missing, all have. */
  readonly isThere?: (row: Row) => boolean;
  /** How wide it becomes sooner or later. */
  readonly usual?: number;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'STATE',
    leftOutFirst: 0,
    usual: '✖ unreachable'.length,
    cell: ({ state, silence }, colors) =>
      colors[SHOWN[state].color](`${SHOWN[state].mark} ${state}`) +
      (silence ? colors.dim(` (${silenceWord(silence)})`) : ''),
  },
  { title: 'SERVICE', leftOutFirst: 0, cell: ({ service }, colors) => colors.bold(service.id) },
  { title: 'TIME', leftOutFirst: 1, usual: '3.01 s'.length, cell: ({ timings }) => describeMs(timings.totalMs) },
  {
    title: 'SLOWEST PHASE',
    leftOutFirst: 6,
    usual: 'first byte 100 ms'.length,
    cell: ({ timings }, colors) => colors.dim(slowestPhase(timings)),
  },
  { title: 'VERSION', leftOutFirst: 4, cell: (result) => versionOf(result) },
  { title: 'UP', leftOutFirst: 2, cell: (result) => figuresOf(ownReport(result)).up },
  { title: 'MEMORY', leftOutFirst: 5, cell: (result) => figuresOf(ownReport(result)).memory },
  { title: 'CERT', leftOutFirst: 7, cell: describeCertificate },
  {
    title: 'OBJECTIVE',
    leftOutFirst: 3,
    isThere: ({ standing }) => standing !== null,
    cell: ({ standing }, colors) =>
      standing ? colors[BUDGET_COLORS[budgetOf(standing)]](objectiveBrief(standing)) : '',
  },
];

/** One long version must not cost all services the columns beside it. */
const VERSION_WIDTH = 24;

function versionOf(result: CheckResult): string {
  const { version } = figuresOf(ownReport(result));
  return stringWidth(version) > VERSION_WIDTH ? `${cutAt(version, VERSION_WIDTH - 1)}…` : version;
}

const BUDGET_COLORS: Readonly<Record<Budget, 'green' | 'yellow' | 'red'>> = {
  enough: 'green',
  low: 'yellow',
  spent: 'red',
};

/**
 * The table, its warnings and reasons under their rows, one sentence that sums it up, and the warnings of the run itself.
 * The services keep their order. No trailing line break.
 */
export function renderRun(run: Run, { color, columns, rows = Number.POSITIVE_INFINITY, widths }: TableOptions): string {
  const colors = createColors(color);
  const warnings = ownClockWarnings(run.results).map((warning) => colors.yellow(`warning: ${warning}`));
  const { silenceOf } = silencedServices(run);
  const results = run.results.map(
    (result): Row => ({
      ...{ ...result, silence: silenceOf(result) },
      ...{ state: shownState(run, result), conditions: conditionsIn(run, result), clues: cluesIn(run, result) },
      standing: worstStanding(standingsIn(run, result)),
    }),
  );
  const time = new Date(run.startedAt).toISOString().slice(11, 19);
  const sentence = `${summarySentence(run, colors)}${colors.dim(` · ${time} UTC`)}`;
  const sum = [sentence, ...warnings].flatMap((line) => wrapAt(line, columns, '  ', '  ').split('\n'));
  const remarksUnder = (row: Row) =>
    remarksOf(row, run.startedAt, colors).flatMap((remark) => wrapAt(remark, columns, '    ', '      ').split('\n'));
  const blocks = fitting(results, (result) => ['', ...remarksUnder(result)], rows - sum.length - 2);
  const shown = results.slice(0, blocks.length);
  const { header, body } = fittingColumns(shown, grown(widths, shown, run), colors, columns);
  const lines = blocks.flatMap(([, ...below], index) => [body[index] ?? '', ...below]);
  const others = results.slice(blocks.length);
  const rest = others.length === 0 ? [] : [cutAt(colors.dim(`  and ${countStates(others)}`), columns)];
  return [header, ...lines, ...rest, '', ...sum].join('\n');
}

function countStates(rows: readonly Row[]): string {
  return SHOWN_STATES.map((state) => [rows.filter((row) => row.state === state).length, state] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${SHOWN[state].phrase}`)
    .join(', ');
}

/** How wide each column is: with `widths` as wide as it has been, and as it is likely to become. */
function grown(widths: TableOptions['widths'], shown: readonly Row[], { results }: Run): ReadonlyMap<string, number> {
  const plain = createColors(false);
  const all = new Map(
    COLUMNS.map(({ title, cell, usual = 0 }) => {
      const now = shown.map((row) => stringWidth(cell(row, plain)));
      return [title, Math.max(title.length, ...(widths ? [widths.get(title) ?? usual] : []), ...now)] as const;
    }),
  );
  // The next run may show services that this one does not.
  const longest = results.reduce((most, { service: { id } }) => Math.max(most, id.length), 0);
  if (widths) all.set('SERVICE', Math.max(all.get('SERVICE') ?? 0, longest));
  for (const [title, width] of all) widths?.set(title, width);
  return all;
}

/** The blanks between the columns, and before the first one. */
const [BETWEEN, INDENT] = [3, 2];

function fittingColumns(
  results: readonly Row[],
  widths: ReadonlyMap<string, number>,
  colors: Colors,
  width: number,
): { header: string; body: string[] } {
  const there = COLUMNS.filter(({ isThere }) => isThere === undefined || results.some(isThere));
  for (let leftOut = 8; ; leftOut--) {
    const columns = there.filter(({ leftOutFirst }) => leftOutFirst < leftOut);
    const [header = '', ...body] = layOut(columns, results, widths, colors);
    const all = columns.reduce((sum, { title }) => sum + (widths.get(title) ?? 0) + BETWEEN, INDENT - BETWEEN);
    if (all <= width) return { header, body };
    if (leftOut === 1) return { header: cutAt(header, width), body: body.map((line) => cutAt(line, width)) };
  }
}

function layOut(
  columns: readonly Column[],
  results: readonly Row[],
  widths: ReadonlyMap<string, number>,
  colors: Colors,
): string[] {
  return layOutRows([
    columns.map(({ title }) => colors.dim(title) + ' '.repeat((widths.get(title) ?? 0) - title.length)),
    ...results.map((result) => columns.map(({ cell }) => cell(result, colors))),
  ]);
}

function remarksOf(
  { kind, conditions, clues, message, warnings, attempts }: Row,
  now: number,
  colors: Colors,
): string[] {
  const asked = attempts > 1 ? ` — asked ${attempts} times` : '';
  const reason = kind === 'healthy' ? [] : [colors[SHOWN[kind].color](`└ ${message}${asked}`)];
  const held = (kind === 'healthy' ? conditions : []).map(({ code, since, message: figures }) =>
    colors[SHOWN.degraded.color](`└ ${conditionWords(code)}: ${figures}, since ${describeInstant(since, now)}`),
  );
  const explained = clues.map((clue) => colors.dim(`└ clue: ${clue.message}`));
  return [
    ...reason,
    ...explained,
    ...held,
    ...warnings.map((warning) => colors.yellow(`└ warning: ${warning.message}`)),
  ];
}

/** `5 of 6 healthy, 1 unhealthy · 123 ms`. */
export function summarySentence(run: Run, colors: Colors): string {
  const { silenceOf } = silencedServices(run);
  const states = run.results.map((result) => shownState(run, result));
  const total = run.results.length + run.unasked.length;
  const countOf = (state: ShownState) => states.filter((one) => one === state).length;
  const counts = SUMMED.map((state) => [countOf(state), SHOWN[state]] as const)
    .filter(([count]) => count > 0)
    .map(([count, { color, phrase }]) => `, ${colors[color](`${count} ${phrase}`)}`)
    .join('');
  const silenced = countSilenced(run.results.filter(({ kind }) => kind !== 'healthy').map(silenceOf));
  const ofThese = silenced === null ? '' : `, ${silenced}`;
  const unknown = run.unasked.length > 0 ? `, ${run.unasked.length} not asked` : '';
  const healthy = colors.bold(`${countOf('healthy')} of ${total} healthy`);
  return `${healthy}${counts}${ofThese}${unknown}${colors.dim(` · ${describeMs(run.durationMs)}`)}`;
}

/** In the order in which a sum counts them. */
const SUMMED: readonly ShownState[] = ['unhealthy', 'error', 'unreachable', 'invalid', 'recovering', 'degraded'];

const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  firstByte: 'first byte',
  download: 'download',
};

function slowestPhase(timings: Timings): string {
  const took = (phase: Phase) => timings[`${phase}Ms`] ?? -1;
  const slowest = PHASES.reduce((worst, phase) => (took(phase) > took(worst) ? phase : worst));
  return took(slowest) < 0 ? '–' : `${PHASE_NAMES[slowest]} ${describeMs(took(slowest))}`;
}
