/** A function URL on loopback: turns requests of HTTP into the events of Lambda, and its answers into those of HTTP. */

import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { type RunningServer, startHttp } from '../http/servers';
import type { LambdaProcess } from './lambda-process';

/**
 * AWS Lambda developer guide, "Invoking Lambda function URLs": "The request and response event formats follow the same schema as the Amazon
 * API Gateway payload format version 2.0."
 */
interface UrlAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** "To return cookies from the function, do not manually add `set-cookie` headers. Instead, include the cookies in your response payload object." */
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** AWS Lambda developer guide, "Lambda quotas": "Invocation payload (request and response): 6 MB each for request and response (synchronous)". */
const MOST_BYTES = 6 * 1024 * 1024;

/** One process answers one request at a time. */
export async function startFunctionUrl(lambda: LambdaProcess<UrlAnswer>): Promise<RunningServer> {
  const oneByOne = pLimit(1);
  return startHttp(async (request, response) => {
    const event = await urlEvent(request);
    const invoked = await oneByOne(() => lambda.invoke(event));
    if (invoked.outcome !== 'resolved' || JSON.stringify(invoked.result).length > MOST_BYTES) {
      // "If your function returns an error": the function URL answers so.
      response.writeHead(502).end('Internal Server Error');
      return;
    }
    const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = invoked.result;
    response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { 'set-cookie': [...cookies] }) });
    response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
  });
}

/** The event of a request, in the form of the version 2.0. */
export async function urlEvent(request: IncomingMessage): Promise<object> {
  const { host = '', cookie, ...others } = request.headers;
  const [rawPath = '/', rawQueryString = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const sent = await buffer(request);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: { host, ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])) },
    requestContext: {
      domainName: host,
      http: { method: request.method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      stage: '$default',
    },
    ...(sent.length > 0 && { body: sent.toString('base64') }),
    isBase64Encoded: sent.length > 0,
  };
}
