/** Starts the Lambda's surroundings: the AWS APIs on loopback, and the Lambda itself in a process of its own. */

import type { Certificate } from './certificate';
import type { AwsStubSetup, SeenCalls } from './children/aws-stub';
import type { Invocations, Invoked } from './children/lambda-host';
import { lambdaEnvironment, lambdaFlags } from './lambda-bundle';
import { type Environment, startChild, writeTemporary } from './workplace';

export interface AwsApis {
  /** The environment of a Lambda that calls the APIs. */
  readonly environment: Environment;
  /** The calls since the last request for them. */
  seen(): Promise<SeenCalls>;
  end(): void;
}

/** The Lambda trusts the authority of the APIs' certificate, and the other authorities, as PEM texts. */
export async function startAwsApis(
  certificate: Certificate,
  options: Omit<AwsStubSetup, 'certificate'>,
  others: readonly string[] = [],
) {
  const child = startChild('aws-stub', { certificate, ...options } satisfies AwsStubSetup);
  const seen = () => child.ask(null) as Promise<SeenCalls>;
  const { port } = await seen();
  const environment = {
    ...lambdaEnvironment(`https://localhost:${port}`),
    NODE_EXTRA_CA_CERTS: writeTemporary('ca.pem', [certificate.ca, ...others].join('\n')),
  };
  return { environment, seen, end: () => child.end() } satisfies AwsApis;
}

export interface LambdaProcess {
  readonly pid: number;
  invoke(invocations: Invocations): Promise<Invoked>;
  end(): void;
}

/** A process that has loaded nothing yet. */
export function startLambda(bundle: string, env: Environment, memoryMb: number): LambdaProcess {
  const child = startChild('lambda-host', { bundle }, { env, flags: lambdaFlags(memoryMb) });
  const invoke = (invocations: Invocations) => child.ask(invocations) as Promise<Invoked>;
  return { pid: child.pid, invoke, end: () => child.end() };
}
