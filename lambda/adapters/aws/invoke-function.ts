/** Invokes another Lambda function and waits for its answer. */

import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { parseText } from '../../core/words/json';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';
import { nameCalls } from './name-calls';

/** Resolves to the answer of the function to an event. */
export type InvokeFunction = (event: object) => Promise<unknown>;

/**
 * Invokes the function once, without a second attempt: a silence whose answer was lost would be made twice. So each invocation
 * has a new connection: an idle one dies while Lambda freezes this process. Rejects if there is no answer within `limitMs`
 * milliseconds, and if the function has failed.
 */
export function createFunctionInvoker(functionName: string, limitMs: number, environment: Environment): InvokeFunction {
  const { requestHandler, ...config } = awsClientConfig(environment);
  const client = nameCalls(
    new LambdaClient({
      ...config,
      maxAttempts: 1,
      requestHandler: {
        ...requestHandler,
        requestTimeout: limitMs,
        socketTimeout: limitMs,
        httpAgent: { keepAlive: false },
        httpsAgent: { keepAlive: false },
      },
    }),
  );
  const bounded = boundedCalls('lambda:Invoke', limitMs);
  return async (event) => {
    const Payload = new TextEncoder().encode(JSON.stringify(event));
    const { FunctionError, Payload: answered } = await bounded((abortSignal) =>
      client.send(new InvokeCommand({ FunctionName: functionName, Payload }), { abortSignal }),
    );
    const text = new TextDecoder().decode(answered);
    if (FunctionError !== undefined) throw new Error(`${functionName} has failed: ${text.slice(0, 500)}`);
    return parseText(text);
  };
}
