/** Sends a long page while it is being drawn: the browser shows its first screen meanwhile. */

import { PassThrough, Readable } from 'node:stream';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

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
  const isPacked = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: '' }) === 'gzip';
  let [part, begin] = ['', (_: Out) => {}];
  let out: Out | null = null;
  const begun = new Promise<Out>((resolve) => {
    begin = resolve;
  });
  const drawn = draw((piece) => {
    part += piece;
    if (part.length < PART) return;
    out ??= openOut(isPacked);
    out.write(part);
    part = '';
    begin(out);
  });
  const first = await Promise.race([begun, drawn]);
  if (first === null || typeof first === 'string') return c.html(first ?? '', status);
  drawn.then(
    () => first.end(part),
    (error: Error) => first.end(`${part}${html`<p role="alert">${lastWords(error)}</p>`}`),
  );
  c.header('Content-Type', 'text/html; charset=UTF-8');
  c.header('Vary', 'Accept-Encoding', { append: true });
  if (isPacked) c.header('Content-Encoding', 'gzip');
  return c.body(Readable.toWeb(first) as ReadableStream, status);
}

type Out = Gzip | PassThrough;

function openOut(isPacked: boolean): Out {
  // What is packed goes out with each part, not only when there is enough of it.
  const out = isPacked ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
  // A reader who goes away destroys it.
  return out.on('error', () => undefined);
}
