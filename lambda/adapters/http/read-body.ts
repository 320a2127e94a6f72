/** Reads the body of an answer as it comes in, and never holds more than its limit. */

import type { IncomingMessage } from 'node:http';

export interface BodyHandlers {
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
  // This is one buffer, not a list of chunks: each kept chunk, even of one byte, costs some hundred bytes.
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
