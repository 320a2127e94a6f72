/** The view that a URL of the page stands for. */

import { type Address, readAddress } from '../core/documents/address';

/** Takes a whole URL, or a path with its query. Returns `null` if it stands for no view. */
export function readUrl(url: string): Address | null {
  if (!URL.canParse(url, 'http://page')) return null;
  const { pathname, searchParams } = new URL(url, 'http://page');
  return readAddress(pathname, searchParams);
}
