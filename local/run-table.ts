/** A run as a table for people. */

import { createColors } from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { CheckResult } from '../lambda/core/check-result';
import type { VerdictKind } from '../lambda/core/classify';
import { describeDuration } from '../lambda/core/duration';
import type { Timings } from '../lambda/core/observation';
import type { Report } from '../lambda/core/report';
import { type Run, summarize } from '../lambda/core/run';
import { layOutRows, wrapAt } from './plain-table';

export interface TableOptions {
  readonly color: boolean;
  /** The width to keep within; columns that matter least are left out until it is kept. */
  readonly columns: number;
}

type Colors = ReturnType<typeof createColors>;
type ColorName = 'green' | 'yellow' | 'red' | 'magenta';

/** Each state has a colour, a shape and a word, so that no one of them has to be seen. */
const STATES: Record<VerdictKind, { readonly mark: string; readonly color: ColorName }> = {
  healthy: { mark: '●', color: 'green' },
  unhealthy: { mark: '▲', color: 'yellow' },
  error: { mark: '◆', color: 'red' },
  unreachable: { mark: '✖', color: 'red' },
  invalid: { mark: '?', color: 'magenta' },
};

interface Column {
  readonly title: string;
  /** The larger, the sooner it is left out where the terminal is narrow; 0 always stays. */
  readonly leftOutFirst: number;
  readonly cell: (result: CheckResult, colors: Colors) => string;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'STATE',
    leftOutFirst: 0,
    cell: ({ verdict }, colors) => {
      const { mark, color } = STATES[verdict.kind];
      return colors[color](`${mark} ${verdict.kind}`);
    },
  },
  { title: 'SERVICE', leftOutFirst: 0, cell: ({ service }, colors) => colors.bold(service.id) },
  { title: 'TIME', leftOutFirst: 1, cell: ({ timings }) => describeMs(timings.totalMs) },
  { title: 'SLOWEST PHASE', leftOutFirst: 5, cell: ({ timings }, colors) => colors.dim(slowestPhase(timings)) },
  { title: 'VERSION', leftOutFirst: 3, cell: ({ verdict }) => verdict.report?.version ?? '–' },
  { title: 'UP', leftOutFirst: 2, cell: ({ verdict }) => describeUptime(verdict.report) },
  { title: 'MEMORY', leftOutFirst: 4, cell: ({ verdict }) => describeMemory(verdict.report) },
  {
    title: 'CERT',
    leftOutFirst: 6,
    cell: ({ verdict }) => (verdict.certificate ? `${verdict.certificate.daysLeft} d` : '–'),
  },
];

/** The table, its warnings and reasons under their rows, and one sentence that sums it up. No trailing line break. */
export function renderRun(run: Run, options: TableOptions): string {
  const colors = createColors(options.color);
  const rows = fittingRows(run.results, colors, options.columns);
  const lines = run.results.flatMap((result, index) => [
    rows.body[index] ?? '',
    ...remarks(result, colors).map((remark) => wrapAt(remark, options.columns, '    ', '      ')),
  ]);
  return [rows.header, ...lines, '', wrapAt(summarySentence(run, colors), options.columns, '  ', '  ')].join('\n');
}

function fittingRows(
  results: readonly CheckResult[],
  colors: Colors,
  width: number,
): { header: string; body: string[] } {
  for (let leftOut = 7; ; leftOut--) {
    const columns = COLUMNS.filter(({ leftOutFirst }) => leftOutFirst < leftOut);
    const [header = '', ...body] = layOut(columns, results, colors);
    const plain = layOut(columns, results, createColors(false));
    if (plain.every((line) => stringWidth(line) <= width)) return { header, body };
    if (leftOut === 1) return { header: cutAt(header, width), body: body.map((line) => cutAt(line, width)) };
  }
}

function layOut(columns: readonly Column[], results: readonly CheckResult[], colors: Colors): string[] {
  return layOutRows([
    columns.map(({ title }) => colors.dim(title)),
    ...results.map((result) => columns.map(({ cell }) => cell(result, colors))),
  ]);
}

function remarks({ verdict, attempts }: CheckResult, colors: Colors): string[] {
  const asked = attempts > 1 ? ` — asked ${attempts} times` : '';
  const reason = verdict.kind === 'healthy' ? [] : [colors[STATES[verdict.kind].color](`└ ${verdict.message}${asked}`)];
  return [...reason, ...verdict.warnings.map(({ message }) => colors.yellow(`└ warning: ${message}`))];
}

function cutAt(line: string, width: number): string {
  return wrapAnsi(line, width, { hard: true, trim: false, wordWrap: false }).split('\n')[0] ?? '';
}

function summarySentence(run: Run, colors: Colors): string {
  const { total, healthy, ...others } = summarize(run.results);
  const sick = Object.entries(others).filter(([, count]) => count > 0);
  const counts = sick
    .map(([kind, count]) => `, ${colors[STATES[kind as VerdictKind].color](`${count} ${kind}`)}`)
    .join('');
  const time = new Date(run.startedAt).toISOString().slice(11, 19);
  return `${colors.bold(`${healthy} of ${total} healthy`)}${counts}${colors.dim(` · ${describeMs(run.durationMs)} · ${time} UTC`)}`;
}

function describeMs(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${milliseconds.toFixed(milliseconds < 9.95 ? 1 : 0)} ms`;
}

function slowestPhase({ dnsMs, connectMs, tlsMs, firstByteMs, downloadMs }: Timings): string {
  const phases: [string, number | null][] = [
    ['dns', dnsMs],
    ['connect', connectMs],
    ['tls', tlsMs],
    ['first byte', firstByteMs],
    ['download', downloadMs],
  ];
  const [name, slowest] = phases.reduce((worst, phase) => ((phase[1] ?? -1) > (worst[1] ?? -1) ? phase : worst));
  return slowest === null ? '–' : `${name} ${describeMs(slowest)}`;
}

function describeUptime(report: Report | null): string {
  return report === null || report.uptime === null ? '–' : describeDuration(report.uptime * 1_000);
}

function describeMemory(report: Report | null): string {
  const { used, total } = report?.memory ?? { used: null, total: null };
  if (used === null) return '–';
  const megabytes = (value: number) => String(Math.round(value));
  return total === null ? `${megabytes(used)} MB` : `${megabytes(used)} of ${megabytes(total)} MB`;
}
