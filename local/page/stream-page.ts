/** Sends a long page while it is being drawn: the browser shows its first screen meanwhile. */

import { PassThrough, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { takesGzip } from './gzip';

/** So many characters go out at once. A page that has no more goes out whole. */
const PART = 40_000;

/**
 * The answer with a document that `draw` makes: it calls back with each piece, and resolves to all of it, or to `null` if the reader has
 * gone. What it rejects with is thrown if nothing has been sent yet; otherwise the document ends with what `lastWords` say of it, a text.
 */
export async function streamPage(
  c: Context,
  status: ContentfulStatusCode,
  draw: (onPiece: (piece: string) => void) => Promise<string | null>,
  lastWords: (error: Error) => string,
): Promise<Response> {
  const isPacked = takesGzip(c);
  // What is packed goes out with each part, not only when there is enough of it.
  const out = isPacked ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
  // A reader who goes away destroys it.
  out.on('error', () => undefined);
  let part = '';
  let begin = (_: undefined) => {};
  const begun = new Promise<undefined>((resolve) => {
    begin = resolve;
  });
  const drawn = draw((piece) => {
    part += piece;
    if (part.length < PART) return;
    out.write(part);
    part = '';
    begin(undefined);
  });
  const whole = await Promise.race([begun, drawn]);
  if (whole !== undefined) return c.html(whole ?? '', status);
  drawn.then(
    () => out.end(part),
    (error: Error) => out.end(`${part}${html`<p role="alert">${lastWords(error)}</p>`}`),
  );
  c.header('Content-Type', 'text/html; charset=UTF-8');
  c.header('Vary', 'Accept-Encoding', { append: true });
  if (isPacked) c.header('Content-Encoding', 'gzip');
  return c.body(Readable.toWeb(out) as ReadableStream, status);
}
