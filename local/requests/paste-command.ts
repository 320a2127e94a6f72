/** Commands about silences that people can paste into a shell. */

import { DEFAULT_CONFIG_FILE } from '../input/load-config';
import { ownCommand } from '../input/own-command';
import { shellCommand } from '../input/shell-command';
import { DEFAULT_STATE } from '../store/state-folder';
import type { RequestOptions } from './request';

type Where = Pick<RequestOptions, 'config' | 'state' | 'deployed' | 'region'>;

/** The command that starts this statuswatch again, with these words and the options that lead to the same checker, unless they are the defaults. */
export function pasteCommand(words: readonly string[], { config, state, deployed, region }: Where): string {
  const options: readonly (readonly [name: string, value: string | undefined, usual?: string])[] =
    deployed === undefined
      ? [
          ['config', config, DEFAULT_CONFIG_FILE],
          ['state', state, DEFAULT_STATE],
        ]
      : [
          ['deployed', deployed],
          ['region', region],
        ];
  const given = options.flatMap(([name, value, usual]) =>
    value === undefined || value === usual ? [] : [optionWords(name, value)],
  );
  return shellCommand([...ownCommand(), ...words, ...given.flat()]);
}

/** A value that begins with a dash would be read as another option if it were a separate word. */
function optionWords(name: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value];
}
