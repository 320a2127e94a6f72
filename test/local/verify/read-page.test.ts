/** How verify reads a page, against servers on this machine. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPage } from '../../../local/verify/read-page';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function served(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('reads a page, and follows no redirect', async () => {
  const url = await served((_, response) => response.writeHead(302, { location: '/elsewhere' }).end('grüß'));
  expect(await readPage(url)).toEqual({ status: 302, text: 'grüß' });
});

it('reads no more than the beginning of a page without an end', async () => {
  const part = 'a'.repeat(65_536);
  const url = await served((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', write);
    write();
  });
  const { status, text } = await readPage(url);
  expect([status, text.length]).toEqual([200, 1_000_000]);
});
