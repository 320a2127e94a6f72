/** The HTML document around a view. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Whole } from '../../core/documents/state';
import { PAGE_PATHS } from './page-paths';
import { FRAME_STYLE, PAGE_STYLE } from './page-style';
import { WALL_STYLE } from './wall-style';

/** The title that a tab shows. */
export interface Head {
  readonly title: string;
  /** `null` if the tab shows no state. */
  readonly whole: Whole | null;
}

interface DocumentHead extends Head {
  readonly isWall?: boolean;
  /** Whether it is no view, so that it needs no more style than that of the frame. */
  readonly isSmall?: boolean;
}

export function drawDocument(
  { title, whole, isWall = false, isSmall = false }: DocumentHead,
  moreHead: Child,
  body: Child,
): Child {
  return (
    <>
      {raw('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          {whole !== null && <link rel="icon" type="image/svg+xml" href={`${PAGE_PATHS.icon}?state=${whole}`} />}
          {/* The style comes with the page, so that the first drawing waits for nothing else. */}
          <style>{raw(isSmall ? FRAME_STYLE : PAGE_STYLE)}</style>
          {isWall && <style>{raw(WALL_STYLE)}</style>}
          {moreHead}
        </head>
        <body class={isWall ? 'sw wall' : 'sw'}>{body}</body>
      </html>
    </>
  );
}
