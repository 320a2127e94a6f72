/** Histories on DynamoDB: what is written comes back, nothing is overwritten without being read, and every call is bounded. */

import {
  type AttributeValue,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { createHistoryTable, historyKey } from '../../../../lambda/adapters/table/history-table';
import { packedJson, unpackedJson } from '../../../../lambda/adapters/table/packed-json';
import { keyItem } from '../../../../lambda/adapters/table/state-reader';
import { type Bucket, emptyBucket } from '../../../../lambda/core/history/bucket';
import type { ItemKey, ItemUpdate } from '../../../../lambda/core/history/history-items';
import { HOUR_MS } from '../../../../lambda/core/history/running-history';
import { startFaultProxy } from '../../../support/aws/fault-proxy';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { createStateTable } from '../../../support/aws/state-table';
import { closedPort } from '../../../support/http/servers';

const HOURS = 'hours/2026-11-22';
const NEXT = 'hours/2026-11-23';
const EXPIRES_AT = Date.parse('2026-11-26T00:00:00.000Z');
const START = Date.parse('2026-11-22T07:00:00.000Z');
/** The bucket of an hour, with so many checks. */
const bucketAt = (hour: number, checks: number) => ({
  ...emptyBucket(START + hour * HOUR_MS, START + (hour + 1) * HOUR_MS),
  checks,
});
const updateOf = (buckets: readonly Bucket[], expected: number | null = null, key: ItemKey = HOURS): ItemUpdate => ({
  key,
  buckets,
  expected,
  expiresAt: EXPIRES_AT,
});

describeOnAws('histories on DynamoDB', (aws) => {
  const TABLE = 'histories';
  let client: DynamoDBClient;
  let deployments = 0;

  // The emulated table shares this machine: its answers may take longer than those of AWS.
  const openStore = (deployment: string, table = TABLE) =>
    createHistoryTable(patientTable(table, deployment, process.env), 60_000);
  const newDeployment = () => `deployment-${++deployments}`;
  const wanted = (service: string, ...keys: ItemKey[]) => new Map([[service, keys]]);

  beforeAll(async () => {
    pointAwsTo(aws().url);
    client = new DynamoDBClient();
    await createStateTable(TABLE, client);
  });
  beforeEach(() => pointAwsTo(aws().url));

  it('returns the written items, each by itself', async () => {
    const store = openStore(newDeployment());
    expect(await store.read(wanted('user-service', HOURS, NEXT))).toEqual(new Map());
    const some = [bucketAt(0, 60), bucketAt(1, 59)];
    const others = [bucketAt(24, 58)];
    expect(await store.write('user-service', [updateOf(some), updateOf(others, null, NEXT)])).toBe(true);
    const found = (await store.read(wanted('user-service', HOURS, NEXT))).get('user-service') ?? [];
    expect([...found].sort((left, right) => (left.key < right.key ? -1 : 1))).toEqual([
      { key: HOURS, revision: 1, buckets: some },
      { key: NEXT, revision: 1, buckets: others },
    ]);
    expect(await store.read(wanted('user-service', NEXT))).toEqual(
      new Map([['user-service', [{ key: NEXT, revision: 1, buckets: others }]]]),
    );
  });

  // Amazon DynamoDB developer guide, "Condition expressions": "For these data manipulation operations, you can specify a
  // condition expression to determine which items should be modified. If the condition expression evaluates to true, the operation
  // succeeds; otherwise, the operation fails." What that costs, "Working with items and attributes": "Write operations consume write capacity units only. They never
  // consume read capacity units." "If a ConditionExpression evaluates to false during a conditional write, DynamoDB still consumes
  // write capacity from the table".
  it('writes an item only if it has not changed since it was read, and reports it otherwise', async () => {
    const store = openStore(newDeployment());
    const read = async () => (await store.read(wanted('user-service', HOURS))).get('user-service');
    expect(await store.write('user-service', [updateOf([bucketAt(0, 1)])])).toBe(true);
    // Another process has read nothing of the first item: the other one is written.
    expect(
      await store.write('user-service', [updateOf([bucketAt(0, 2)]), updateOf([bucketAt(24, 3)], null, NEXT)]),
    ).toBe(false);
    expect(await read()).toEqual([{ key: HOURS, revision: 1, buckets: [bucketAt(0, 1)] }]);
    expect(await store.read(wanted('user-service', NEXT))).toEqual(
      new Map([['user-service', [{ key: NEXT, revision: 1, buckets: [bucketAt(24, 3)] }]]]),
    );
    expect(await store.write('user-service', [updateOf([bucketAt(0, 2)], 2)])).toBe(false);
    expect(await store.write('user-service', [updateOf([bucketAt(0, 2)], 1)])).toBe(true);
    expect(await store.write('user-service', [updateOf([bucketAt(0, 3)], 1)])).toBe(false);
    expect(await read()).toEqual([{ key: HOURS, revision: 2, buckets: [bucketAt(0, 2)] }]);
  });

  it.each<[string, AttributeValue | null]>([
    ['no buckets', null],
    ['a text', { S: '[]' }],
    ['bytes that are not packed', { B: Uint8Array.from([1, 2, 3]) }],
    ['JSON that is no list of buckets', packedJson([{ from: START, checks: 'x' }])],
    ['buckets of another length', packedJson([{ from: START + 1, checks: 1 }])],
  ])('replaces an item with %s', async (_, buckets) => {
    const deployment = newDeployment();
    const store = openStore(deployment);
    const Item = { ...keyItem(historyKey(deployment, 'user-service', HOURS)), revision: { N: '7' } };
    await client.send(new PutItemCommand({ TableName: TABLE, Item: { ...Item, ...(buckets && { buckets }) } }));
    expect(await store.read(wanted('user-service', HOURS))).toEqual(
      new Map([['user-service', [{ key: HOURS, revision: 7, buckets: [] }]]]),
    );
    expect(await store.write('user-service', [updateOf([bucketAt(0, 1)], 7)])).toBe(true);
  });

  // Amazon DynamoDB developer guide, "Using DynamoDB Time to Live (TTL)": "The TTL attribute's value must be a Number data
  // type." "The TTL attribute's value must be a timestamp in Unix epoch time format in seconds. If you use any other format,
  // the TTL processes ignore the item." Of the key: "the total size of an item is the sum of the lengths of its attribute
  // names and values", so names are short.
  it('writes items with their keys, their buckets as packed JSON, and their expiry', async () => {
    const deployment = newDeployment();
    await openStore(deployment).write('user-service', [updateOf([bucketAt(0, 60)])]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
    const [partition = '', sort = ''] = Table?.KeySchema?.map(({ AttributeName }) => AttributeName) ?? [];
    const Key = { [partition]: { S: `${deployment}/user-service` }, [sort]: { S: HOURS } };
    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key }));
    expect(Item).toEqual({
      ...Key,
      revision: { N: '1' },
      buckets: { B: expect.any(Uint8Array) },
      expires: { N: String(EXPIRES_AT / 1_000) },
    });
    expect(unpackedJson(Item?.buckets)).toEqual([{ from: START, checks: 60 }]);
  });

  // DynamoDB API Reference, BatchGetItem: "A single operation can retrieve up to 16 MB of data, which can contain as many as 100
  // items." "If you request more than 100 items, BatchGetItem returns a ValidationException".
  it('reads any number of items, a hundred per call', async () => {
    const deployment = newDeployment();
    const services = Array.from({ length: 130 }, (_, index) => `service-${index}`);
    const store = openStore(deployment);
    await Promise.all(services.map((service, index) => store.write(service, [updateOf([bucketAt(0, index + 1)])])));
    const proxy = await startFaultProxy(aws().url);
    pointAwsTo(proxy.url);
    const found = await openStore(deployment).read(new Map(services.map((service) => [service, [HOURS, NEXT]])));
    await proxy.stop();
    expect(found).toEqual(
      new Map(
        services.map((service, index) => [service, [{ key: HOURS, revision: 1, buckets: [bucketAt(0, index + 1)] }]]),
      ),
    );
    expect(proxy.calls.map(({ action }) => action)).toEqual(['BatchGetItem', 'BatchGetItem', 'BatchGetItem']);
  });

  it('writes again if the answer to a write is lost', async () => {
    const deployment = newDeployment();
    const proxy = await startFaultProxy(aws().url);
    proxy.arm({ action: 'PutItem', call: 1, fault: 'cut-after', attempts: 1 });
    pointAwsTo(proxy.url);
    const isTaken = await openStore(deployment).write('user-service', [updateOf([bucketAt(0, 1)])]);
    await proxy.stop();
    // What is there by the second time is what the first one wrote: the hour stays owed, and the next writing finds it.
    expect(isTaken).toBe(false);
    expect(proxy.calls.map(({ action }) => action)).toEqual(['PutItem', 'PutItem']);
    pointAwsTo(aws().url);
    expect(await openStore(deployment).read(wanted('user-service', HOURS))).toEqual(
      new Map([['user-service', [{ key: HOURS, revision: 1, buckets: [bucketAt(0, 1)] }]]]),
    );
  });

  it('rejects if there is no such table or no answer', async () => {
    const lost = openStore('any', 'no-such-table');
    await expect(lost.read(wanted('a', HOURS))).rejects.toThrow(/not found/i);
    await expect(lost.write('a', [updateOf([bucketAt(0, 1)])])).rejects.toThrow(/not found/i);
    pointAwsTo(`http://localhost:${await closedPort()}`);
    await expect(openStore('any').read(wanted('a', HOURS))).rejects.toThrow();
    await expect(openStore('any').write('a', [updateOf([bucketAt(0, 1)])])).rejects.toThrow();
  });
});
