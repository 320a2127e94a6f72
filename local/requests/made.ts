/** The output of `silence`, `ack` and `post`: who asked, which watch follows it, and how to end it. */

import { userInfo } from 'node:os';
import { isWatched } from '../store/lock-folder';
import { wrapAt } from '../terminal/plain-table';
import { columnsOf, type Output } from '../terminal/terminal';
import { pasteCommand } from './paste-command';
import { folderOf, type RequestOptions } from './request';

/** Sentences without their full stops, and the command that ends it; `null` if there is nothing to end. */
export function madeText(
  sentences: readonly string[],
  ending: { readonly what: string; readonly words: readonly string[] } | null,
  options: RequestOptions,
  { out }: Output,
): string {
  const lines = sentences.map((sentence) => wrapAt(`${sentence}.`, columnsOf(out), '  ', '    '));
  // Not wrapped: the line breaks would be pasted too.
  if (ending !== null) lines.push(`  ${ending.what}: ${pasteCommand(ending.words, options)}`);
  return `${lines.join('\n')}\n`;
}

/** The folder may not be the folder of the intended watch: then the request would have no effect. A deployment has no folder. */
export function whoFollows(options: RequestOptions): readonly string[] {
  if (options.deployed !== undefined) return [];
  const folder = folderOf(options);
  return [
    isWatched(folder)
      ? `The watch on ${folder} follows it from its next run on`
      : `No watch is running on ${folder}: it holds once one does`,
  ];
}

/** The name of the user on this machine; `undefined` if the system has none, as in some containers. */
export function userName(): string | undefined {
  const { USER: user } = process.env;
  if (user) return user;
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
