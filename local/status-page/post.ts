/** `statuswatch post`: what people publish on the public page, and which incidents they hide from it. */

import { isJsonObject, type JsonObject } from '../../lambda/core/words/json';
import { jsonText } from '../../lambda/core/words/without-commands';
import { type PostAnswer, postCommand } from '../../lambda/status-page/core/answer-post';
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
  const { undo, hide, status, incident, title, from, for: length, until } = options;
  const [service = '', ...words] = all;
  if (undo !== undefined) {
    if (all.length > 0) throw new UserError('--undo takes only the id: statuswatch post --undo ID');
    return make({ post: undo, remove: true }, 'unposted', null, options, terminal);
  }
  if (hide) {
    if (all.length !== 1) throw new UserError('--hide takes one service: statuswatch post SERVICE --hide');
    return make({ post: service, hide, incident }, 'posted', 'To show it again', options, terminal);
  }
  const text = words.join(' ');
  if (text.trim() === '') throw new UserError('say what people should read: statuswatch post SERVICE "TEXT"');
  const services = service.split(',').map((id) => id.trim());
  const subject = services.length === 1 ? service : services;
  const event = { post: subject, text, status, incident, title, from, for: length, until };
  return make(event, 'posted', 'To undo', options, terminal);
}

type Posted = Extract<PostAnswer, { readonly post: unknown }>;

/** `undoing` stands before the command that undoes it; `null` for none. */
async function make(
  event: JsonObject,
  kind: Posted['kind'],
  undoing: string | null,
  options: RequestOptions,
  terminal: Terminal,
): Promise<number> {
  const { post: made, text } = await requestOf<Posted>(
    {
      event,
      kind,
      stored: 'posts',
      read: ({ post: raw }) => (isJsonObject(raw) && isWord(raw.id) ? { post: { ...raw, id: raw.id } } : null),
      commands: ({ statusPage }, { files, ...ports }) => ({
        post: postCommand(statusPage, { ...ports, posts: createPostFiles(files) }),
      }),
    },
    options,
    terminal,
  );
  const undo = undoing === null ? null : { what: undoing, words: ['post', '--undo', made.id] };
  const said = options.json
    ? `${jsonText(made, 2)}\n`
    : answerText([text, ...watchNote(options)], undo, options, terminal);
  terminal.out.write(said);
  return 0;
}

/** Whether a value of a deployed checker, which may have another version, can be an id. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,80}$/.test(value);
}
