/** A server on loopback in front of the emulated AWS: a test answers what that lacks or would answer otherwise. */

import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { startHttp } from '../http/servers';
import { type Answer, actionOf, errorAnswer, forward, reply } from './fault-proxy';

export interface FrontCall {
  /** Such as `ListSubscriptionsByTopic`; empty for an API that has its actions in the path. */
  readonly action: string;
  /** Such as `POST /schedules`. */
  readonly path: string;
  readonly body: string;
}

/** `null` passes the call on. An answer may be what the emulated AWS has answered, changed. */
export type FrontAnswer = (
  call: FrontCall,
  pass: () => Promise<Answer>,
) => Promise<Answer | { readonly denied: true } | null> | null;

export interface FrontOfAws {
  readonly url: string;
  answer(by: FrontAnswer): void;
  stop(): Promise<void>;
}

export async function startFrontOfAws(target: string): Promise<FrontOfAws> {
  let answering: FrontAnswer = () => null;
  const server = await startHttp(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const path = `${incoming.method} ${new URL(incoming.url ?? '/', target).pathname}`;
    const call = { action: actionOf(incoming, body), path, body: body.toString('utf8') };
    const pass = () => forward(target, incoming, body);
    const given = (await answering(call, pass)) ?? accountSettings(call);
    if (given === null) return reply(outgoing, await pass());
    return reply(outgoing, 'denied' in given ? deniedAnswer(incoming) : given);
  });
  return {
    url: server.url('localhost'),
    answer: (by) => {
      answering = by;
    },
    stop: server.stop,
  };
}

/** DynamoDB checks a condition and writes in one step. The emulated one lets another writer come in between: here calls go to it one by one. */
export async function startAtomicAws(target: string): Promise<FrontOfAws> {
  const front = await startFrontOfAws(target);
  const oneByOne = pLimit(1);
  front.answer((_, pass) => oneByOne(pass));
  return front;
}

/** A missing permission, as the protocol of the API says it. */
function deniedAnswer(incoming: Parameters<typeof errorAnswer>[0]): Answer {
  const message = 'User: arn:aws:iam::123456789012:user/reader is not authorized';
  if (String(incoming.headers['content-type']).startsWith('application/x-www-form-urlencoded')) {
    return errorAnswer(incoming, 403, 'AuthorizationError', message);
  }
  return {
    status: 403,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' },
    body: Buffer.from(JSON.stringify({ __type: 'AccessDeniedException', message })),
  };
}

/** A good answer of an API that speaks JSON. */
export function jsonAnswer(document: unknown): Answer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(document)) };
}

/** What Lambda says of the concurrency of an account, which moto 5.1 lacks; `null` for any other call. */
function accountSettings({ path }: FrontCall): Answer | null {
  if (path !== 'GET /2016-08-19/account-settings') return null;
  return jsonAnswer({ AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 1_000 } });
}
