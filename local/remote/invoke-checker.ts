/** Invokes the checker of a deployment, with the credentials that the AWS SDK finds on this machine. */

import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { cleanText } from '../../lambda/core/words/clean-text';
import { parseText } from '../../lambda/core/words/json';
import { PassingError, UserError } from '../input/user-error';
import { credentialFault, isCredentialFault } from './credential-fault';
import { loadSdk } from './load-sdk';

export interface DeployedChecker {
  /** The name of the deployment. */
  readonly deployment: string;
  /** Missing if the environment or the AWS config file names the region. */
  readonly region?: string | undefined;
}

const CONNECT_MS = 5_000;
/** An answer may have to wait for the calls of the function: each takes five seconds at most. */
const ANSWER_MS = 60_000;

/** A checker that can be invoked several times. */
export interface OpenChecker {
  /**
   * The function's answer to an event, parsed from JSON. The function is invoked once, without a second attempt: a silence whose answer
   * was lost would be made twice. Throws a `UserError` that names what is missing: credentials, a region, the function, the permission.
   */
  invoke(event: object, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/** One invocation: see `OpenChecker.invoke`. */
export async function invokeChecker(deployed: DeployedChecker, event: object): Promise<unknown> {
  const checker = await openChecker(deployed);
  try {
    return await checker.invoke(event);
  } finally {
    checker.close();
  }
}

/** With a single client, which looks for credentials once and again only when they expire. */
export async function openChecker({ deployment, region }: DeployedChecker): Promise<OpenChecker> {
  const name = checkerFunctionName(deployment);
  const { InvokeCommand, LambdaClient } = await loadSdk(() => import('@aws-sdk/client-lambda'));
  const client = nameCalls(
    new LambdaClient({
      ...(region !== undefined && { region }),
      maxAttempts: 1,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    }),
  );
  return {
    invoke: async (event, abortSignal) => {
      const place = `${name} in ${await regionOf(client.config.region)}`;
      const Payload = new TextEncoder().encode(JSON.stringify(event));
      const { FunctionError, Payload: answered } = await client
        .send(new InvokeCommand({ FunctionName: name, Payload }), abortSignal ? { abortSignal } : {})
        .catch((error) => {
          throw explained(error, place);
        });
      const text = new TextDecoder().decode(answered);
      if (FunctionError === undefined) return parseText(text);
      throw new PassingError(`${place} failed: ${cleanText(failureIn(text) ?? FunctionError, TEXT_LIMIT)}`);
    },
    close: () => client.destroy(),
  };
}

const TEXT_LIMIT = 500;

async function regionOf(region: () => Promise<string>): Promise<string> {
  return region().catch(() => {
    throw new UserError('no AWS region is set: name one with --region, or set AWS_REGION');
  });
}

/** Codes: "Invoke: Errors" of the AWS Lambda API reference. */
function explained(error: unknown, place: string): UserError {
  const { name, message, code } = Object(error) as { name?: string; message?: string; code?: string };
  const detail = cleanText(message || code || String(error), TEXT_LIMIT);
  if (isCredentialFault(error)) return new UserError(credentialFault(error));
  switch (name) {
    case 'ResourceNotFoundException':
      return new UserError(
        `there is no function ${place}: is that the name of the deployment, and its region? --region names another`,
      );
    case 'AccessDeniedException':
      return new UserError(
        `you may not invoke ${place}: these credentials need lambda:InvokeFunction on it (${detail})`,
      );
    case 'TooManyRequestsException':
      return new PassingError(`${place} is throttled, try it again in a minute: ${detail}`);
    default:
      return new PassingError(`${place} can't be invoked: ${detail}`);
  }
}

/**
 * Returns the `errorMessage` of an error that a function has thrown, as Lambda reports it, or its `errorType` if it has no message; for any
 * other failure its text. `null` if there is none: then only `Handled` or `Unhandled` is known.
 */
function failureIn(text: string): string | null {
  const answer = parseText(text);
  if (answer === null) return null;
  const { errorMessage, errorType } = Object(answer) as Readonly<Record<string, unknown>>;
  const named = [errorMessage, errorType].find((each) => typeof each === 'string' && each !== '');
  return String(named ?? text) || null;
}
