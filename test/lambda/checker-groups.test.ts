/** The checker's handler, bundled and run as Lambda would: how many messages it sends if many services fail in one run. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert } from '../../lambda/core/message/alert';
import { reportText } from '../support/asking';
import { type AwsStub, startAwsStub } from '../support/aws-stub';
import { fakeTable } from '../support/fake-table';
import { alertsOf } from '../support/inbox';
import { type LambdaProcess, startChecker } from '../support/lambda-process';
import { configOf } from '../support/runs';
import { type RunningServer, startHttp } from '../support/servers';

const LINES = [
  'name: shop',
  'timeout: 20s',
  'interval: 5m',
  'retry: { attempts: 1 }',
  'alerts: { failureThreshold: 1, successThreshold: 1, remindEvery: never }',
];

const COUNT = 200;
const MOST_MESSAGES = 4;

describe(`${COUNT} services that fail at once`, () => {
  const ids = Array.from({ length: COUNT }, (_, index) => `service-${index}`);
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-groups-'));
  const table = fakeTable();
  let areWell = false;
  let services: RunningServer;
  let stub: AwsStub;
  let checker: LambdaProcess;

  beforeAll(async () => {
    services = await startHttp((request, response) => {
      if (areWell) response.end(reportText({ service: request.url?.split('/')[1] }));
      else response.writeHead(503).end();
    });
    stub = await startAwsStub(({ action, body }) => ({
      json: table.answer(action, body) ?? (action === 'Publish' ? { MessageId: '1' } : {}),
    }));
    const config = configOf(Object.fromEntries(ids.map((id) => [id, `${services.url()}/${id}`])), LINES);
    checker = await startChecker(config, folder, stub.url());
  });
  afterAll(async () => {
    await checker.kill();
    await stub.stop();
    await services.stop();
    rmSync(folder, { recursive: true });
  });

  /** The messages of one run: which alerts each of them holds, and its subject. */
  async function run(): Promise<{ readonly alerts: readonly string[]; readonly subject: string }[]> {
    const seen = stub.calls.length;
    expect(await checker.invoke()).toMatchObject({ outcome: 'resolved', result: { checked: COUNT, failures: [] } });
    return stub.calls
      .slice(seen)
      .filter(({ action }) => action === 'Publish')
      .map(({ body }) => ({
        alerts: alertsIn(body).map(({ event, service }) => `${event} ${service.id}`),
        subject: new URLSearchParams(body).get('Subject') ?? '',
      }));
  }

  it.each(['opened', 'resolved'])(
    `make at most ${MOST_MESSAGES} messages, which hold each alert once: %s`,
    async (event) => {
      areWell = event === 'resolved';
      const messages = await run();
      expect(messages.length).toBeLessThanOrEqual(MOST_MESSAGES);
      expect(messages.flatMap(({ alerts }) => alerts).sort()).toEqual(ids.map((id) => `${event} ${id}`).sort());
      // A message counts each service of the deployment once.
      const counted = messages.flatMap(({ subject }) => / of (\d+)\b/.exec(subject)?.[1] ?? []);
      expect(new Set(counted)).toEqual(new Set(event === 'opened' ? [String(COUNT)] : []));
      expect(await run()).toEqual([]);
    },
  );
});

function alertsIn(body: string): readonly Alert[] {
  const { default: text } = JSON.parse(new URLSearchParams(body).get('Message') ?? '') as { default: string };
  return alertsOf(text);
}
