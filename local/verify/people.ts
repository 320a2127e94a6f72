/** Where people see the alerts of a drill, and the codes that they find there, which only somebody who sees an alert can know. */

import { createInterface } from 'node:readline/promises';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { type DrillRequest, drillCode } from '../../lambda/core/silences/drill-request';
import type { Severity } from '../../lambda/core/words/codes';
import { type Finding, failed, ok } from '../doctor/finding';
import type { Terminal } from '../terminal/terminal';

export interface Channel {
  /** Its name for people, such as `the mail to oncall@example.com`. */
  readonly name: string;
  /** The id of the receiver behind it. */
  readonly receiver: string;
  readonly code: string;
}

/** The service whose name the drill uses. */
interface DrilledSubject {
  readonly id: string;
  readonly severity: Severity;
}

/** The channels that see the beginning of a drill. The topic has one for each address that its filter lets through, and one for Slack. */
export function channelsOf(
  { receivers }: Config,
  { subscriptions, slack }: Deployment,
  { id, severity }: DrilledSubject,
  drill: DrillRequest,
): readonly Channel[] {
  const isNotified = subscriptions.filter(
    ({ services, severities, events }) =>
      (services?.includes(id) ?? true) &&
      (severities?.includes(severity) ?? true) &&
      (events?.includes('opened') ?? true),
  );
  const topicCode = drillCode(drill, TOPIC);
  return [
    ...isNotified.map(({ email }) => ({ name: `the mail to ${email}`, receiver: TOPIC, code: topicCode })),
    ...(slack === null ? [] : [{ name: `the Slack channel ${slack.channelId}`, receiver: TOPIC, code: topicCode }]),
    ...receivers.map((receiver) => ({
      name: `the alert in ${receiver.id}`,
      receiver: receiver.id,
      code: drillCode(drill, receiver.id),
    })),
  ];
}

/** How long people have for all answers, in milliseconds. */
const ANSWERING_MS = 15 * 60_000;

export interface Questions {
  /** Resolves to the answer; empty if the person ends the input, at Ctrl-C, and after 15 minutes. */
  ask(question: string): Promise<string>;
  /** Gives the terminal back. */
  end(): void;
}

export function openQuestions({ err, interrupted }: Terminal): Questions {
  const lines = createInterface({ input: process.stdin, output: err, terminal: true });
  // The terminal hands over Ctrl-C as a key while lines are edited.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  const closed = new AbortController();
  lines.on('close', () => closed.abort());
  const signal = AbortSignal.any([interrupted, closed.signal, AbortSignal.timeout(ANSWERING_MS)]);
  return {
    ask: (question) => lines.question(`  ${question} `, { signal }).catch(() => ''),
    end: () => lines.close(),
  };
}

/** Returns a finding for each channel. An empty answer says that nobody saw the alert. */
export async function askPeople(channels: readonly Channel[], ask: Questions['ask']): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, code } of channels) {
    let letters = lettersIn(await ask(`Which code does ${name} show? (Enter if nobody sees it)`));
    while (letters !== '' && letters !== code)
      letters = lettersIn(await ask(`That is not its code. Which code does ${name} show?`));
    findings.push(
      letters === code
        ? ok('people', `somebody read the code in ${name}`)
        : failed('people', `nobody saw the code in ${name}`),
    );
  }
  return findings;
}

function lettersIn(answer: string): string {
  return answer.toUpperCase().replace(/[^A-Z]/g, '');
}
