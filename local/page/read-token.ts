/** The token that actions on the page need, from the command line, a file or the environment. */

import { readFileSync } from 'node:fs';
import { looksRandom } from '../../lambda/core/config/page-token';
import { utf8Text } from '../../lambda/core/config/utf8-text';
import { UserError } from '../input/user-error';

export interface TokenOptions {
  readonly token?: string;
  /** A file that contains it; blanks around it don't count. */
  readonly tokenFile?: string;
}

export const TOKEN_VARIABLE = 'STATUSWATCH_TOKEN';
/** The shortest token: anyone who knows it can silence services. */
const SHORTEST = 16;

/** `null` for none. An option counts before the environment. Throws a `UserError`, which never shows the token. */
export function readToken({ token, tokenFile }: TokenOptions, environment: NodeJS.ProcessEnv): string | null {
  if (token !== undefined && tokenFile !== undefined) {
    throw new UserError('--token and --token-file both give a token: give one of them');
  }
  if (token !== undefined) return checked(token, '--token');
  if (tokenFile !== undefined) return checked(readFrom(tokenFile), `--token-file ${tokenFile}`);
  const given = environment[TOKEN_VARIABLE];
  return given ? checked(given, TOKEN_VARIABLE) : null;
}

function readFrom(file: string): string {
  try {
    return utf8Text(readFileSync(file)).trim();
  } catch (error) {
    throw new UserError(`the token can't be read: ${(error as Error).message}`);
  }
}

function checked(token: string, from: string): string {
  if (looksRandom(token)) return token;
  throw new UserError(
    `${from} is easy to guess; expected at least ${SHORTEST} random characters, such as from "openssl rand -hex 16"`,
  );
}
