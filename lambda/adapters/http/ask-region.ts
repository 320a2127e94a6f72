/** Invokes the function of another region, which checks services from there. */

import type { Authorizer } from '../../core/probe/authorization';
import type { AskRegion } from '../../core/probe/regions/confirm';
import { readAnswer } from '../../core/probe/regions/region-question';
import { parseText } from '../../core/words/json';
import { post } from './post';

/** Longer than any check waits for it. */
const LIMIT_MS = 6_000;
const WHY: Readonly<Record<number, string>> = { 403: 'not allowed', 404: 'not deployed', 429: 'throttled' };

/**
 * Each invocation has one attempt and a new connection: an idle one dies while Lambda freezes this process. Source: AWS Lambda API reference, "Invoke":
 * `POST /2015-03-31/functions/FunctionName/invocations`.
 */
export function createAskRegion(
  functionName: string,
  authorizer: Pick<Authorizer, 'authorize'>,
  { AWS_ENDPOINT_URL_LAMBDA: elsewhere }: Readonly<Record<string, string | undefined>>,
): AskRegion {
  return async (region, question) => {
    const host = elsewhere ?? `https://lambda.${region}.amazonaws.com`;
    const url = `${host}/2015-03-31/functions/${functionName}/invocations`;
    const body = JSON.stringify(question);
    const auth = { kind: 'sigv4', service: 'lambda', region, resource: null } as const;
    const asked = { id: functionName, auth, tls: null, timeoutMs: LIMIT_MS, statusUrl: url, post: body };
    const authorization = await authorizer.authorize(asked);
    if (authorization.kind === 'failure') throw new Error('not signed');
    const headers = { 'content-type': 'application/json', ...authorization.headers };
    const { status, text } = await post({ url: new URL(url), headers, body, timeoutMs: LIMIT_MS });
    if (status !== 200) throw new Error(WHY[status] ?? `Lambda answered HTTP ${status}`);
    return readAnswer(parseText(text));
  };
}
