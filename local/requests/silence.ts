/** `statuswatch silence ID… --for 2h` silences services; `statuswatch silence` lists the silences. */

import { AS_FOR, AS_UNTIL } from '../../lambda/core/silences/silence-request';
import { describeDuration } from '../../lambda/core/words/duration';
import { jsonText } from '../../lambda/core/words/without-commands';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { answerText, userName, watchNote } from './answer-text';
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
  const answer = await request(event, 'silenced', options, terminal);
  if (options.json) {
    terminal.out.write(`${jsonText(answer.silence, 2)}\n`);
    return 0;
  }
  const { id, from, until: end } = answer.silence;
  const lines = [
    answer.text,
    ...(answer.isNeeded
      ? [
          `That is for ${describeDuration(Date.parse(end) - Date.parse(from))}${localTime(new Date(end))}`,
          ...watchNote(options),
        ]
      : []),
  ];
  const ending = answer.isNeeded ? { what: 'To stop it sooner', words: ['unsilence', id] } : null;
  terminal.out.write(answerText(lines, ending, options, terminal));
  return 0;
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
