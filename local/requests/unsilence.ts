/** `statuswatch unsilence ID`: ends a silence or an acknowledgement. */

import { isAck } from '../../lambda/core/silences/silence';
import { jsonText } from '../../lambda/core/words/without-commands';
import type { Terminal } from '../terminal/terminal';
import { pasteCommand } from './paste-command';
import { type RequestOptions, request } from './request';

export async function unsilence(options: RequestOptions, terminal: Terminal, [id = '']: readonly string[]) {
  const answer = await request(
    { unsilence: id },
    'unsilenced',
    options,
    terminal,
    `see: ${pasteCommand(['silence'], options)}`,
  );
  if (options.json) {
    terminal.out.write(`${jsonText(answer.silence, 2)}\n`);
    return 0;
  }
  const [then, other] = isAck(answer.silence)
    ? ['Reminders continue with the next run', 'acknowledgement']
    : ['In the next run people are notified of what still fails', 'silence'];
  const unless = answer.others.length === 0 ? '' : `, unless another ${other} holds`;
  const lines = [`${answer.text}.`, `${then}${unless}.`];
  terminal.out.write(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
  return 0;
}
