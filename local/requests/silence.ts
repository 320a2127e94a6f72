/** `statuswatch silence ID… --for 2h`, `ack ID…` and `unsilence ID`; `statuswatch silence` without arguments lists the silences. */

import { isAck } from '../../lambda/core/silences/silence';
import type { SilenceDocument } from '../../lambda/core/silences/silence-document';
import { AS_FOR, AS_UNTIL } from '../../lambda/core/silences/silence-request';
import { describeDuration } from '../../lambda/core/words/duration';
import { jsonText } from '../../lambda/core/words/without-commands';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { answerText, userName, watchNote } from './answer-text';
import { pasteCommand } from './paste-command';
import { type RequestOptions, request } from './request';

export interface SilenceOptions extends RequestOptions {
  readonly all?: boolean;
  readonly for?: string;
  readonly until?: string;
  readonly reason?: string;
  readonly by?: string;
}

export async function silence(options: SilenceOptions, terminal: Terminal, names: readonly string[]): Promise<number> {
  if (isList(options, names)) return (await import('./silences')).silences(options, terminal);
  if (options.all && names.length > 0) throw new UserError('name services or give --all, not both');
  if (!options.all && names.length === 0) throw new UserError('name the services to silence, or all with --all');
  const { for: length, until, reason, by = userName() } = options;
  if ((length === undefined) === (until === undefined)) {
    const fault = until === undefined ? 'it must have an end' : '--for and --until exclude each other';
    throw new UserError(`${fault}: expected --for with ${AS_FOR}, or --until with ${AS_UNTIL}`);
  }
  const event = { silence: options.all ? 'all' : names, for: length, until, reason, by };
  const { text, silence: made, isNeeded } = await request(event, 'silenced', options, terminal);
  if (!isNeeded) return print(made, [text], null, options, terminal);
  const lasts = describeDuration(Date.parse(made.until) - Date.parse(made.from));
  const sentences = [text, `That is for ${lasts}${localTime(new Date(made.until))}`, ...watchNote(options)];
  return print(made, sentences, { what: 'To stop it sooner', words: ['unsilence', made.id] }, options, terminal);
}

function isList({ all, for: length, until, reason }: SilenceOptions, names: readonly string[]): boolean {
  return names.length === 0 && !all && length === undefined && until === undefined && reason === undefined;
}

/** The local time of an end, unless this machine shows UTC. */
function localTime(instant: Date): string {
  if (instant.getTimezoneOffset() === 0) return '';
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // The Swedish form of a time is that of ISO 8601.
  return `, until ${instant.toLocaleString('sv-SE')} in ${timeZone}`;
}

export interface AckOptions extends RequestOptions {
  readonly for?: string;
  readonly note?: string;
  readonly by?: string;
}

/** Acknowledges incidents, so that reminders stop. */
export async function ack(options: AckOptions, terminal: Terminal, names: readonly string[]): Promise<number> {
  const { for: length, note, by = userName() } = options;
  const event = { ack: names, for: length, note, by };
  const { text, silence: made } = await request(event, 'acknowledged', options, terminal);
  const sentences = [text, 'No reminders until then', ...watchNote(options)];
  return print(made, sentences, { what: 'To undo', words: ['unsilence', made.id] }, options, terminal);
}

/** Ends a silence or an acknowledgement. */
export async function unsilence(options: RequestOptions, terminal: Terminal, [id = '']: readonly string[]) {
  const hint = `see: ${pasteCommand(['silence'], options)}`;
  const { text, silence: ended, others } = await request({ unsilence: id }, 'unsilenced', options, terminal, hint);
  const [then, other] = isAck(ended)
    ? ['Reminders continue with the next run', 'acknowledgement']
    : ['In the next run people are notified of what still fails', 'silence'];
  const unless = others.length === 0 ? '' : `, unless another ${other} holds`;
  return print(ended, [text, `${then}${unless}`], null, options, terminal);
}

function print(
  made: SilenceDocument,
  sentences: readonly string[],
  undo: Parameters<typeof answerText>[1],
  options: RequestOptions,
  terminal: Terminal,
): number {
  const text = options.json ? `${jsonText(made, 2)}\n` : answerText(sentences, undo, options, terminal);
  terminal.out.write(text);
  return 0;
}
