/** Tests of the limits for clients of the server, over real connections. */

import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createBoundedServer, MAX_CONNECTIONS, MAX_OF_ADDRESS } from '../../../local/page/bounded-server';

const started: (() => void)[] = [];
afterEach(() => {
  for (const end of started.splice(0)) end();
});

interface Bounded {
  readonly port: number;
  /** Opens a connection. All of loopback's addresses are this machine's own, so that one test is many clients. */
  open(localAddress?: string): Socket;
}

async function serve(listener: RequestListener, requestMs?: number): Promise<Bounded> {
  const server = createBoundedServer(listener, requestMs).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  started.push(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return {
    port,
    open: (localAddress = '127.0.0.1') => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      return socket.on('error', () => undefined).resume();
    },
  };
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Resolves to the closed connections once there are so many. */
async function untilClosed(sockets: readonly Socket[], count: number): Promise<readonly Socket[]> {
  await new Promise<void>((resolve) => {
    let closed = 0;
    for (const socket of sockets) socket.once('close', () => ++closed === count && resolve());
  });
  return sockets.filter(({ closed }) => closed);
}

async function statusOf(socket: Socket): Promise<string> {
  const answer = once(socket, 'data');
  socket.write(REQUEST);
  return String((await answer)[0]).slice(0, 12);
}

describe('a connection', () => {
  it('is closed if a second request comes before the first answer, and only the first is handled', async () => {
    const [asked, left]: [string[], Promise<unknown>[]] = [[], []];
    const { open } = await serve(({ url = '' }, response) => {
      asked.push(url);
      left.push(once(response, 'close'));
    });
    const socket = open();
    socket.write(Array.from({ length: 1_400 }, (_, index) => REQUEST.replace('/', `/${index}`)).join(''));
    await once(socket, 'close');
    // Who answers the first learns that nobody waits for it any more.
    await Promise.all(left);
    expect(asked).toEqual(['/0']);
  });

  it('may send a request after each answer', async () => {
    const large = 'x'.repeat(300_000);
    const { port } = await serve(({ url, method }, response) => {
      if (url === '/empty') response.writeHead(204).end();
      else if (url === '/parts') {
        response.write(large);
        setImmediate(() => response.end('.'));
      } else response.setHeader('Content-Length', large.length).end(method === 'HEAD' ? undefined : large);
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    started.push(() => agent.destroy());
    const used = new Set<number | undefined>();
    for (let turn = 0; turn < 100; turn++) {
      for (const [path, method] of [['/empty'], ['/parts'], ['/whole'], ['/whole', 'HEAD']] as const) {
        const sent = get({ host: '127.0.0.1', port, path, method: method ?? 'GET', agent });
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        used.add(response.socket.localPort);
        for await (const _ of response);
      }
    }
    expect(used.size).toBe(1);
  });

  it.each([
    ['its head', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
    ['its form', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234'],
  ])('is closed if it takes too long to send %s', async (_, part) => {
    const { open } = await serve(() => undefined, 50);
    const socket = open();
    const [answer] = await Promise.all([once(socket, 'data'), once(socket, 'close'), socket.write(part)]);
    expect(String(answer[0])).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('a server', () => {
  it('refuses more connections from one address than its limit, and accepts others', async () => {
    const { open } = await serve((_, response) => response.end());
    const greedy = Array.from({ length: MAX_OF_ADDRESS + 20 }, () => open('127.0.0.2'));
    const refused = await untilClosed(greedy, 20);
    expect(refused).toEqual(greedy.slice(-20));
    expect(await statusOf(open('127.0.0.3'))).toBe('HTTP/1.1 200');
    // A place that is left is free again.
    greedy[0]?.destroy();
    await once(greedy[0] as Socket, 'close');
    let again = open('127.0.0.2');
    while ((await Promise.race([statusOf(again), once(again, 'close')])) !== 'HTTP/1.1 200') again = open('127.0.0.2');
  });

  it('refuses connections beyond its limit, so that files are left for the checks', async () => {
    const { open } = await serve((_, response) => response.end());
    const addresses = Math.ceil(MAX_CONNECTIONS / MAX_OF_ADDRESS) + 1;
    const idle = Array.from({ length: MAX_CONNECTIONS + 20 }, (_, index) => open(`127.0.0.${2 + (index % addresses)}`));
    expect(await untilClosed(idle, 20)).toHaveLength(20);
    const [one] = idle.filter(({ closed }) => !closed) as [Socket];
    expect(await statusOf(one)).toBe('HTTP/1.1 200');
  });
});
