/** Undoes the content encoding of a body without ever holding more than its limit. */

import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export type DecodedBody =
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'truncated_response' }
  | { readonly kind: 'malformed_response' };

const MAX_ENCODINGS = 3;

/**
 * Decodes gzip, deflate and br, also stacked. If an encoding is unknown, the bytes stay as they are.
 * `maxBytes` bounds the result and every step to it: a decompression bomb is stopped there. Never throws.
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string | undefined, maxBytes: number): DecodedBody {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length === 0 || bytes.length === 0) return { kind: 'body', bytes };
  if (encodings.length > MAX_ENCODINGS) return { kind: 'malformed_response' };
  let decoded = bytes;
  try {
    for (const encoding of encodings.reverse()) decoded = decompress(decoded, encoding, maxBytes);
  } catch (error) {
    return { kind: failureOf((error as NodeJS.ErrnoException).code) };
  }
  return { kind: 'body', bytes: decoded };
}

function decompress(bytes: Uint8Array, encoding: string, maxOutputLength: number): Uint8Array {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, { maxOutputLength });
    case 'deflate':
      // Some servers send the raw format under this name; the zlib format always begins with the method 8.
      return ((bytes[0] ?? 0) & 0x0f) === 8
        ? inflateSync(bytes, { maxOutputLength })
        : inflateRawSync(bytes, { maxOutputLength });
    case 'br':
      return brotliDecompressSync(bytes, { maxOutputLength });
    default:
      return bytes;
  }
}

function failureOf(code: string | undefined): 'too_large' | 'truncated_response' | 'malformed_response' {
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
  return code === 'Z_BUF_ERROR' ? 'truncated_response' : 'malformed_response';
}

interface BodyHandlers {
  onBody(bytes: Uint8Array): void;
  onTooLarge(): void;
  onError(error: NodeJS.ErrnoException): void;
}

/** `onBody` gets the body as sent, of at most `maxBytes`. Only the first callback counts; others may be called after it. */
export function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  { onBody, onTooLarge, onError }: BodyHandlers,
): void {
  // One buffer in place of a list of chunks: each stored chunk takes some hundred bytes, even if it has one byte.
  let body: Buffer = Buffer.alloc(0);
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    const needed = length + chunk.length;
    if (needed > maxBytes) return onTooLarge();
    if (length === 0) body = chunk;
    else {
      if (needed > body.length) body = grown(body, Math.min(maxBytes, needed * 2));
      body.set(chunk, length);
    }
    length = needed;
  });
  incoming.once('end', () => onBody(body.subarray(0, length)));
  incoming.on('error', onError);
}

function grown(bytes: Uint8Array, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  larger.set(bytes);
  return larger;
}
