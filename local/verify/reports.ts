/** A verification as a text, as JUnit, and as Markdown for those who must show it to somebody. */

import builder from 'junit-report-builder';
import { withoutCommands } from '../../lambda/core/words/without-commands';
import { wrapAt } from '../terminal/plain-table';
import { shown } from './drill-proofs';
import type { Proof, ProofMark, Verification } from './proof';

const MARKS: Readonly<Record<ProofMark, string>> = { ok: '✓', bad: '✕', 'left-out': '–' };

/** How many blanks stand before a text, besides its name. */
const INDENT = 6;

function verificationLine({ mark, about, text }: Proof, width: number, columns: number): string {
  return wrapAt(`${about.padEnd(width)}  ${text}`, columns, `  ${MARKS[mark]} `, ' '.repeat(width + INDENT));
}

/** How many have passed, in a sentence. */
export function sumOf(proofs: readonly Proof[]): string {
  const count = (mark: ProofMark) => proofs.filter((proof) => proof.mark === mark).length;
  return [
    `${count('ok')} of ${proofs.length - count('left-out')} are proven`,
    ...(count('bad') > 0 ? [`${count('bad')} ${count('bad') === 1 ? 'is' : 'are'} not`] : []),
    ...(count('left-out') > 0 ? [`${count('left-out')} left out`] : []),
  ].join(', ');
}

export function verificationText({ proofs }: Pick<Verification, 'proofs'>, columns = Number.POSITIVE_INFINITY): string {
  const width = Math.max(0, ...proofs.map(({ about }) => about.length));
  return [...proofs.map((proof) => verificationLine(proof, width, columns)), '', `  ${sumOf(proofs)}`].join('\n');
}

export function verificationMarkdown(verification: Verification): string {
  const { deployment, region, service, startedAt, durationMs, proofs, passed } = verification;
  return [
    `# ${deployment}: ${passed ? 'passed' : 'not passed'}`,
    '',
    `\`statuswatch verify\` of the deployment \`${deployment}\` in \`${region}\`, ${startedAt}, for ${shown(durationMs)}, with a drill under the name \`${service}\`: ${sumOf(proofs)}.`,
    '',
    '| | what | result | after |',
    '|---|---|---|---|',
    ...proofs.map(
      ({ mark, about, text, tookMs }) =>
        `| ${MARKS[mark]} | ${inCell(about)} | ${inCell(text)} | ${tookMs === null ? '' : shown(tookMs)} |`,
    ),
    '',
  ].join('\n');
}

/** What a receiver or AWS has answered is shown as it is: without markup, pictures and mentions of its own. */
function inCell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_~|[\]$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/(?<![\p{L}\p{N}.+-])@/gu, '(at)');
}

/** One test case for each proof. */
export function verificationJunit({ deployment, startedAt, proofs }: Verification): string {
  const report = builder.newBuilder();
  const suite = report.testSuite().name(`${deployment} verify`).timestamp(startedAt);
  for (const [index, { mark, about, text, tookMs }] of proofs.entries()) {
    const isRepeated = proofs.some((other, at) => at !== index && other.about === about);
    const testCase = suite
      .testCase()
      .className(deployment)
      .name(isRepeated ? `${about}: ${text}` : about)
      .time((tookMs ?? 0) / 1_000);
    if (mark === 'bad') testCase.failure(text, 'not_proven');
    else if (mark === 'left-out') testCase.skipped();
    testCase.standardOutput(text);
  }
  return withoutCommands(report.build());
}
