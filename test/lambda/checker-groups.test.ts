/** The checker's handler, bundled and run as Lambda would: how many messages it sends if many services fail in one run. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

describe.each([
  { count: 200, order: 'at once', most: 4 },
  { count: 6, order: 'after the first', most: 2 },
])('$count services that fail $order in one run', ({ count, order, most }) => {
  const ids = Array.from({ length: count }, (_, index) => `service-${index}`);
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-groups-'));
  const table = fakeTable();
  /** The answers that are not given yet, by path. */
  const waiting = new Map<string, () => void>();
  /** The order in which requests come in differs from run to run; who answers first decides what goes out together. */
  const answerNext = () => {
    const [path] = [...waiting.keys()].sort();
    if (path === undefined) return;
    const answer = waiting.get(path);
    waiting.delete(path);
    answer?.();
  };
  const answerAll = () => {
    while (waiting.size > 0) answerNext();
  };
  let saves = 0;
  /** While the alert of the first is being sent, the others fail and are saved, however busy the machine is. */
  const saveOthers = async () => {
    answerAll();
    while (saves < count) await sleep(10);
    // The checker takes the answers to the saves before that to the alert.
    await sleep(100);
  };
  let areWell = false;
  let isNews = true;
  let services: RunningServer;
  let stub: AwsStub;
  let checker: LambdaProcess;

  beforeAll(async () => {
    services = await startHttp((request, response) => {
      const path = request.url ?? '';
      waiting.set(path, () => {
        if (areWell) response.end(reportText({ service: path.split('/')[1] }));
        else response.writeHead(503).end();
      });
      if (order === 'at once') answerNext();
      else if (waiting.size === count) (isNews ? answerNext : answerAll)();
    });
    stub = await startAwsStub(async ({ action, body }) => {
      if (action === 'PutItem') saves++;
      if (action === 'Publish' && waiting.size > 0) await saveOthers();
      return { json: table.answer(action, body) ?? (action === 'Publish' ? { MessageId: '1' } : {}) };
    });
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
    saves = 0;
    expect(await checker.invoke()).toMatchObject({ outcome: 'resolved', result: { checked: count, failures: [] } });
    return stub.calls
      .slice(seen)
      .filter(({ action }) => action === 'Publish')
      .map(({ body }) => ({
        alerts: alertsIn(body).map(({ event, service }) => `${event} ${service.id}`),
        subject: new URLSearchParams(body).get('Subject') ?? '',
      }));
  }

  it.each(['opened', 'resolved'])(`make at most ${most} messages, which hold each alert once: %s`, async (event) => {
    areWell = event === 'resolved';
    isNews = true;
    const messages = await run();
    expect(messages.length).toBeLessThanOrEqual(most);
    expect(messages.flatMap(({ alerts }) => alerts).sort()).toEqual(ids.map((id) => `${event} ${id}`).sort());
    // A message counts each service of the deployment once.
    const counted = messages.flatMap(({ subject }) => / of (\d+)\b/.exec(subject)?.[1] ?? []);
    expect(new Set(counted)).toEqual(new Set(event === 'opened' ? [String(count)] : []));
    isNews = false;
    expect(await run()).toEqual([]);
  });
});

function alertsIn(body: string): readonly Alert[] {
  const { default: text } = JSON.parse(new URLSearchParams(body).get('Message') ?? '') as { default: string };
  return alertsOf(text);
}
