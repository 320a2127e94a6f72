/** `statuswatch post`: what people publish on the public page, and which incidents they hide from it. */

import type { JsonObject } from '../../lambda/core/words/json';
import { jsonText } from '../../lambda/core/words/without-commands';
import { type PostAnswer, postCommand } from '../../lambda/status-page/core/answer-post';
import { readPostDocument } from '../../lambda/status-page/core/post';
import { UserError } from '../input/user-error';
import { answerText, watchNote } from '../requests/answer-text';
import { type RequestOptions, requestOf } from '../requests/request';
import type { Terminal } from '../terminal/terminal';
import { createPostFiles } from './post-files';

export interface PostOptions extends RequestOptions {
  readonly status?: string;
  readonly incident?: string;
  readonly title?: string;
  readonly from?: string;
  readonly for?: string;
  readonly until?: string;
  readonly hide?: boolean;
  /** The id of the post to take back. */
  readonly undo?: string;
}

export async function post(options: PostOptions, terminal: Terminal, all: readonly string[]): Promise<number> {
  const [service = '', ...words] = all;
  if (options.undo !== undefined) {
    if (all.length > 0) throw new UserError('--undo takes only the id: statuswatch post --undo ID');
    return undo(options.undo, options, terminal);
  }
  if (options.hide) {
    if (all.length !== 1) throw new UserError('--hide takes one service: statuswatch post SERVICE --hide');
    return make({ post: service, hide: true, incident: options.incident }, 'To show it again', options, terminal);
  }
  const { status, incident, title, from, for: length, until } = options;
  const text = words.join(' ');
  if (text.trim() === '') throw new UserError('say what people should read: statuswatch post SERVICE "TEXT"');
  const services = service.split(',').map((id) => id.trim());
  const subject = services.length === 1 ? service : services;
  const event = { post: subject, text, status, incident, title, from, for: length, until };
  return make(event, 'To undo', options, terminal);
}

async function make(event: JsonObject, what: string, options: RequestOptions, terminal: Terminal): Promise<number> {
  const answer = await request(event, 'posted', options, terminal);
  if (options.json) {
    terminal.out.write(`${jsonText(answer.post, 2)}\n`);
    return 0;
  }
  const ending = { what, words: ['post', '--undo', answer.post.id] };
  terminal.out.write(answerText([answer.text, ...watchNote(options)], ending, options, terminal));
  return 0;
}

async function undo(id: string, options: RequestOptions, terminal: Terminal): Promise<number> {
  const answer = await request({ post: id, remove: true }, 'unposted', options, terminal);
  const text = options.json
    ? `${jsonText(answer.post, 2)}\n`
    : answerText([answer.text, ...watchNote(options)], null, options, terminal);
  terminal.out.write(text);
  return 0;
}

type Posted = Extract<PostAnswer, { readonly post: unknown }>;

function request(event: JsonObject, kind: Posted['kind'], options: RequestOptions, terminal: Terminal) {
  return requestOf<Posted>(
    {
      event,
      kind,
      stored: 'posts',
      read: (raw) => {
        const post = readPostDocument(raw.post);
        return post && { post };
      },
      commands: ({ statusPage }, { files, ...ports }) => ({
        post: postCommand(statusPage, { ...ports, posts: createPostFiles(files) }),
      }),
    },
    options,
    terminal,
  );
}
