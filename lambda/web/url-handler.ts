/** Makes an app the handler of a function URL. */

import type { Env, Hono } from 'hono';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { STRICT_TRANSPORT_SECURITY } from './deployed-app';
import { invalidRequests } from './page-headers';

/** The payload of a function URL, as far as it is read here. */
interface UrlEvent {
  readonly requestContext: { readonly http?: { readonly method?: string } };
  readonly body?: string | null;
}

/** Never rejects: an error is answered with 500, which an alarm counts. */
export function urlHandler<Of extends Env>(app: Hono<Of>) {
  const answer = handle(app);
  const invalid = invalidRequests(STRICT_TRANSPORT_SECURITY);
  return async (event: LambdaEvent, context: LambdaContext) => {
    const answered = await answer(withoutUnusedBody(event), context);
    // hono itself refuses what `Request` does not take, such as the method TRACE.
    if (answered.headers?.['content-security-policy']) return answered;
    const refusal = await invalid.request('/');
    return {
      ...answered,
      statusCode: refusal.status,
      headers: Object.fromEntries(refusal.headers),
      body: await refusal.text(),
    };
  };
}

/**
 * The body of a GET or HEAD is dropped: `Request` refuses a body, and then the app would never see the request. Source: RFC 9110, 9.3.1:
 * "content received in a GET request has no generally defined semantics".
 */
function withoutUnusedBody<Event extends LambdaEvent>(event: Event): Event {
  const { body, requestContext }: UrlEvent = event as UrlEvent;
  const method = requestContext.http?.method;
  return body && (method === 'GET' || method === 'HEAD') ? { ...event, body: null, isBase64Encoded: false } : event;
}
