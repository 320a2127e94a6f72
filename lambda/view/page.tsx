/** The page: a whole document around the view, and the view alone, which replaces the one that is shown. */

import type { Address } from './address';
import type { Known } from './known';

/** Where the page finds what it needs besides its own text; the server answers there. */
export const PAGE_PATHS = {
  style: '/style.css',
  script: '/live.js',
  icon: '/icon.svg',
  /** Server-sent events of the view at the address that is appended. */
  live: '/live',
} as const;

/** The whole document at an address, as HTML text. */
export function renderPage(known: Known, address: Address): string {
  return `<!doctype html>${(
    (
      <html lang="en">
        <body>
          {known.deployment} {address.range}
        </body>
      </html>
    )
  ).toString()}`;
}

/** The part of the document that changes: `<body>`'s content, as HTML text. */
export function renderView(known: Known, address: Address): string {
  return (
    <main>
      {known.deployment} {address.range}
    </main>
  ).toString();
}
