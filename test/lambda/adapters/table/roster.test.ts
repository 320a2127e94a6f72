/** Services that leave the config are found again by the roster: their incidents end, and their data expires. */

import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { LOOK_MS } from '../../../../lambda/adapters/table/state-loader';
import { createStateReader, keyItem } from '../../../../lambda/adapters/table/state-reader';
import { RETIRED_KEPT_MS } from '../../../../lambda/core/state/retired';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { rosterKey, stateKey } from '../../../../lambda/core/state/table-keys';
import { describeOnAws } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { useProxiedTable } from '../../../support/aws/proxied-table';
import { askedFor } from '../../../support/core/asked';
import { type ProcessOptions, startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';

const LATER_MINUTES = LOOK_MS / 60_000;

describeOnAws('the roster', (aws) => {
  const TABLE = 'rosters';
  const emulated = useProxiedTable(TABLE, aws);
  let deployments = 0;

  const begin = () => {
    const deployment = `roster-${++deployments}`;
    const { send, sent, failing } = memoryOutputs();
    const open = () => createIncidentTable(patientTable(TABLE, deployment, globalThis.process.env));
    const process = (options?: ProcessOptions) => startProcess({ store: open(), send }, options);
    const itemAt = async (key: ReturnType<typeof stateKey>) =>
      (await emulated.client.send(new GetItemCommand({ TableName: TABLE, Key: keyItem(key), ConsistentRead: true })))
        .Item;
    const listed = async (shard = 0) => [...((await itemAt(rosterKey(deployment, shard)))?.ids?.SS ?? [])].sort();
    const expires = async (id: string) => (await itemAt(stateKey(deployment, id)))?.expires;
    const events = () => sent.map(({ event, service }) => `${event} ${service.id}`);
    return { deployment, open, process, listed, expires, sent, failing, events };
  };
  const called = (action: string) => emulated.proxy.calls.filter((call) => call.action === action).length;

  it('lists the services with a state, and takes one write for all new ones', async () => {
    const { process, listed } = begin();
    const runs = process();
    await runs.run(0, { a: 'well', b: 'well' });
    expect(called('UpdateItem')).toBe(1);
    await runs.run(1, { a: 'well', b: 'well' });
    await process().run(2, { a: 'well', b: 'well' });
    expect(called('UpdateItem')).toBe(1);
    expect(await listed()).toEqual(['a', 'b']);
  });

  it('is written before the states', async () => {
    const { process, listed } = begin();
    emulated.proxy.arm({ action: 'PutItem', call: 1, fault: 'fail' });
    await process().run(0, { a: 'http_503' });
    expect(await listed()).toEqual(['a']);
  });

  it('is written once per process for a service without a saved state', async () => {
    const { open } = begin();
    const store = open();
    for (const minute of [0, 1]) await store.load(askedFor(['a'], { now: NOW + minute * 60_000 }));
    expect(called('UpdateItem')).toBe(1);
  });

  it('is not written for a service in another shard that is read only because another needs it', async () => {
    const { open, listed } = begin();
    await open().load({ ...askedFor(['gateway']), configured: [] });
    expect(called('UpdateItem')).toBe(0);
    expect(await listed()).toEqual([]);
  });

  it("blocks saving while it can't be written, but no alert, and the next run tries again", async () => {
    const { process, listed, events, sent } = begin();
    const runs = process();
    await runs.run(0, { a: 'well' });
    emulated.proxy.arm({ action: 'UpdateItem', call: 1, fault: 'fail' });
    const { failures } = await runs.run(1, { a: 'http_503', b: 'http_503' });
    expect(failures).toMatchObject([{ output: 'store', service: 'b' }]);
    expect(events().sort()).toEqual(['opened a', 'opened b']);
    expect(sent.map(({ possiblyRepeated }) => possiblyRepeated === true).sort()).toEqual([false, true]);
    expect(await listed()).toEqual(['a']);
    await runs.run(2, { a: 'well', b: 'http_503' });
    expect(await listed()).toEqual(['a', 'b']);
    await process().run(3, { a: 'well' });
    expect(events().slice(2).sort()).toEqual(['resolved a', 'resolved b']);
  });

  it('is read only by the first shard, in the first run of a process and then once an hour', async () => {
    const { process } = begin();
    await process({ shard: { index: 1, count: 2 } }).run(0, { a: 'well' });
    expect(called('Query')).toBe(0);
    const runs = process({ shard: { index: 0, count: 2 }, others: ['a'] });
    const queries: number[] = [];
    for (const minute of [0, 1, LATER_MINUTES - 1, LATER_MINUTES, LATER_MINUTES + 1]) {
      emulated.proxy.arm(null);
      await runs.run(minute, { b: 'well' });
      queries.push(called('Query'));
    }
    expect(queries).toEqual([1, 0, 0, 1, 0]);
  });

  it('is read again in the next run if it could not be read', async () => {
    const { process, events } = begin();
    await process().run(0, { a: 'http_503', b: 'well' });
    emulated.proxy.arm({ action: 'Query', call: 1, fault: 'fail' });
    const runs = process();
    expect(await runs.run(1, { b: 'well' })).toMatchObject({ failures: [{ output: 'store', service: null }] });
    await runs.run(2, { b: 'well' });
    expect(events()).toEqual(['opened a', 'resolved a']);
  });

  it.each(['Query', 'BatchGetItem'])(
    "that can't be read (%s) does not affect the states of watched services",
    async (action) => {
      const { process, events } = begin();
      await process().run(0, { a: 'http_503', b: 'http_503' });
      // Its own states are read first.
      emulated.proxy.arm({ action, call: action === 'Query' ? 1 : 2, fault: 'fail' });
      const { failures, states } = await process().run(1, { b: 'http_503' });
      expect(failures).toEqual([
        {
          output: 'store',
          service: null,
          message: expect.stringMatching(/^services that are no longer in the config /),
        },
      ]);
      expect(states.get('b')?.state.incidents).toMatchObject([{ openedAt: NOW }]);
      await process().run(2, { b: 'http_503' });
      expect(events().sort()).toEqual(['opened a', 'opened b', 'resolved a']);
    },
  );

  it('is replaced if it contains something other than ids, and a service that leaves later is found', async () => {
    const { deployment, process, listed, events } = begin();
    await process({ shard: { index: 1, count: 2 }, others: ['a'] }).run(0, { b: 'http_503' });
    const Item = { ...keyItem(rosterKey(deployment, 1)), ids: { L: [{ S: 'b' }] } };
    await emulated.client.send(new PutItemCommand({ TableName: TABLE, Item }));
    const first = process({ shard: { index: 0, count: 2 }, others: ['b'] });
    const { failures } = await first.run(1, { a: 'well' });
    expect(failures).toMatchObject([{ output: 'store', message: expect.stringContaining('was reset') }]);
    expect(await listed(1)).toEqual(['a', 'b']);
    expect(await first.run(2, { a: 'well' })).toMatchObject({ failures: [] });
    await process().run(3, { a: 'well' });
    expect(events()).toEqual(['opened b', 'resolved b']);
  });

  describe('of a service that has left the config', () => {
    it('in any shard, its incident ends, and it is removed from the roster when nothing is left to do', async () => {
      const { process, listed, expires, sent, events } = begin();
      await process({ shard: { index: 1, count: 2 }, others: ['a'] }).run(0, { b: 'http_503' });
      expect(await listed(1)).toEqual(['b']);
      const runs = process();
      for (const minute of [1, 2]) await runs.run(minute, { a: 'well' });
      expect(events()).toEqual(['opened b', 'resolved b']);
      expect(sent[1]).toMatchObject({ reason: 'removed_from_config' });
      const removedAt = NOW + 60_000;
      // In seconds since 1970. "TTL compares the current time in epoch time format to the time stored in the TTL attribute of
      // an item. [...] The epoch time format is the number of seconds elapsed since 12:00:00 AM January 1, 1970 UTC."
      expect(await expires('b')).toEqual({ N: String((removedAt + RETIRED_KEPT_MS) / 1_000) });
      await runs.run(1 + LATER_MINUTES, { a: 'well' });
      await runs.run(2 + LATER_MINUTES, { a: 'well' });
      expect([await listed(0), await listed(1)]).toEqual([['a'], []]);
      expect(events()).toHaveLength(2);
    });

    it('its state is not read again once nothing is left to do', async () => {
      const { process, failing } = begin();
      await process().run(0, { a: 'well', b: 'http_503', c: 'well' });
      const runs = process();
      failing.add('send');
      const known = async (minute: number) => [...(await runs.run(minute, { a: 'well' })).states.keys()].sort();
      expect(await known(1)).toEqual(['a', 'b']);
      failing.clear();
      expect(await known(2)).toEqual(['a']);
      expect(await known(LATER_MINUTES + 2)).toEqual(['a']);
    });

    it('its unsent alerts are sent by a later run, in this process or another', async () => {
      const { process, failing, events } = begin();
      await process().run(0, { a: 'well', b: 'http_503', c: 'http_503' });
      failing.add('send');
      const runs = process();
      for (const minute of [1, 2]) await runs.run(minute, { a: 'well' });
      failing.clear();
      failing.add('send resolved c');
      await runs.run(3, { a: 'well' });
      failing.clear();
      await process().run(4, { a: 'well' });
      expect(events().sort()).toEqual(['opened b', 'opened c', 'resolved b', 'resolved c']);
    });

    it('its unsent alerts are sent within an hour by a process that continues', async () => {
      const { process, failing, events } = begin();
      await process().run(0, { a: 'well', b: 'http_503' });
      const runs = process();
      const other = process();
      await other.run(1, { a: 'well', b: 'http_503' });
      failing.add('send');
      await runs.run(2, { a: 'well' });
      failing.clear();
      await other.run(LATER_MINUTES + 1, { a: 'well' });
      expect(events()).toEqual(['opened b', 'resolved b']);
    });

    it.each([
      ['BatchGetItem', 1],
      ['BatchGetItem', 2],
      ['Query', 1],
      ['Query', 2],
      ['PutItem', 1],
      ['PutItem', 2],
    ])('its recovery is sent even if call %s %d of a run fails and its process ends', async (action, call) => {
      const { process, events } = begin();
      await process().run(0, { b: 'http_503' });
      emulated.proxy.arm({ action, call, fault: 'fail' });
      await process().run(1, {});
      emulated.proxy.arm(null);
      await process().run(2, {});
      expect([...new Set(events())]).toEqual(['opened b', 'resolved b']);
    });

    it('if it comes back, it is stored and listed again', async () => {
      const { process, listed, expires, events } = begin();
      await process().run(0, { a: 'well', b: 'http_503' });
      const without = process();
      for (const minute of [1, 2]) await without.run(minute, { a: 'well' });
      const taking = process();
      for (const minute of [3, 4]) await taking.run(minute, { a: 'well' });
      expect(await listed()).toEqual(['a']);
      await process().run(5, { a: 'well', b: 'http_503' });
      expect([await listed(), await expires('b')]).toEqual([['a', 'b'], undefined]);
      await process().run(6, { a: 'well' });
      expect(events()).toEqual(['opened b', 'resolved b', 'opened b', 'resolved b']);
    });
  });

  // DynamoDB API Reference, UpdateTimeToLive: "DynamoDB typically deletes expired items within two days of expiration. [...]
  // Items that have expired and not been deleted will still show up in reads, queries, and scans."
  describe('an expired item that DynamoDB has not deleted', () => {
    const removedAt = NOW - RETIRED_KEPT_MS;

    it('counts as deleted and can be replaced', async () => {
      const { deployment, open } = begin();
      await open().save('a', { ...NEW_STATE, incidentCount: 7, removedAt }, null);
      const store = open();
      const reader = createStateReader(patientTable(TABLE, deployment, globalThis.process.env));
      expect(await reader(['a'], NOW - 1_000)).toHaveLength(1);
      expect(await reader(['a'], NOW)).toEqual([]);
      expect(await store.load(askedFor(['a']))).toEqual([{ service: 'a', revision: 1, state: storedForm(NEW_STATE) }]);
      expect(await store.save('a', NEW_STATE, 1)).toBe('saved');
      expect(await reader(['a'], NOW)).toEqual([{ service: 'a', revision: 2, state: storedForm(NEW_STATE) }]);
    });

    it('is not restored for a service that is not in the config', async () => {
      const { open, listed } = begin();
      const store = open();
      await store.load(askedFor(['a']));
      await store.save('a', { ...NEW_STATE, incidents: [pastOutage(NOW, NOW, { over: null })], removedAt }, null);
      const other = open();
      expect(await other.loadRemoved?.(askedFor([]))).toEqual([]);
      await other.load(askedFor([]));
      expect(await listed()).toEqual([]);
    });
  });
});
