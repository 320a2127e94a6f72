/** The store on DynamoDB: what is saved comes back, no process overwrites the writes of another, and all pages are read. */

import { deflateRawSync } from 'node:zlib';
import { type AttributeValue, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { packedJson } from '../../../../lambda/adapters/table/packed-json';
import { createStateReader, keyItem } from '../../../../lambda/adapters/table/state-reader';
import { TOPIC } from '../../../../lambda/core/deliver/receiver';
import { NOT_NOTIFIED } from '../../../../lambda/core/notify/notified';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { stateKey } from '../../../../lambda/core/state/table-keys';
import { startAwsStub } from '../../../support/aws/aws-stub';
import { fakeTable } from '../../../support/aws/fake-table';
import { startFaultProxy } from '../../../support/aws/fault-proxy';
import { type FrontOfAws, startAtomicAws } from '../../../support/aws/front-of-aws';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { createStateTable } from '../../../support/aws/state-table';
import { askedFor } from '../../../support/core/asked';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { closedPort } from '../../../support/http/servers';

describeOnAws('the store on DynamoDB', (aws) => {
  const TABLE = 'incidents';
  let client: DynamoDBClient;
  let atomic: FrontOfAws;
  let deployments = 0;

  const openStore = (deployment: string, table = TABLE) =>
    createIncidentTable(patientTable(table, deployment, process.env));
  const newDeployment = () => `deployment-${++deployments}`;

  beforeAll(async () => {
    pointAwsTo(aws().url);
    client = new DynamoDBClient();
    await createStateTable(TABLE, client);
    atomic = await startAtomicAws(aws().url);
  });
  afterAll(() => atomic.stop());
  beforeEach(() => pointAwsTo(aws().url));

  it('returns what was saved, with revisions that grow by one', async () => {
    const store = openStore(newDeployment());
    const both = askedFor(['checkout-service', 'user-service']);
    expect(await store.load(both)).toEqual([]);
    expect(await store.save('user-service', OWING, null)).toBe('saved');
    expect(await store.save('checkout-service', NEW_STATE, null)).toBe('saved');
    expect(await store.save('user-service', SETTLED, 1)).toBe('saved');
    expect(await store.load(both)).toEqual([
      { service: 'checkout-service', revision: 1, state: stored(NEW_STATE) },
      { service: 'user-service', revision: 2, state: stored(SETTLED) },
    ]);
  });

  it.each([
    ['a state where none was expected', null],
    ['a later revision', 1],
  ])('changes nothing if the store has %s', async (_, expected) => {
    const store = openStore(newDeployment());
    await store.save('user-service', NEW_STATE, null);
    await store.save('user-service', OWING, 1);
    expect(await store.save('user-service', SETTLED, expected)).toBe('conflict');
    expect(await store.load(USER)).toEqual([{ service: 'user-service', revision: 2, state: stored(OWING) }]);
  });

  it('rejects without a change if the stored state is missing or older, since no other run was faster', async () => {
    const store = openStore(newDeployment());
    await expect(store.save('user-service', OWING, 3)).rejects.toThrow('no revision where 3 was expected');
    expect(await store.load(USER)).toEqual([]);
    await store.save('user-service', NEW_STATE, null);
    await expect(store.save('user-service', OWING, 3)).rejects.toThrow('revision 1 where 3 was expected');
    expect(await store.load(USER)).toEqual([{ service: 'user-service', revision: 1, state: stored(NEW_STATE) }]);
  });

  // DynamoDB API Reference, Condition: "EQ is supported for all data types, including lists and maps. [...] If an item
  // contains an AttributeValue element of a different type than the one provided in the request, the value does not match.
  // For example, {"S":"6"} does not equal {"N":"6"}."
  describe.each<[string, AttributeValue | undefined]>([
    ['missing', undefined],
    ['a text', { S: '7' }],
    ['a fraction', { N: '1.5' }],
    ['below one', { N: '-3' }],
    ['too large to grow', { N: '9007199254740991' }],
    ['a list', { L: [{ N: '7' }] }],
  ])('a revision that is %s', (_, revision) => {
    const putWith = async (deployment: string) => {
      const keys = keyItem(stateKey(deployment, 'user-service'));
      const Item = { ...keys, ...(revision && { revision }), state: packedJson(storedForm(OWING)) };
      await client.send(new PutItemCommand({ TableName: TABLE, Item }));
    };

    it('does not lose the state, and the next save starts at 1', async () => {
      const deployment = newDeployment();
      await putWith(deployment);
      const store = openStore(deployment);
      expect(await store.load(USER)).toEqual([{ service: 'user-service', revision: null, state: stored(OWING) }]);
      expect(await store.save('user-service', SETTLED, null)).toBe('saved');
      expect(await store.load(USER)).toEqual([{ service: 'user-service', revision: 1, state: stored(SETTLED) }]);
    });

    it('lets only one of several writers win', async () => {
      const deployment = newDeployment();
      await putWith(deployment);
      pointAwsTo(atomic.url);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => openStore(deployment).save('user-service', SETTLED, null)),
      );
      expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'conflict'), 'saved']);
    });

    it('does not count as another run if a revision was read before', async () => {
      const deployment = newDeployment();
      await putWith(deployment);
      await expect(openStore(deployment).save('user-service', SETTLED, 7)).rejects.toThrow('no revision where 7');
    });
  });

  it.each([null, 1])('lets only one of several writers win if all expect %s', async (expected) => {
    pointAwsTo(atomic.url);
    const deployment = newDeployment();
    if (expected !== null) await openStore(deployment).save('user-service', NEW_STATE, null);
    const writers = Array.from({ length: 8 }, (_, incidentCount) => ({ ...NEW_STATE, incidentCount }));
    const outcomes = await Promise.all(
      writers.map((state) => openStore(deployment).save('user-service', state, expected)),
    );
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    const winner = writers[outcomes.indexOf('saved')];
    const revision = (expected ?? 0) + 1;
    expect(await openStore(deployment).load(USER)).toEqual([
      { service: 'user-service', revision, state: stored(winner as ServiceState) },
    ]);
  });

  // DynamoDB API Reference, BatchGetItem: "A single operation can retrieve up to 16 MB of data, which can contain as many as
  // 100 items. BatchGetItem returns a partial result if the response size limit is exceeded, the table's provisioned
  // throughput is exceeded, more than 1MB per partition is requested, or an internal processing failure occurs. If a partial
  // result is returned, the operation returns a value for UnprocessedKeys. [...] If you request more than 100 items,
  // BatchGetItem returns a ValidationException with the message 'Too many items requested for the BatchGetItem call.' [...]
  // if you ask to retrieve 100 items, but each individual item is 300 KB in size, the system returns 52 items".
  it('requests the rest if an answer has no room for all', async () => {
    const table = fakeTable();
    const services = Array.from({ length: 120 }, (_, index) => `service-${index}`);
    for (const service of services)
      table.put({ ...keyItem(stateKey('shop', service)), revision: { N: '1' }, state: packedJson(storedForm(OWING)) });
    const asked: number[] = [];
    const stub = await startAwsStub(({ action, body }) => {
      const { Keys } = JSON.parse(body).RequestItems[TABLE] as { Keys: object[] };
      asked.push(Keys.length);
      const given = Keys.slice(0, 52);
      const left = Keys.slice(52);
      const answer = table.answer(action, JSON.stringify({ RequestItems: { [TABLE]: { Keys: given } } }));
      return { json: { ...answer, UnprocessedKeys: left.length === 0 ? {} : { [TABLE]: { Keys: left } } } };
    });
    pointAwsTo(stub.url());
    const states = await createStateReader(patientTable(TABLE, 'shop', process.env))(services, NOW);
    await stub.stop();
    expect(states).toEqual(services.map((service) => ({ service, revision: 1, state: stored(OWING) })));
    expect(asked.sort((left, right) => left - right)).toEqual([20, 48, 100]);
  });

  it('reads only the requested states', async () => {
    const deployment = newDeployment();
    for (const service of ['mine', 'of-another-shard']) await openStore(deployment).save(service, OWING, null);
    const asked = askedFor(['mine'], { configured: ['mine', 'of-another-shard'], shard: 1 });
    const proxy = await startFaultProxy(aws().url);
    pointAwsTo(proxy.url);
    const states = await openStore(deployment).load(asked);
    await proxy.stop();
    expect(states).toEqual([{ service: 'mine', revision: 1, state: stored(OWING) }]);
    expect(proxy.calls.map(({ action }) => action)).toEqual(['BatchGetItem']);
  });

  describe('if the answer to a write is lost', () => {
    const withFirstWriteCutOff = async (work: (deployment: string) => Promise<void>) => {
      const proxy = await startFaultProxy(aws().url);
      proxy.arm({ action: 'PutItem', call: 1, fault: 'cut-after', attempts: 1 });
      pointAwsTo(proxy.url);
      try {
        await work(newDeployment());
        expect(proxy.calls.filter(({ action }) => action === 'PutItem').length).toBeGreaterThan(1);
      } finally {
        await proxy.stop();
      }
    };

    it('a writer recognizes its own write', async () => {
      await withFirstWriteCutOff(async (deployment) => {
        const store = openStore(deployment);
        expect(await store.save('user-service', OWING, null)).toBe('saved');
        expect(await store.save('user-service', SETTLED, 1)).toBe('saved');
        expect(await store.load(USER)).toEqual([{ service: 'user-service', revision: 2, state: stored(SETTLED) }]);
      });
    });

    it('a writer does not take the same state from another for its own', async () => {
      await withFirstWriteCutOff(async (deployment) => {
        await openStore(deployment).save('user-service', OWING, null);
        expect(await openStore(deployment).save('user-service', OWING, null)).toBe('conflict');
      });
    });
  });

  it('reads invalid items as missing, and all others', async () => {
    const deployment = newDeployment();
    const store = openStore(deployment);
    await store.save('user-service', OWING, null);
    const put = (service: string, rest: object) =>
      client.send(
        new PutItemCommand({
          TableName: TABLE,
          Item: { ...keyItem(stateKey(deployment, service)), ...rest },
        }),
      );
    await put('broken', { revision: { N: '4' }, state: { B: deflateRawSync('{"schema":1,') } });
    await put('empty', { revision: { N: '2' } });
    await put('foreign', { state: { B: deflateRawSync('{}') } });
    await put('odd', { revision: { S: 'three' }, state: { M: {} } });
    expect(await store.load(askedFor(['broken', 'empty', 'foreign', 'odd', 'user-service']))).toEqual([
      { service: 'broken', revision: 4, state: null },
      { service: 'empty', revision: 2, state: null },
      { service: 'foreign', revision: null, state: {} },
      { service: 'odd', revision: null, state: null },
      { service: 'user-service', revision: 1, state: stored(OWING) },
    ]);
    expect(await store.save('broken', NEW_STATE, 4)).toBe('saved');
    expect(await store.save('foreign', NEW_STATE, null)).toBe('saved');
  });

  it('writes items with their keys, a revision, the state and the writer', async () => {
    const deployment = newDeployment();
    await openStore(deployment).save('user-service', OWING, null);
    const Key = { deployment: { S: `${deployment}/user-service` }, service: { S: 'state' } };
    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key }));
    expect(Item).toEqual({
      ...Key,
      revision: { N: '1' },
      state: packedJson(storedForm(OWING)),
      writer: { S: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('rejects if there is no such table or no answer', async () => {
    const lost = openStore('any', 'no-such-table');
    await expect(lost.load(USER)).rejects.toThrow(/not found/i);
    await expect(lost.save('user-service', NEW_STATE, null)).rejects.toThrow(/not found/i);
    pointAwsTo(`http://localhost:${await closedPort()}`);
    const unreachable = openStore('any');
    await expect(unreachable.load(USER)).rejects.toThrow();
    await expect(unreachable.save('user-service', NEW_STATE, null)).rejects.toThrow();
  });
});

const USER = askedFor(['user-service']);
const stored = (state: ServiceState): unknown => JSON.parse(JSON.stringify(storedForm(state)));

const OUTAGE = pastOutage(NOW - 60_000, NOW, { message: 'Ünïcödé, "quoted" and 😀' });
const OWING: ServiceState = {
  ...NEW_STATE,
  incidents: [OUTAGE],
  incidentCount: 1,
  notified: { [OUTAGE.id]: { [TOPIC]: { ...NOT_NOTIFIED, due: NOW } } },
  savedAt: 1_772_366_400_000,
};
const SETTLED: ServiceState = { ...OWING, notified: {}, savedAt: 1_772_366_401_000 };
