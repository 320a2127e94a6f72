/** Asks the person at the terminal for the codes in the alerts, which only somebody who sees them can know. */

import { createInterface } from 'node:readline/promises';
import { type Finding, failed, ok } from '../doctor/finding';
import type { Terminal } from '../terminal/terminal';
import type { Channel } from './channels';

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
