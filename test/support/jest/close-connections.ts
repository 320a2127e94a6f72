/**
 * Lets each `fetch` of a test have a connection of its own. On a busy machine a server may close an idle connection just when the next
 * request is sent on it, and that request fails.
 */

const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('connection', 'close');
  return fetch(input, { ...init, headers });
};
