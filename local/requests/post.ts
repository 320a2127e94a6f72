/** `statuswatch post SERVICE TEXT…`, `hide SERVICE` and `unpost ID`: what people publish, and what they hide from the public page. */

import type { JsonObject } from '../../lambda/core/words/json';
import { jsonText } from '../../lambda/core/words/without-commands';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { madeText, whoFollows } from './made';
import { type RequestOptions, request } from './request';

export interface PostOptions extends RequestOptions {
  readonly status?: string;
  readonly incident?: string;
  readonly title?: string;
  readonly from?: string;
  readonly for?: string;
  readonly until?: string;
}

export async function post(options: PostOptions, terminal: Terminal, [service = '', ...words]: readonly string[]) {
  const { status, incident, title, from, for: length, until } = options;
  const text = words.join(' ');
  if (text.trim() === '') throw new UserError('say what people should read: statuswatch post SERVICE "TEXT"');
  const services = service.split(',').map((id) => id.trim());
  const subject = services.length === 1 ? service : services;
  const event = { post: subject, text, status, incident, title, from, for: length, until };
  return make(event, 'To take it back', options, terminal);
}

export interface HideOptions extends RequestOptions {
  readonly incident?: string;
}

export async function hide(options: HideOptions, terminal: Terminal, [service = '']: readonly string[]) {
  return make({ post: service, hide: true, incident: options.incident }, 'To show it again', options, terminal);
}

async function make(event: JsonObject, what: string, options: RequestOptions, terminal: Terminal): Promise<number> {
  const answer = await request(event, 'posted', options, terminal);
  if (options.json) {
    terminal.out.write(`${jsonText(answer.post, 2)}\n`);
    return 0;
  }
  const ending = { what, words: ['unpost', answer.post.id] };
  terminal.out.write(madeText([answer.text, ...whoFollows(options)], ending, options, terminal));
  return 0;
}

export async function unpost(options: RequestOptions, terminal: Terminal, [id = '']: readonly string[]) {
  const answer = await request({ post: id, remove: true }, 'unposted', options, terminal);
  const text = options.json
    ? `${jsonText(answer.post, 2)}\n`
    : madeText([answer.text, ...whoFollows(options)], null, options, terminal);
  terminal.out.write(text);
  return 0;
}
