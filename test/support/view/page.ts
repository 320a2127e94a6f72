/** The page's server as a test meets it: over real HTTP, and given by hand what there is to know. */

import { EventEmitter, once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { createPageApp, type PageAppOptions } from '../../../local/page/page-app';
import type { Reach } from '../../../local/page/reach';
import type { Source } from '../../../local/page/source/source';
import { type RunningServer, startHttp } from '../http/servers';

export interface HandSource extends Source {
  /** What is known from now on. */
  tell(known: DeploymentFacts, trouble?: string): void;
  /** How many listen for news at the moment. */
  listeners(): number;
  /** Resolves once at most so many listen. */
  haveLeft(count: number): Promise<void>;
}

export function handSource(first: DeploymentFacts): HandSource {
  const listeners = new Set<() => void>();
  const leaving = new EventEmitter();
  let now: { readonly known: DeploymentFacts; readonly trouble: string | null } = { known: first, trouble: null };
  const source: HandSource = {
    known: () => now.known,
    find: async () => source.known(),
    trouble: () => now.trouble,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        leaving.emit('left');
      };
    },
    tell: (known, trouble) => {
      now = { known, trouble: trouble ?? null };
      for (const listener of listeners) listener();
    },
    listeners: () => listeners.size,
    haveLeft: async (count) => {
      while (listeners.size > count) await once(leaving, 'left');
    },
  };
  return source;
}

export const SCRIPT = `// The script of a test.\n${'//\n'.repeat(500)}`;

/** A page for this machine alone, and one for others. */
export const OWN: Reach = { isOpen: false, names: ['localhost'] };
export const OPEN: Reach = { isOpen: true, names: ['localhost', 'status.internal'] };

export function startPage(source: Source, options: Partial<PageAppOptions> = {}): Promise<RunningServer> {
  const app = createPageApp({ source, script: SCRIPT, reach: OPEN, ...options });
  return startHttp(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request just as it is given, on a connection of its own. */
export async function askPage(
  { port }: Pick<RunningServer, 'port'>,
  path: string,
  { method = 'GET', headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

/** Sends a form as it is given, on a connection of its own. */
export async function postForm(
  { port }: Pick<RunningServer, 'port'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: { ...type, ...headers },
    agent: false,
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

/** A server-sent event: its fields by their names. */
export type SentEvent = Readonly<Record<string, string>>;

export interface Stream {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The next event; `null` once the stream has ended. */
  next(): Promise<SentEvent | null>;
  leave(): void;
}

/** Follows the news of a page, as its script does, on a connection of its own. */
export async function followPage(url: string, sent: Readonly<Record<string, string>> = {}): Promise<Stream> {
  const asked = request(new URL(`${url}/live`), {
    agent: false,
    headers: { 'accept-encoding': 'gzip', ...sent },
  }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const events = eventsIn(response.setEncoding('utf8'));
  return {
    status: response.statusCode,
    headers: response.headers,
    leave: () => asked.destroy(),
    next: async () => (await events.next().catch(() => null))?.value ?? null,
  };
}

async function* eventsIn(stream: AsyncIterable<string>): AsyncGenerator<SentEvent, undefined> {
  let begun: string[] = [];
  for await (const chunk of stream) {
    // The two ends of lines may be in two chunks.
    const joint = begun.at(-1)?.endsWith('\n') && chunk.startsWith('\n') ? (begun.pop() ?? '') : '';
    const [first = '', ...others] = `${joint}${chunk}`.split('\n\n');
    begun.push(first);
    for (const other of others) {
      yield fieldsOf(begun.join('').split('\n'));
      begun = [other];
    }
  }
  return undefined;
}

/** Several lines of a field are lines of its text, as for a browser. */
function fieldsOf(lines: readonly string[]): SentEvent {
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', text = ''] = line.split(/: (.*)/s, 2);
    fields[name] = name in fields ? `${fields[name]}\n${text}` : text;
  }
  return fields;
}
