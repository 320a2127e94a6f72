/** The page of a deployment: its function and that of the checker, in processes of their own, on the emulated AWS. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { ENVIRONMENT } from '../../../lambda/core/invoke/invocation';
import { PAGE_ENVIRONMENT } from '../../../lambda/core/invoke/page-function';
import { understood } from '../core/parsed';
import { reportText } from '../http/asking';
import { startHttp } from '../http/servers';
import { startFunctionUrl } from './function-url';
import { checkerCode, pageCode, startLambda } from './lambda-process';
import { awsEnvironment, pointAwsTo } from './moto';
import { createStateTable } from './state-table';

export const PAGE_TOKEN = 'f3a9c1e07b5d42688d10c7e4ab93f652';
const SECRET = 'statuswatch/page';

export interface DeployedPage {
  /** Without a `/` at its end. */
  readonly url: string;
  readonly services: readonly string[];
  /** One run of the checker; what a service answers, by its id: a healthy report if this is missing. */
  run(answers?: Readonly<Record<string, (response: ServerResponse) => unknown>>): Promise<void>;
  /** Another token from the next reading of the secret on, which a new process begins with. */
  setToken(token: string): Promise<void>;
  /** As Lambda does for the first request after a while. */
  restart(): Promise<void>;
  /** The events that the checker was asked with. */
  readonly asked: readonly unknown[];
  readonly log: () => readonly unknown[];
  stop(): Promise<void>;
}

let deployments = 0;

export async function startDeployedPage(
  awsUrl: string,
  {
    services = ['payment-service', 'user-service'],
    controls = false,
  }: { services?: string[]; controls?: boolean } = {},
): Promise<DeployedPage> {
  pointAwsTo(awsUrl);
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-page-'));
  const name = `shop-${++deployments}`;
  await createStateTable(name);
  const { TopicArn = '' } = await new SNSClient().send(new CreateTopicCommand({ Name: name }));
  const secret = `${SECRET}-${name}`;
  const secrets = new SecretsManagerClient();
  await secrets.send(new CreateSecretCommand({ Name: secret, SecretString: PAGE_TOKEN }));
  let answers: Parameters<DeployedPage['run']>[0] = {};
  const watched = await startHttp((request, response) => {
    const id = request.url?.split('/')[1] ?? '';
    const answer = answers?.[id] ?? ((to: ServerResponse) => to.end(reportText({ service: id })));
    answer(response);
  });
  const { config, deployment } = understood(
    [
      `name: ${name}`,
      'timeout: 500ms',
      'retry: { attempts: 1 }',
      `page: { token: { secret: ${secret} }, controls: ${controls} }`,
      'services:',
      ...services.map((id) => `  - { id: ${id}, baseUrl: "${watched.url()}/${id}" }`),
    ].join('\n'),
  );
  const common = { ...awsEnvironment(awsUrl), [ENVIRONMENT.table]: name };
  const checker = startLambda(checkerCode(config, folder, deployment), {
    ...common,
    [ENVIRONMENT.topicArn]: TopicArn,
  });
  const asked: unknown[] = [];
  // The emulated Lambda would need Docker.
  const lambdaApi = await startHttp(async (request, response) => {
    const event = await json(request);
    asked.push({ path: request.url, event });
    const invoked = await checker.invoke(event);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(invoked.outcome === 'resolved' ? invoked.result : null));
  });
  const begin = () =>
    startLambda<never>(pageCode(config, folder), {
      ...common,
      AWS_ENDPOINT_URL_LAMBDA: lambdaApi.url(),
      [PAGE_ENVIRONMENT.secret]: secret,
      ...(controls && { [PAGE_ENVIRONMENT.checker]: `${name}-checker` }),
    });
  let page = begin();
  const url = await startFunctionUrl({ ...page, invoke: (event) => page.invoke(event) });
  return {
    url: url.url(),
    services,
    asked,
    log: () => page.log,
    run: async (given = {}) => {
      answers = given;
      const invoked = await checker.invoke({});
      if (invoked.outcome !== 'resolved') throw new Error(JSON.stringify(invoked));
    },
    setToken: async (SecretString) => {
      await secrets.send(new PutSecretValueCommand({ SecretId: secret, SecretString }));
    },
    restart: async () => {
      await page.kill();
      page = begin();
    },
    stop: async () => {
      await url.stop();
      await Promise.all([page.kill(), checker.kill()]);
      await Promise.all([watched.stop(), lambdaApi.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}
