/** The checker, or the widget, run as Lambda would, among services and APIs of AWS that are stubs on loopback. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config, Deployment } from '../../../lambda/core/config/config';
import { ENVIRONMENT } from '../../../lambda/core/invoke/invocation';
import { configOf } from '../core/runs';
import { reportText } from '../http/asking';
import { startHttp } from '../http/servers';
import { type StubbedAnswer, type StubbedCall, startAwsStub } from './aws-stub';
import { fakeTable } from './fake-table';
import { checkerCode, type Fields, type InvocationResult, startLambda, widgetCode } from './lambda-process';
import { awsEnvironment } from './moto';

/** The name of the table. */
export const TABLE_NAME = 'incidents';
export const ALERTS_TOPIC = 'arn:aws:sns:us-east-1:123456789012:alerts';

export interface StubbedLambda<Result = Fields> {
  /** What became of an event, and the calls of AWS meanwhile. `functionName` as in `LambdaProcess`. */
  invoke(
    event?: unknown,
    functionName?: string,
  ): Promise<{ readonly invoked: InvocationResult<Result>; readonly calls: readonly StubbedCall[] }>;
  /** What an event was answered; throws if the invocation failed. */
  resultOf(event?: unknown): Promise<Result>;
  /** All calls of AWS, in order. */
  readonly calls: readonly StubbedCall[];
  /** The lines that it has logged so far. */
  readonly log: readonly Fields[];
  stop(): Promise<void>;
}

/** What AWS answers; `null` for what a table in memory, and else a topic, would. */
type AwsAnswer = (call: StubbedCall) => StubbedAnswer | null;

export interface CheckerSetup {
  /** The config, once it is known where the services are asked. */
  readonly config: (servicesUrl: string) => Config;
  /** What a service answers, by its id, which is the path of its address; a healthy report if this is missing. */
  readonly serve?: (service: string, response: ServerResponse, request: IncomingMessage) => unknown;
  readonly aws?: AwsAnswer;
  readonly deployment?: Deployment;
  /** What the stack sets besides. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A config of these services, each below the address, with these lines besides. */
export const configBelow =
  (ids: readonly string[], lines: readonly string[] = []) =>
  (url: string): Config =>
    configOf(Object.fromEntries(ids.map((id) => [id, `${url}/${id}`])), ['name: shop', ...lines]);

export async function startStubbedChecker<Result = Fields>({
  config,
  serve = (service, response) => response.end(reportText({ service })),
  aws,
  deployment,
  environment = {},
}: CheckerSetup): Promise<StubbedLambda<Result>> {
  const services = await startHttp((request, response) => serve(request.url?.split('/')[1] ?? '', response, request));
  const code = (folder: string) => checkerCode(config(services.url()), folder, deployment);
  const lambda = await start<Result>(code, aws, { [ENVIRONMENT.topicArn]: ALERTS_TOPIC, ...environment });
  return {
    ...lambda,
    stop: async () => {
      await lambda.stop();
      await services.stop();
    },
  };
}

export async function startStubbedWidget(config: Config, aws: AwsAnswer): Promise<StubbedLambda<string>> {
  return start((folder) => widgetCode(config, folder), aws, {});
}

async function start<Result>(
  code: (folder: string) => string,
  aws: AwsAnswer = () => null,
  environment: Readonly<Record<string, string>>,
): Promise<StubbedLambda<Result>> {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-lambda-'));
  const table = fakeTable();
  const stub = await startAwsStub((call) => {
    const { action, body } = call;
    return aws(call) ?? { json: table.answer(action, body) ?? (action === 'Publish' ? { MessageId: '1' } : {}) };
  });
  const lambda = startLambda<Result>(code(folder), {
    ...awsEnvironment(stub.url()),
    [ENVIRONMENT.table]: TABLE_NAME,
    ...environment,
  });
  const invoke = async (event?: unknown, functionName?: string) => {
    const before = stub.calls.length;
    const invoked = await lambda.invoke(event, functionName);
    return { invoked, calls: stub.calls.slice(before) };
  };
  return {
    invoke,
    resultOf: async (event) => {
      const { invoked } = await invoke(event);
      if (invoked.outcome !== 'resolved') throw new Error(JSON.stringify(invoked));
      return invoked.result;
    },
    calls: stub.calls,
    log: lambda.log,
    stop: async () => {
      await lambda.kill();
      await stub.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The calls of one action. */
export function callsOf(action: string, calls: readonly StubbedCall[]): readonly StubbedCall[] {
  return calls.filter((call) => call.action === action);
}
