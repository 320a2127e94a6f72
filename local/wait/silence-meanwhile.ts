/** Silences services while they are waited for: in the folder of a watch, or in a deployment. */

import { formatDuration } from '../../lambda/core/words/duration';
import { UserError } from '../input/user-error';
import { userName, whoFollows } from '../requests/made';
import { pasteCommand } from '../requests/paste-command';
import { request } from '../requests/request';
import type { Terminal } from '../terminal/terminal';
import type { WaitOptions } from './wait-settings';

export interface MadeSilence {
  readonly id: string;
  /** Lines for people. */
  readonly lines: readonly string[];
  /** Ends it, and returns a line for people. Never rejects. */
  end(): Promise<string>;
}

/** It ends by itself after `forMs`, if nobody is left to end it. `services` is `all`, or ids. */
export async function silenceMeanwhile(
  services: 'all' | readonly string[],
  forMs: number,
  options: WaitOptions,
  terminal: Terminal,
): Promise<MadeSilence> {
  const event = { silence: services, for: formatDuration(forMs), reason: options.silence, by: userName() };
  const made = await request(event, 'silenced', options, terminal);
  const { id, until } = made.silence;
  return {
    id,
    lines: [made.text, ...whoFollows(options)].map((line) => `${line}.`),
    end: async () => {
      try {
        await request({ unsilence: id }, 'unsilenced', options, terminal);
        return `The silence ${id} is ended.`;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        // It has ended by itself, and may be forgotten by now.
        if (Date.now() >= Date.parse(until)) return `The silence ${id} has ended.`;
        return `The silence ${id} can't be ended, and ends by itself at ${until}: ${error.message}; to end it before: ${pasteCommand(['unsilence', id], options)}`;
      }
    },
  };
}
