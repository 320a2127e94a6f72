/** Asks a person on a terminal, until an answer is right. */

import { createInterface } from 'node:readline';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';

export interface Questions {
  /**
   * Resolves to the answer without the blanks around it. Asks again while `faultOf` returns a fault. Rejects with a `UserError` if the
   * person ends the input.
   */
  ask(question: string, faultOf?: (answer: string) => string | null): Promise<string>;
  /** Gives the terminal back. */
  end(): void;
}

/** Ctrl-C interrupts the command as it does elsewhere. */
export function openQuestions({ out, interrupted }: Terminal): Questions {
  const lines = createInterface({ input: process.stdin, output: out, terminal: true });
  // The terminal hands over Ctrl-C as a key while lines are edited.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  const end = () => lines.close();
  interrupted.addEventListener('abort', end, { once: true });
  // A pasted text comes as several lines at once, which all count.
  const answers = lines[Symbol.asyncIterator]();
  return {
    end,
    ask: async (question, faultOf = () => null) => {
      for (;;) {
        lines.setPrompt(`  ${question} `);
        lines.prompt();
        const { value, done } = await answers.next();
        if (done) {
          out.write('\n');
          throw new UserError('a question has no answer');
        }
        const answer = value.trim();
        const fault = faultOf(answer);
        if (fault === null) return answer;
        out.write(`    ${fault}\n`);
      }
    },
  };
}
