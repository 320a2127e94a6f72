/** Drawing in pieces: whoever draws a long view can do something else between two of them. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

/** What is to be drawn after the rest of the view; `null` if all is drawn at once. No drawing waits for anything, so there is one at a time. */
let later: Child[] | null = null;

/** A part of a view, such as a row of a long list, that is a piece of its own if the view is drawn in pieces. */
export function Piece({ children }: { readonly children: Child }) {
  const piece = <>{children}</>;
  return later === null ? piece : raw(`<!--${later.push(piece) - 1}-->`);
}

/** A part of which each use is a piece of its own. */
export function asPiece<Props extends object>(Part: (props: Props) => ReturnType<typeof Piece>) {
  return (props: Props) => (
    <Piece>
      <Part {...props} />
    </Piece>
  );
}

/** The text of a view, piece by piece: what is around the pieces is drawn first, then each in its turn. Views have no other comments. */
export function* drawInPieces(view: Child): Generator<string> {
  const pieces: Child[] = [];
  for (const [index, text] of drawAround(view, pieces)
    .split(/<!--(\d+)-->/)
    .entries()) {
    if (index % 2 === 0) yield text;
    else yield* drawInPieces(pieces[Number(text)]);
  }
}

function drawAround(view: Child, pieces: Child[]): string {
  later = pieces;
  try {
    return String(view);
  } finally {
    later = null;
  }
}
