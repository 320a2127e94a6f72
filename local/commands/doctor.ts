/** `statuswatch doctor`: checks the whole path from a deployment to people. It only reads. */

import { configHash } from '../../lambda/core/config/config-hash';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { jsonText } from '../../lambda/core/words/without-commands';
import type { Facts } from '../doctor/facts';
import type { Finding, Mark } from '../doctor/finding';
import { findingsOf, type Local } from '../doctor/findings';
import { gatherFacts } from '../doctor/gather-facts';
import { loadNamedDeployment } from '../input/load-config';
import { PassingError, UserError } from '../input/user-error';
import { credentialFault, isCredentialFault } from '../remote/credential-fault';
import { loadSdk } from '../remote/load-sdk';
import { terminalColors } from '../terminal/colors';
import { wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';

export interface DoctorOptions {
  /** The name of the deployment. */
  readonly deployed: string;
  readonly config: string;
  readonly region?: string;
  readonly json?: boolean;
}

/** Resolves to the exit code: 1 if something is wrong, otherwise 3 if something could not be checked; throws a `UserError` for 2. */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadNamedDeployment(options);
  const local: Local = { file: options.config, config, deployment, configHash: configHash(config, deployment) };
  const now = Date.now();
  const { region, facts } = await ask(local, options, now);
  const findings = findingsOf(facts, local, now);
  const text = options.json
    ? jsonText({ deployment: options.deployed, region, findings }, 2)
    : renderFindings(findings, terminal);
  terminal.out.write(`${text}\n`);
  if (findings.some(({ mark }) => mark === 'bad')) return 1;
  return findings.some(({ mark }) => mark === 'unknown') ? 3 : 0;
}

async function ask(local: Local, { deployed, region: wanted }: DoctorOptions, now: number) {
  const [{ openAws }, { awsApis }] = await loadSdk(() =>
    Promise.all([import('../remote/open-aws'), import('../remote/aws-apis')]),
  );
  const access = await openAws(wanted ?? local.deployment.region ?? undefined);
  const { region } = access;
  let facts: Facts | null;
  try {
    facts = await gatherFacts(deployed, local, awsApis(access), { now, isFatal: isCredentialFault });
  } catch (error) {
    throw isCredentialFault(error) ? new UserError(credentialFault(error)) : error;
  }
  if (facts === null) {
    throw new UserError(
      `there is no function ${checkerFunctionName(deployed)} in ${region}: is that the name of the deployment, and its region and account? --region names another`,
    );
  }
  if (facts.checker.kind === 'failed') {
    throw new PassingError(`AWS can't be reached in ${region}: ${facts.checker.message}`);
  }
  return { region, facts };
}

const MARKS: Readonly<Record<Mark, string>> = { ok: '✓', bad: '✕', unknown: '?' };

function renderFindings(findings: readonly Finding[], { color, out }: Terminal): string {
  const colors = terminalColors(color);
  const paint = { ok: colors.green, bad: colors.red, unknown: colors.amber } as const;
  const width = Math.max(...findings.map(({ about }) => about.length));
  const indent = ' '.repeat(width + 6);
  const columns = columnsOf(out);
  const lines = findings.flatMap(({ mark, about, text, mend }) => [
    wrapAt(`${colors.bold(about.padEnd(width))}  ${text}`, columns, `  ${paint[mark](MARKS[mark])} `, indent),
    // A command stays one line, however long it is, so that it can be copied.
    ...mend.map((how) => (how.startsWith('aws ') ? `${indent}${how}` : wrapAt(how, columns, indent, indent))),
  ]);
  const count = (mark: Mark) => findings.filter((finding) => finding.mark === mark).length;
  const sum = [
    `${count('ok')} of ${findings.length} are in order`,
    ...(count('bad') > 0 ? [colors.red(`${count('bad')} to mend`)] : []),
    ...(count('unknown') > 0 ? [colors.amber(`${count('unknown')} not looked at`)] : []),
  ];
  return [...lines, '', `  ${sum.join(', ')}`].join('\n');
}
