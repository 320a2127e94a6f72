/** `statuswatch post SERVICE TEXT…` and `unpost ID`: texts about an incident on the public page. */

import { jsonText } from '../../lambda/core/words/without-commands';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { madeText, whoFollows } from './made';
import { type RequestOptions, request } from './request';

export interface PostOptions extends RequestOptions {
  readonly status?: string;
  readonly incident?: string;
}

export async function post(options: PostOptions, terminal: Terminal, [service, ...words]: readonly string[]) {
  const { status, incident } = options;
  const text = words.join(' ');
  if (text.trim() === '') throw new UserError('say what people should read: statuswatch post SERVICE "TEXT"');
  const answer = await request({ post: service, text, status, incident }, 'posted', options, terminal);
  if (options.json) {
    terminal.out.write(`${jsonText(answer.post, 2)}\n`);
    return 0;
  }
  const ending = { what: 'To take it back', words: ['unpost', answer.post.id] };
  terminal.out.write(madeText([answer.text, ...whoFollows(options)], ending, options, terminal));
  return 0;
}

export async function unpost(options: RequestOptions, terminal: Terminal, [id = '']: readonly string[]) {
  const answer = await request({ unpost: id }, 'unposted', options, terminal);
  const text = options.json
    ? `${jsonText(answer.post, 2)}\n`
    : madeText([answer.text, ...whoFollows(options)], null, options, terminal);
  terminal.out.write(text);
  return 0;
}
