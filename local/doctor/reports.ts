/** Findings as a text. */

import { describeDuration } from '../../lambda/core/words/duration';
import { terminalColors } from '../terminal/colors';
import { wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';
import type { Finding, Mark } from './finding';

/** The document of `statuswatch verify`. Times are ISO 8601 in UTC with milliseconds. */
export interface Verification {
  readonly schema: 'statuswatch.verification/1';
  readonly deployment: string;
  readonly region: string;
  /** The name that the drill had in its alerts. */
  readonly service: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Whether all checks were possible, and none failed. */
  readonly passed: boolean;
  readonly findings: readonly Finding[];
}

const SIGNS: Readonly<Record<Mark, string>> = { ok: '✓', failed: '✕', skipped: '–', unknown: '?' };

/** Returns the summary, such as `5 ok, 5 failed, 2 skipped`. */
function summaryOf(findings: readonly Finding[]): string {
  const count = (...marks: readonly Mark[]) => findings.filter(({ mark }) => marks.includes(mark)).length;
  const counts = [
    [count('ok'), 'ok'],
    [count('failed'), 'failed'],
    [count('skipped', 'unknown'), 'skipped'],
  ] as const;
  return counts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ');
}

export function findingsText(findings: readonly Finding[], { color, out }: Pick<Terminal, 'color' | 'out'>): string {
  const colors = terminalColors(color);
  const paint = { ok: colors.green, failed: colors.red, skipped: colors.dim, unknown: colors.amber } as const;
  const width = Math.max(...findings.map(({ about }) => about.length));
  const indent = ' '.repeat(width + 6);
  const columns = columnsOf(out);
  const lines = findings.flatMap(({ mark, about, text, fix }) => [
    wrapAt(`${colors.bold(about.padEnd(width))}  ${text}`, columns, `  ${paint[mark](SIGNS[mark])} `, indent),
    // A command stays on one line, however long it is, so that it can be copied.
    ...fix.map((how) => (how.startsWith('aws ') ? `${indent}${how}` : wrapAt(how, columns, indent, indent))),
  ]);
  return [...lines, '', `  ${summaryOf(findings)}`].join('\n');
}

export function shownSeconds(milliseconds: number): string {
  return describeDuration(Math.round(milliseconds / 1_000) * 1_000);
}
