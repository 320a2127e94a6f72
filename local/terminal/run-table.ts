/** A run as a table for people. */

import { createColors } from 'picocolors';
import stringWidth from 'string-width';
import { VERDICT_PHRASES } from '../../lambda/core/message/verdict-phrase';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import { ownClockWarnings } from '../../lambda/core/probe/clock-skew';
import type { Timings } from '../../lambda/core/probe/observation';
import { ownReport } from '../../lambda/core/probe/own-figures';
import { type Run, summarize } from '../../lambda/core/run/run';
import { silencedServices } from '../../lambda/core/run/silenced-services';
import type { Silence } from '../../lambda/core/silence/silence';
import { FAILURE_KINDS, type FailureKind, PHASES, type Phase, type VerdictKind } from '../../lambda/core/words/codes';
import { describeCertificate, describeMs, figuresOf } from '../../lambda/view/format';
import { countSilenced, silenceWord } from '../../lambda/view/silence-words';
import { STATE_MARKS } from '../../lambda/view/state';
import { cutAt, fitting, layOutRows, wrapAt } from './plain-table';

export interface TableOptions {
  readonly color: boolean;
  /** The width to keep within; if it is too small, the columns that matter least are left out. */
  readonly columns: number;
  /** The height to keep within; if it is too small, the last services are only counted. Without it all are shown. */
  readonly rows?: number;
}

type Colors = ReturnType<typeof createColors>;
type ColorName = 'green' | 'yellow' | 'red' | 'magenta';

const COLORS: Readonly<Record<VerdictKind, ColorName>> = {
  healthy: 'green',
  unhealthy: 'yellow',
  error: 'red',
  unreachable: 'red',
  invalid: 'magenta',
};

interface Row extends CheckResult {
  /** `null` if people are notified of the service. */
  readonly silence: Silence | null;
}

interface Column {
  readonly title: string;
  /** The larger, the sooner the column is left out if the terminal is narrow; 0 always stays. */
  readonly leftOutFirst: number;
  readonly cell: (row: Row, colors: Colors) => string;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'STATE',
    leftOutFirst: 0,
    cell: ({ kind, silence }, colors) =>
      colors[COLORS[kind]](`${STATE_MARKS[kind]} ${kind}`) + (silence ? colors.dim(` (${silenceWord(silence)})`) : ''),
  },
  { title: 'SERVICE', leftOutFirst: 0, cell: ({ service }, colors) => colors.bold(service.id) },
  { title: 'TIME', leftOutFirst: 1, cell: ({ timings }) => describeMs(timings.totalMs) },
  { title: 'SLOWEST PHASE', leftOutFirst: 5, cell: ({ timings }, colors) => colors.dim(slowestPhase(timings)) },
  { title: 'VERSION', leftOutFirst: 3, cell: (result) => figuresOf(ownReport(result)).version },
  { title: 'UP', leftOutFirst: 2, cell: (result) => figuresOf(ownReport(result)).up },
  { title: 'MEMORY', leftOutFirst: 4, cell: (result) => figuresOf(ownReport(result)).memory },
  { title: 'CERT', leftOutFirst: 6, cell: describeCertificate },
];

/**
 * The table, its warnings and reasons under their rows, one sentence that sums it up, and the warnings of the run itself.
 * The services keep their order. No trailing line break.
 */
export function renderRun(run: Run, { color, columns, rows = Number.POSITIVE_INFINITY }: TableOptions): string {
  const colors = createColors(color);
  const warnings = ownClockWarnings(run.results).map((warning) => colors.yellow(`warning: ${warning}`));
  const { silenceOf } = silencedServices(run);
  const results = run.results.map((result): Row => ({ ...result, silence: silenceOf(result) }));
  const sum = [summarySentence(run, results, colors), ...warnings].flatMap((line) =>
    wrapAt(line, columns, '  ', '  ').split('\n'),
  );
  const remarksUnder = (result: CheckResult) =>
    remarksOf(result, colors).flatMap((remark) => wrapAt(remark, columns, '    ', '      ').split('\n'));
  const blocks = fitting(results, (result) => ['', ...remarksUnder(result)], rows - sum.length - 2);
  const { header, body } = fittingColumns(results.slice(0, blocks.length), colors, columns);
  const lines = blocks.flatMap(([, ...below], index) => [body[index] ?? '', ...below]);
  const others = run.results.slice(blocks.length);
  const rest = others.length === 0 ? [] : [cutAt(colors.dim(`  and ${countByKind(others)}`), columns)];
  return [header, ...lines, ...rest, '', ...sum].join('\n');
}

function countByKind(results: readonly CheckResult[]): string {
  const counts = summarize({ results, unasked: [] });
  return [...FAILURE_KINDS, 'healthy' as const]
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${VERDICT_PHRASES[kind]}`)
    .join(', ');
}

function fittingColumns(results: readonly Row[], colors: Colors, width: number): { header: string; body: string[] } {
  for (let leftOut = 7; ; leftOut--) {
    const columns = COLUMNS.filter(({ leftOutFirst }) => leftOutFirst < leftOut);
    const [header = '', ...body] = layOut(columns, results, colors);
    const plain = layOut(columns, results, createColors(false));
    if (plain.every((line) => stringWidth(line) <= width)) return { header, body };
    if (leftOut === 1) return { header: cutAt(header, width), body: body.map((line) => cutAt(line, width)) };
  }
}

function layOut(columns: readonly Column[], results: readonly Row[], colors: Colors): string[] {
  return layOutRows([
    columns.map(({ title }) => colors.dim(title)),
    ...results.map((result) => columns.map(({ cell }) => cell(result, colors))),
  ]);
}

function remarksOf({ kind, message, warnings, attempts }: CheckResult, colors: Colors): string[] {
  const asked = attempts > 1 ? ` — asked ${attempts} times` : '';
  const reason = kind === 'healthy' ? [] : [colors[COLORS[kind]](`└ ${message}${asked}`)];
  return [...reason, ...warnings.map((warning) => colors.yellow(`└ warning: ${warning.message}`))];
}

function summarySentence(run: Run, rows: readonly Row[], colors: Colors): string {
  const { total, healthy, notAsked, ...others } = summarize(run);
  const sick = (Object.entries(others) as [FailureKind, number][]).filter(([, count]) => count > 0);
  const counts = sick.map(([kind, count]) => `, ${colors[COLORS[kind]](`${count} ${VERDICT_PHRASES[kind]}`)}`).join('');
  const silenced = countSilenced(rows.filter(({ kind }) => kind !== 'healthy').map(({ silence }) => silence));
  const ofThese = silenced === null ? '' : `, ${silenced}`;
  const unknown = notAsked > 0 ? `, ${notAsked} not asked` : '';
  const time = new Date(run.startedAt).toISOString().slice(11, 19);
  return `${colors.bold(`${healthy} of ${total} healthy`)}${counts}${ofThese}${unknown}${colors.dim(` · ${describeMs(run.durationMs)} · ${time} UTC`)}`;
}

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
