/** `statuswatch ack ID…`: acknowledges incidents, so that reminders stop. */

import { jsonText } from '../../lambda/core/words/without-commands';
import type { Terminal } from '../terminal/terminal';
import { answerText, userName, watchNote } from './answer-text';
import { type RequestOptions, request } from './request';

export interface AckOptions extends RequestOptions {
  readonly for?: string;
  readonly note?: string;
  readonly by?: string;
}

export async function ack(options: AckOptions, terminal: Terminal, names: readonly string[]): Promise<number> {
  const { for: length, note, by = userName() } = options;
  const answer = await request({ ack: names, for: length, note, by }, 'acknowledged', options, terminal);
  if (options.json) {
    terminal.out.write(`${jsonText(answer.silence, 2)}\n`);
    return 0;
  }
  const { id } = answer.silence;
  const lines = [answer.text, 'No reminders until then', ...watchNote(options)];
  terminal.out.write(answerText(lines, { what: 'To undo', words: ['unsilence', id] }, options, terminal));
  return 0;
}
