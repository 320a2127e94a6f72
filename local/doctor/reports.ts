/** Findings as a text, as JUnit and as Markdown. */

import builder from 'junit-report-builder';
import { describeDuration } from '../../lambda/core/words/duration';
import { withoutCommands } from '../../lambda/core/words/without-commands';
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

export function verificationMarkdown(verification: Verification): string {
  const { deployment, region, service, startedAt, durationMs, findings, passed } = verification;
  return [
    `# ${deployment}: ${passed ? 'passed' : 'failed'}`,
    '',
    `\`statuswatch verify\` of \`${deployment}\` in \`${region}\`, ${startedAt}, took ${shownSeconds(durationMs)}, with a drill named \`${service}\`: ${summaryOf(findings)}.`,
    '',
    '| | check | result | after |',
    '|---|---|---|---|',
    ...findings.map(
      ({ mark, about, text, tookMs }) =>
        `| ${SIGNS[mark]} | ${inCell(about)} | ${inCell(text)} | ${tookMs === null ? '' : shownSeconds(tookMs)} |`,
    ),
    '',
  ].join('\n');
}

/** Removes markup, pictures and mentions from a text that a receiver or AWS has answered. */
function inCell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_~|[\]$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/(?<![\p{L}\p{N}.+-])@/gu, '(at)');
}

/** One test case for each finding. */
export function verificationJunit({ deployment, startedAt, findings }: Verification): string {
  const report = builder.newBuilder();
  const suite = report.testSuite().name(`${deployment} verify`).timestamp(startedAt);
  for (const { mark, about, text, tookMs } of findings) {
    const isRepeated = findings.filter((other) => other.about === about).length > 1;
    const testCase = suite
      .testCase()
      .className(deployment)
      .name(isRepeated ? `${about}: ${text}` : about)
      .time((tookMs ?? 0) / 1_000);
    if (mark === 'failed' || mark === 'unknown') testCase.failure(text, mark);
    else if (mark === 'skipped') testCase.skipped();
    testCase.standardOutput(text);
  }
  return withoutCommands(report.build());
}
