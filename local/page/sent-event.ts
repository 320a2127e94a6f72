/** A server-sent event as it goes over the wire. */

/** Its bytes, so that all who are sent it share them. */
export function sentEvent(name: string, data = ''): Uint8Array {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return new TextEncoder().encode(`event: ${name}\n${lines.join('')}\n`);
}
