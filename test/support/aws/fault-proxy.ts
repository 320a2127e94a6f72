/** A proxy on loopback in front of the emulated AWS: passes every call on, but for the one that is to fail. */

import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttp } from '../http/servers';

/**
 * What becomes of a call. `throttle` and `fail`: answered 400 or 500, without effect. `hang`: never answered, without
 * effect. `cut-before` and `cut-after`: the connection is reset, before or after the call took effect.
 * `kill-before` and `kill-after`: so is the caller's process.
 */
export const API_FAULTS = ['throttle', 'fail', 'hang', 'cut-before', 'cut-after'] as const;
export const KILLS = ['kill-before', 'kill-after'] as const;
export type ApiFault = (typeof API_FAULTS)[number] | (typeof KILLS)[number];

export interface ArmedFault {
  /** Such as `PutItem`. */
  readonly action: string;
  /** Which of its calls, counted from 1 when the fault is armed; or one whose body holds this text. */
  readonly call: number | string;
  readonly fault: ApiFault;
  /** How many attempts of that call meet the fault; all, where it isn't given. */
  readonly attempts?: number;
  /** Ends the caller's process, and resolves when it is gone. */
  readonly kill?: () => Promise<unknown>;
}

/** An attempt that was seen. */
export interface SeenCall {
  readonly action: string;
  readonly call: number;
  readonly attempt: number;
  readonly fault: ApiFault | null;
}

export interface FaultProxy {
  readonly url: string;
  /** Every attempt since the fault was armed or disarmed. */
  readonly calls: readonly SeenCall[];
  arm(fault: ArmedFault | null): void;
  stop(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const calls: SeenCall[] = [];
  let armed: ArmedFault | null = null;
  /** How often each logical call was tried, in order, by its action: the SDK names what it tries again the same. */
  let invocations = new Map<string, Map<string, number>>();

  const count = (action: string, invocation: string): Pick<SeenCall, 'call' | 'attempt'> => {
    const known = invocations.get(action) ?? new Map<string, number>();
    invocations.set(action, known);
    const attempt = (known.get(invocation) ?? 0) + 1;
    known.set(invocation, attempt);
    return { call: [...known.keys()].indexOf(invocation) + 1, attempt };
  };

  const server = await startHttp(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const action = actionOf(incoming, body);
    // Alerts are tried again by the checker itself: there the same message is the same call.
    const invocation = action === 'Publish' ? body.toString() : incoming.headers['amz-sdk-invocation-id'];
    const seen = count(action, String(invocation ?? calls.length));
    const isCall = typeof armed?.call === 'string' ? body.includes(armed.call) : armed?.call === seen.call;
    const isMeant = armed?.action === action && isCall && seen.attempt <= (armed.attempts ?? Infinity);
    const fault = isMeant && armed ? armed.fault : null;
    calls.push({ action, ...seen, fault });
    const answer = () => forward(target, incoming, body);
    switch (fault) {
      case null:
        return reply(outgoing, await answer());
      case 'throttle':
        return reply(outgoing, errorAnswer(incoming, 400, 'ThrottlingException', 'Rate exceeded'));
      case 'fail':
        return reply(outgoing, errorAnswer(incoming, 500, 'InternalServerError', 'Something went wrong'));
      case 'hang':
        return undefined;
      case 'cut-before':
        return incoming.socket.resetAndDestroy();
      case 'cut-after':
        await answer();
        return incoming.socket.resetAndDestroy();
      case 'kill-before':
        return armed?.kill?.();
      case 'kill-after':
        await answer();
        return armed?.kill?.();
    }
  });
  return {
    url: server.url('localhost'),
    calls,
    arm: (fault) => {
      armed = fault;
      calls.length = 0;
      invocations = new Map();
    },
    stop: server.stop,
  };
}

/** The name of an API's action: JSON protocols have it in a header, the query protocol in a form. */
export function actionOf({ headers }: Pick<IncomingMessage, 'headers'>, body: Buffer): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  return new URLSearchParams(body.toString('utf8')).get('Action') ?? '';
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What can't be passed on is answered 502. */
export async function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const { hostname, port } = new URL(target);
  const onward = request({ hostname, port, method, path: url, headers, agent: false }).end(body);
  try {
    const [response] = (await once(onward, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) };
  } catch (error) {
    return { status: 502, headers: {}, body: Buffer.from(String(error)) };
  }
}

/** An error as the API's protocol writes it. */
export function errorAnswer(
  { headers }: Pick<IncomingMessage, 'headers'>,
  status: number,
  code: string,
  message: string,
): Answer {
  if (headers['x-amz-target'] !== undefined) {
    const body = Buffer.from(JSON.stringify({ __type: code, message }));
    return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
  }
  const fault = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  const body = Buffer.from(`<ErrorResponse>${fault}<RequestId>test</RequestId></ErrorResponse>`);
  return { status, headers: { 'content-type': 'text/xml' }, body };
}

export function reply(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const { 'transfer-encoding': _, connection: __, ...kept } = headers;
  outgoing.writeHead(status, { ...kept, 'content-length': body.length });
  outgoing.end(body);
}
