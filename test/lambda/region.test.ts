/** The real code of three Lambdas on loopback: the checker at home, and two regions that it asks with signed requests. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Config } from '../../lambda/core/config/config';
import { type LambdaProcess, regionCode, startLambda } from '../support/aws/lambda-process';
import { callsOf, configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';
import { type RunningServer, startHttp } from '../support/http/servers';

const REGIONS = ['us-east-1', 'sa-east-1'];
const TOKEN = 'g3heim-bearer';

type Serve = (service: string, isHome: boolean, response: ServerResponse) => void;

let serve: Serve;
let api: RunningServer;
let checker: StubbedLambda;
const folder = mkdtempSync(join(tmpdir(), 'statuswatch-regions-'));
const regions = new Map<string, LambdaProcess>();
const invoked: { readonly region: string; readonly path: string; readonly event: Record<string, unknown> }[] = [];
let isDeployed = true;

/** A region shows itself by a request while it is invoked; home asks before and after. */
let asking = 0;

async function answerInvoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const region = /\/(\w+-\w+-\d)\/lambda\/aws4_request/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const event = (await json(request)) as Record<string, unknown>;
  invoked.push({ region, path: request.url ?? '', event });
  if (!isDeployed) return void response.writeHead(404).end('{}');
  asking++;
  const answered = await regions.get(region)?.invoke(event);
  asking--;
  response.end(JSON.stringify(answered?.outcome === 'resolved' ? answered.result : {}));
}

const withRegions = (config: Config): Config => ({
  ...config,
  confirmFrom: REGIONS,
  services: config.services.map((service) => ({
    ...service,
    auth: { kind: 'bearer', token: { kind: 'hidden', value: TOKEN, text: TOKEN, secrets: [TOKEN] } },
  })),
});

beforeAll(async () => {
  api = await startHttp(answerInvoke);
  checker = await startStubbedChecker({
    config: (url) => {
      const config = withRegions(configBelow(['pay', 'mail'], ['retry: { attempts: 1 }', 'timeout: 1s'])(url));
      const code = regionCode(config, folder);
      for (const region of REGIONS) regions.set(region, startLambda(code, {}));
      return config;
    },
    serve: (service, response, { headers }) => {
      if (headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
      return serve(service, asking === 0, response);
    },
    environment: { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_LAMBDA: api.url() },
  });
  // So that no vote waits for a process to start.
  await Promise.all([...regions.values()].map((region) => region.invoke({})));
});
afterAll(async () => {
  await Promise.all([checker.stop(), api.stop(), ...[...regions.values()].map((region) => region.kill())]);
  rmSync(folder, { recursive: true });
});

const well = (service: string, response: ServerResponse) => void response.end(reportText({ service }));
const isAway = (response: ServerResponse) => void response.destroy();

/** What was notified in a run. */
async function run(next: Serve) {
  serve = next;
  invoked.length = 0;
  const { calls } = await checker.invoke();
  return callsOf('Publish', calls).map(({ body }) => decodeURIComponent(body.replaceAll('+', ' ')));
}

it('asks no region while all services are healthy', async () => {
  expect(await run((service, _, response) => well(service, response))).toEqual([]);
  expect(invoked).toEqual([]);
});

it('notifies of a condition if only home does not reach a service', async () => {
  const [alert = ''] = await run((service, isHome, response) =>
    service === 'pay' && isHome ? isAway(response) : well(service, response),
  );
  expect(alert).toContain('[DEGRADED]');
  expect(alert).toContain('unreachable from eu-central-1, healthy from us-east-1 and sa-east-1');
  expect(invoked.map(({ region, path }) => [region, path])).toEqual(
    REGIONS.map((region) => [region, '/2015-03-31/functions/shop-confirm-eu-central-1/invocations']),
  );
});

it('notifies of an outage that each region sees', async () => {
  const alerts = await run((service, _, response) => (service === 'pay' ? isAway(response) : well(service, response)));
  expect(alerts.join()).toContain('[DOWN]');
  // It is sent as soon as no missing vote can change the result.
  expect(alerts.join()).toMatch(/Unreachable from [23] of 3 regions/);
  expect(alerts.join()).not.toContain('(healthy)');
});

it('says why regions have no vote, and shows no token anywhere', async () => {
  isDeployed = false;
  const alerts = await run((service, _, response) => (service === 'mail' ? isAway(response) : well(service, response)));
  isDeployed = true;
  expect(alerts.join()).toMatch(/no vote from us-east-1 .*\(not deployed\)/);
  const logged = [checker.log, ...[...regions.values()].map(({ log }) => log)];
  expect(JSON.stringify([logged, alerts])).not.toContain(TOKEN);
  expect([...regions.values()].map(({ log }) => log)).toEqual([[], []]);
});

it('checks only addresses of its own config, in a format that it knows', async () => {
  const [region] = [...regions.values()];
  const service = { id: 'pay', url: `${api.url()}/secret`, headers: {} };
  const known = { ...service, url: invoked.flatMap(({ event }) => event.services as (typeof service)[])[0]?.url };
  const seenOf = async (event: object) => (await region?.invoke(event)) as { result?: unknown };
  const nothing = { format: 1, seen: [] };
  expect((await seenOf({ format: 1, services: [service] })).result).toEqual(nothing);
  expect((await seenOf({ format: 2, services: [known] })).result).toEqual(nothing);
  expect((await seenOf({})).result).toEqual(nothing);
});
