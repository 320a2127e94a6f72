/** Histories on DynamoDB: what is written comes back, parts are put beside each other, and nothing takes long. */

import { DescribeTableCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { createHistoryReader } from '../../../../lambda/adapters/table/history-reader';
import { createHistoryTable } from '../../../../lambda/adapters/table/history-table';
import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { openTable } from '../../../../lambda/adapters/table/open-table';
import type { ItemKey, ItemPart } from '../../../../lambda/core/history/history-items';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { startFaultProxy } from '../../../support/aws/fault-proxy';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { createStateTable } from '../../../support/aws/state-table';
import { askedFor } from '../../../support/core/asked';
import { closedPort } from '../../../support/http/servers';

const FINE = 'fine/2026-11-22';
const HOURS = 'hours/2026-11-22';
const EXPIRES_AT = Date.parse('2026-11-26T00:00:00.000Z');
const partOf = (
  part: string,
  bytes: readonly number[],
  key: ItemKey = FINE,
  before: readonly number[] | null = null,
): ItemPart => ({
  ...{ key, part, bytes: Uint8Array.from(bytes), before: before && Uint8Array.from(before), expiresAt: EXPIRES_AT },
});
const itemOf = (key: ItemKey, parts: Readonly<Record<string, readonly number[]>>) => ({
  key,
  parts: new Map(Object.entries(parts).map(([part, bytes]) => [part, Uint8Array.from(bytes)])),
});

describeOnAws('histories on DynamoDB', (aws) => {
  const TABLE = 'histories';
  let client: DynamoDBClient;
  let deployments = 0;

  // The emulated table shares this machine: its answers may take longer than those of AWS.
  const openStore = (deployment: string, table = TABLE) =>
    createHistoryTable(openTable(table, deployment, process.env), 60_000);
  const newDeployment = () => `deployment-${++deployments}`;
  const wanted = (service: string, ...keys: ItemKey[]) => new Map([[service, keys]]);

  beforeAll(async () => {
    pointAwsTo(aws().url);
    client = new DynamoDBClient();
    await createStateTable(TABLE, client);
  });
  beforeEach(() => pointAwsTo(aws().url));

  it('gives back the parts that were written, each item apart', async () => {
    const store = openStore(newDeployment());
    expect(await store.read(wanted('user-service', FINE, HOURS))).toEqual(new Map());
    await store.write('user-service', [partOf('07', [1, 0, 255]), partOf('07', [2], HOURS), partOf('08', [3], FINE)]);
    const found = (await store.read(wanted('user-service', FINE, HOURS))).get('user-service') ?? [];
    expect([...found].sort((left, right) => (left.key < right.key ? -1 : 1))).toEqual([
      itemOf(FINE, { '07': [1, 0, 255], '08': [3] }),
      itemOf(HOURS, { '07': [2] }),
    ]);
    expect(await store.read(wanted('user-service', HOURS))).toEqual(
      new Map([['user-service', [itemOf(HOURS, { '07': [2] })]]]),
    );
  });

  it('puts a part in the place of what was there, and leaves the others', async () => {
    const store = openStore(newDeployment());
    await store.write('user-service', [partOf('07', [1]), partOf('08', [2])]);
    await store.write('user-service', [partOf('08', [4, 5], FINE, [2])]);
    await store.write('user-service', [partOf('23', [6])]);
    const expected = itemOf(FINE, { '07': [1], '08': [4, 5], '23': [6] });
    expect(await store.read(wanted('user-service', FINE))).toEqual(new Map([['user-service', [expected]]]));
  });

  // Amazon DynamoDB developer guide, "Condition expressions": "For these data manipulation operations, you can specify a
  // condition expression to determine which items should be modified. If the condition expression evaluates to true, the operation
  // succeeds; otherwise, the operation fails." What that costs, "Working with items and attributes": "Write operations consume write capacity units only. They never
  // consume read capacity units." "If a ConditionExpression evaluates to false during a conditional write, DynamoDB still consumes
  // write capacity from the table".
  it('writes an item only if each part is as it was read, and says if one is not', async () => {
    const deployment = newDeployment();
    const store = openStore(deployment);
    const read = async () => (await store.read(wanted('user-service', FINE, HOURS))).get('user-service');
    expect(await store.write('user-service', [partOf('07', [1])])).toBe(true);
    // Another process has read nothing of it: an hour of another item is written, those of this one are not.
    expect(await store.write('user-service', [partOf('07', [2]), partOf('08', [3]), partOf('07', [4], HOURS)])).toBe(
      false,
    );
    expect(await read()).toEqual([itemOf(FINE, { '07': [1] }), itemOf(HOURS, { '07': [4] })]);
    expect(await store.write('user-service', [partOf('07', [2], FINE, [1, 1])])).toBe(false);
    expect(await store.write('user-service', [partOf('07', [2], FINE, [1]), partOf('08', [3])])).toBe(true);
    expect(await store.write('user-service', [partOf('09', [5], FINE, [1])])).toBe(false);
    expect(await read()).toEqual([itemOf(FINE, { '07': [2], '08': [3] }), itemOf(HOURS, { '07': [4] })]);
  });

  it('keeps services and deployments apart, and lies beside the states', async () => {
    const [here, there] = [newDeployment(), newDeployment()];
    const states = createIncidentTable(openTable(TABLE, here, process.env));
    await states.save('a', NEW_STATE, null);
    await openStore(here).write('a', [partOf('07', [1])]);
    await openStore(here).write('b', [partOf('07', [2])]);
    await openStore(there).write('a', [partOf('07', [3])]);
    const keys = [FINE] as const;
    const read = createHistoryReader(openTable(TABLE, here, process.env));
    const found = await read(
      new Map([
        ['a', keys],
        ['b', keys],
        ['c', keys],
      ]),
    );
    expect(found).toEqual(
      new Map([
        ['a', [itemOf(FINE, { '07': [1] })]],
        ['b', [itemOf(FINE, { '07': [2] })]],
      ]),
    );
    expect(await states.load(askedFor(['a']))).toMatchObject([{ service: 'a', revision: 1 }]);
  });

  // Amazon DynamoDB developer guide, "Using DynamoDB Time to Live (TTL)": "The TTL attribute's value must be a Number data
  // type." "The TTL attribute's value must be a timestamp in Unix epoch time format in seconds. If you use any other format,
  // the TTL processes ignore the item." Of the key: "the total size of an item is the sum of the lengths of its attribute
  // names and values", so names are short.
  it('writes items that hold their keys, their parts as bytes, and when they expire', async () => {
    const deployment = newDeployment();
    await openStore(deployment).write('user-service', [partOf('07', [1, 2])]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
    const [partition = '', sort = ''] = Table?.KeySchema?.map(({ AttributeName }) => AttributeName) ?? [];
    const Key = { [partition]: { S: `${deployment}/user-service` }, [sort]: { S: FINE } };
    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key }));
    expect(Item).toEqual({ ...Key, p07: { B: Uint8Array.from([1, 2]) }, expires: { N: String(EXPIRES_AT / 1_000) } });
  });

  // DynamoDB API Reference, BatchGetItem: "A single operation can retrieve up to 16 MB of data, which can contain as many as 100
  // items." "If you request more than 100 items, BatchGetItem returns a ValidationException".
  it('reads as many items as are wanted, a hundred with each call', async () => {
    const deployment = newDeployment();
    const services = Array.from({ length: 130 }, (_, index) => `service-${index}`);
    const store = openStore(deployment);
    await Promise.all(services.map((service, index) => store.write(service, [partOf('07', [index])])));
    const proxy = await startFaultProxy(aws().url);
    pointAwsTo(proxy.url);
    const found = await openStore(deployment).read(new Map(services.map((service) => [service, [FINE, HOURS]])));
    await proxy.stop();
    expect(found).toEqual(new Map(services.map((service, index) => [service, [itemOf(FINE, { '07': [index] })]])));
    expect(proxy.calls.map(({ action }) => action)).toEqual(['BatchGetItem', 'BatchGetItem', 'BatchGetItem']);
  });

  it('writes once more where the answer to a write is lost', async () => {
    const deployment = newDeployment();
    const proxy = await startFaultProxy(aws().url);
    proxy.arm({ action: 'UpdateItem', call: 1, fault: 'cut-after', attempts: 1 });
    pointAwsTo(proxy.url);
    const isTaken = await openStore(deployment).write('user-service', [partOf('07', [1])]);
    await proxy.stop();
    // What is there by the second time is what the first one wrote: the hour stays owed, and the next writing finds it.
    expect(isTaken).toBe(false);
    expect(proxy.calls.map(({ action }) => action)).toEqual(['UpdateItem', 'UpdateItem']);
    pointAwsTo(aws().url);
    expect(await openStore(deployment).read(wanted('user-service', FINE))).toEqual(
      new Map([['user-service', [itemOf(FINE, { '07': [1] })]]]),
    );
  });

  it('rejects if there is no such table, or nobody answers', async () => {
    const lost = openStore('any', 'no-such-table');
    await expect(lost.read(wanted('a', FINE))).rejects.toThrow(/not found/i);
    await expect(lost.write('a', [partOf('07', [1])])).rejects.toThrow(/not found/i);
    pointAwsTo(`http://localhost:${await closedPort()}`);
    await expect(openStore('any').read(wanted('a', FINE))).rejects.toThrow();
    await expect(openStore('any').write('a', [partOf('07', [1])])).rejects.toThrow();
  });
});
