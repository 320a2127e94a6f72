/** Tests of `statuswatch report` for a deployment, whose table is behind a stand-in for AWS. */

import { text } from 'node:stream/consumers';
import { historyKey } from '../../lambda/adapters/table/history-table';
import { packedJson } from '../../lambda/adapters/table/packed-json';
import { keyItem } from '../../lambda/adapters/table/state-reader';
import { DAY_MS } from '../../lambda/core/documents/report/period';
import type { ReportDocument } from '../../lambda/core/documents/report/report-document';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { storedBuckets } from '../../lambda/core/history/stored-history';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { storedForm } from '../../lambda/core/state/stored-state';
import { stateKey } from '../../lambda/core/state/table-keys';
import { fakeTable } from '../support/aws/fake-table';
import { actionOf } from '../support/aws/fault-proxy';
import { awsEnvironment } from '../support/aws/moto';
import { faultsOf } from '../support/core/document-schemas';
import { type PastService, pastOutage, pastService } from '../support/core/past-services';
import { type RunningServer, startHttp } from '../support/http/servers';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const TO = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const FROM = TO - 10 * DAY_MS;
const instant = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;
const IDS = Array.from({ length: 60 }, (_, index) => `service-${index + 1}`);
const config = folder.write(
  'statuswatch.yaml',
  `name: shop\nservices:\n${IDS.map((id) => `  - { id: ${id}, baseUrl: "https://${id}.internal" }\n`).join('')}`,
);
const ARGS = ['report', '--deployed', 'shop', '--config', config, '--from', instant(FROM), '--to', instant(TO)];

/** The keys of each BatchGetItem, as their number. */
const batchSizes: number[] = [];
/** Whether the table leaves keys out of its next answer. */
let isBusy = false;
let refusal: string | null = null;
let aws: RunningServer;

beforeAll(async () => {
  const table = fakeTable();
  for (const [index, id] of IDS.entries()) keep(table, id, serviceOf(index));
  aws = await startHttp(async (request, response) => {
    const body = await text(request);
    const answer = (status: number, json: object, type = '') => {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        ...(type !== '' && { 'x-amzn-errortype': type }),
      };
      response.writeHead(status, headers).end(JSON.stringify(json));
    };
    if (request.url === '/2015-03-31/functions/shop-checker/configuration') {
      return answer(200, { FunctionArn: 'arn', Environment: { Variables: { [ENVIRONMENT.table]: 'shop-table' } } });
    }
    if (request.url?.startsWith('/2015-03-31/')) return answer(404, { Message: 'none' }, 'ResourceNotFoundException');
    if (refusal !== null)
      return answer(400, { message: 'ana is not authorized to perform: dynamodb:BatchGetItem' }, refusal);
    const action = actionOf(request, Buffer.from(body));
    const call = JSON.parse(body);
    const { Keys } = call.RequestItems['shop-table'];
    batchSizes.push(Keys.length);
    if (!isBusy) return answer(200, table.answer(action, body) ?? {});
    isBusy = false;
    call.RequestItems['shop-table'].Keys = Keys.slice(0, 1);
    const UnprocessedKeys = { 'shop-table': { Keys: Keys.slice(1), ConsistentRead: true } };
    answer(200, { ...table.answer(action, JSON.stringify(call)), UnprocessedKeys });
  });
});
beforeEach(() => {
  batchSizes.length = 0;
  refusal = null;
});
afterAll(() => aws.stop());

function serviceOf(index: number): PastService {
  return pastService({ from: TO - 12 * DAY_MS, to: TO }, () => ({ checks: 60, failed: index === 7 ? 6 : 0 }), {
    incidents: index === 7 ? [pastOutage(FROM, FROM + HOUR_MS)] : [],
  });
}

function keep(table: ReturnType<typeof fakeTable>, id: string, { state, updates }: PastService): void {
  table.put({
    ...keyItem(stateKey('shop', id)),
    revision: { N: '1' },
    state: packedJson(storedForm(state)),
  } as never);
  for (const { key, buckets } of updates) {
    table.put({ ...keyItem(historyKey('shop', id, key)), buckets: packedJson(storedBuckets(buckets)) } as never);
  }
}

const run = (args: readonly string[] = []) =>
  statuswatch([...ARGS, ...args], { cwd: folder.path, env: awsEnvironment(aws.url()) });

it('reads the table in batches', async () => {
  isBusy = true;
  const { stdout, stderr, exitCode } = await run(['--json']);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const document = JSON.parse(stdout) as ReportDocument;
  expect(faultsOf('report', document)).toEqual([]);
  const { services, totals } = document;
  expect(services.map(({ service }) => service)).toEqual(IDS);
  expect(totals).toMatchObject({ services: 60, unknown: 0, checks: 60 * 240 * 60, failures: { unreachable: 240 * 6 } });
  expect(services[7]).toMatchObject({ availability: 0.9, outages: { count: 1, seconds: 3_600 } });
  expect(Math.max(...batchSizes)).toBeLessThanOrEqual(100);
});

describe('a fault is one line:', () => {
  it.each<[string, readonly string[], string | null, string]>([
    [
      'no permission',
      [],
      'AccessDeniedException',
      "the table shop-table can't be read: ana is not authorized to perform: dynamodb:BatchGetItem",
    ],
    ['no such table', [], 'ResourceNotFoundException', "the table shop-table can't be read: "],
    [
      'no such deployment',
      [
        '--deployed',
        'store',
        '--config',
        folder.write('store.yaml', 'name: store\nservices: [{ id: a, baseUrl: "https://a.internal" }]\n'),
      ],
      null,
      'there is no function store-checker in us-east-1: is that the name of the deployment, and its region and account?',
    ],
  ])('%s', async (_, args, error, complaint) => {
    refusal = error;
    const { stdout, stderr, exitCode } = await run(args);
    expect(stderr).toMatch(/^statuswatch: [^\n]+\n$/);
    expect(stderr).toContain(complaint);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: error === null ? 2 : 75 });
  });
});
