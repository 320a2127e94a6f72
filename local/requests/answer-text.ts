/** The output of `silence`, `ack` and `post`. */

import { userInfo } from 'node:os';
import { isWatched } from '../store/lock-folder';
import { wrapAt } from '../terminal/plain-table';
import { columnsOf, type Output } from '../terminal/terminal';
import { pasteCommand } from './paste-command';
import { folderOf, type RequestOptions } from './request';

/** Writes sentences, given without their full stops, and the command that undoes it; `null` if there is nothing to undo. */
export function answerText(
  sentences: readonly string[],
  undo: { readonly what: string; readonly words: readonly string[] } | null,
  options: RequestOptions,
  { out }: Output,
): string {
  const lines = sentences.map((sentence) => wrapAt(`${sentence}.`, columnsOf(out), '  ', '    '));
  // Not wrapped: the line breaks would be pasted too.
  if (undo !== null) lines.push(`  ${undo.what}: ${pasteCommand(undo.words, options)}`);
  return `${lines.join('\n')}\n`;
}

/** Says whether a watch uses the folder: in another folder the request has no effect. Empty for a deployment. */
export function watchNote(options: RequestOptions): readonly string[] {
  if (options.deployed !== undefined) return [];
  const folder = folderOf(options);
  return [
    isWatched(folder)
      ? `The watch on ${folder} applies it from its next run on`
      : `No watch is running on ${folder}: it applies once one is`,
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
