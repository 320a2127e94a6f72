/** The kinds of values that receivers have in a config. */

import { isHttp, text, textOrSecret, url } from './values';

/** The address that a receiver posts to. */
export const receiverAddress = (example: string, more = '') =>
  textOrSecret(
    url(
      `expected an address such as ${example}, without user name and password${more}`,
      (value) => isHttp(value) && value.username === '' && value.password === '',
    ),
  );

/** A setting that may be a secret. */
export const setting = ({ pattern, expected }: { readonly pattern: RegExp; readonly expected: string }) =>
  textOrSecret(text(pattern, expected));
