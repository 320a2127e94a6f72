/** A stand-in for one AWS API on loopback, for what the emulated AWS can't do: keeps each call, and answers as a test says. */

import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type RunningServer, startHttp } from '../http/servers';
import { actionOf, errorAnswer, reply } from './fault-proxy';

export interface StubbedCall {
  readonly action: string;
  /** As sent, unpacked. */
  readonly body: string;
}

/** An error with its status and code, or the fields of a good answer. */
export type StubbedAnswer = { readonly status: number; readonly code: string } | { readonly json: object };

export interface AwsStub extends RunningServer {
  /** Every attempt, in order. */
  readonly calls: readonly StubbedCall[];
}

export async function startAwsStub(
  answer: (call: StubbedCall) => StubbedAnswer | Promise<StubbedAnswer>,
): Promise<AwsStub> {
  const calls: StubbedCall[] = [];
  const server = await startHttp(async (incoming, outgoing) => {
    const sent = await buffer(incoming);
    const body = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const call = { action: actionOf(incoming, body), body: body.toString('utf8') };
    calls.push(call);
    const given = await answer(call);
    reply(
      outgoing,
      'json' in given ? goodAnswer(call, given.json) : errorAnswer(incoming, given.status, given.code, ''),
    );
  });
  return { ...server, calls };
}

function goodAnswer({ action, body }: StubbedCall, json: object) {
  if (body.startsWith('{')) {
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    return { status: 200, headers, body: Buffer.from(JSON.stringify(json)) };
  }
  const fields = Object.entries(json).map(([name, value]) => `<${name}>${value}</${name}>`);
  const xml = `<${action}Response><${action}Result>${fields.join('')}</${action}Result></${action}Response>`;
  return { status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.from(xml) };
}
