/** Lets errors of AWS clients name the call that failed, without internals of the SDK. */

import type { HandlerExecutionContext, MiddlewareStack } from '@smithy/types';

interface AwsClient {
  // biome-ignore lint/suspicious/noExplicitAny: each client has types of its own, and this reads none of them.
  readonly middlewareStack: Pick<MiddlewareStack<any, any>, 'add'>;
}

/** Returns the same client. The message of an error then begins with the service and the call, such as `dynamodb:PutItem: `. */
export function nameCalls<Client extends AwsClient>(client: Client): Client {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof Error) error.message = messageOf(error, callOf(context));
        throw error;
      }
    },
    { step: 'initialize', name: 'nameCalls', priority: 'high' },
  );
  return client;
}

/** AWS itself names the call that it does not allow. */
function messageOf(error: Error, call: string): string {
  const reason = reasonOf(error);
  return reason.includes(call) ? reason : `${call}: ${reason}`;
}

function callOf({ clientName = '', commandName = '' }: HandlerExecutionContext): string {
  return `${clientName.replace(/Client$/, '').toLowerCase()}:${commandName.replace(/Command$/, '')}`;
}

/** A proxy or a gateway may answer in place of AWS, with a page or with nothing. */
function reasonOf(error: Error & { readonly $response?: { readonly statusCode?: number } }): string {
  const status = error.$response?.statusCode;
  const http = status === undefined ? '' : ` (HTTP ${status})`;
  if (/Deserialization error/.test(error.message)) return `the answer can't be read${http}`;
  return /^(Unknown(Error)?)?$/.test(error.message) ? `no reason is given${http}` : error.message;
}
