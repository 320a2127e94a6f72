/** Reads a page of a deployment, without following redirects. */

const READ_MS = 10_000;
const ACCEPT = 'text/html,application/json';
/** No page that is looked at is larger: of a larger one the beginning is enough. */
const MOST_BYTES = 1_000_000;

export interface ReadPage {
  readonly status: number;
  readonly text: string;
}

/** Rejects if it is not read in time. */
export async function readPage(url: string): Promise<ReadPage> {
  const { status, body } = await fetch(url, {
    headers: { accept: ACCEPT },
    redirect: 'manual',
    signal: AbortSignal.timeout(READ_MS),
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, MOST_BYTES - length));
    length += chunk.length;
    if (length >= MOST_BYTES) break;
  }
  return { status, text: Buffer.concat(chunks).toString('utf8') };
}
