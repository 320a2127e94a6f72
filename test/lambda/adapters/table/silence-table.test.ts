/** Silences and the drill on DynamoDB: one item each, read together. */

import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createDrillTable, createSilenceTable } from '../../../../lambda/adapters/table/silence-table';
import { keyItem } from '../../../../lambda/adapters/table/state-reader';
import type { DrillRequest } from '../../../../lambda/core/silences/drill-request';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { silenceKey } from '../../../../lambda/core/state/table-keys';
import { describeOnAws } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { useProxiedTable } from '../../../support/aws/proxied-table';
import { NOW } from '../../../support/core/observations';

const TABLE = 'silences';
const HOUR = 3_600_000;

function silence(id: string, other: Partial<Silence> = {}): Silence {
  const texts = { id, reason: 'deploy 2.5.0', by: 'ana' };
  return { ...texts, services: ['a'], from: NOW, until: NOW + HOUR, untilWell: false, planned: false, ...other };
}

describeOnAws('silences on DynamoDB', (aws) => {
  const emulated = useProxiedTable(TABLE, aws);

  const open = (deployment: string) => createSilenceTable(patientTable(TABLE, deployment, process.env));

  it('are read as stored, sorted by start, and none of another deployment', async () => {
    const shop = open('shop');
    const other = open('shop-2');
    expect(await shop.read(NOW)).toEqual([]);
    const later = silence('b');
    const first = silence('c', { from: NOW - 1, services: null, reason: null, by: null });
    await shop.put(later);
    await shop.put(first);
    await other.put(silence('d'));
    expect(await shop.read(NOW)).toEqual([first, later]);
  });

  it('end at their time or when they are removed', async () => {
    const { read, put, remove } = open('ending');
    await put(silence('a'));
    await put(silence('b', { until: NOW + 2 * HOUR }));
    expect((await read(NOW + HOUR)).map(({ id }) => id)).toEqual(['b']);
    expect(await remove('b')).toBe(true);
    expect(await remove('b')).toBe(false);
    expect(await read(NOW + HOUR)).toEqual([]);
  });

  it('expire in the table at their end', async () => {
    await open('expiring').put(silence('a'));
    const Key = keyItem(silenceKey('expiring', 'a'));
    const { Item } = await emulated.client.send(new GetItemCommand({ TableName: TABLE, Key }));
    expect(Item?.expires).toEqual({ N: String((NOW + HOUR) / 1_000) });
  });

  it('are read without invalid ones', async () => {
    const { read, put } = open('damaged');
    await put(silence('a'));
    for (const text of ['', '{', '{}', '[]'])
      await emulated.client.send(
        new PutItemCommand({
          TableName: TABLE,
          Item: { ...keyItem(silenceKey('damaged', `x${text.length}`)), silence: { S: text || ' ' } },
        }),
      );
    expect((await read(NOW)).map(({ id }) => id)).toEqual(['a']);
  });

  // Amazon DynamoDB developer guide, "DynamoDB read and write operations": "A strongly consistent read request of an item up to 4 KB
  // requires one read unit." Of a query the items are summed up first.
  it('cost one consistent read if there are none', async () => {
    await open('quiet').read(NOW);
    expect(emulated.proxy.calls.map(({ action }) => action)).toEqual(['Query']);
  });

  it("can't be read while the table is unreachable", async () => {
    emulated.proxy.arm({ action: 'Query', call: 1, fault: 'fail' });
    await expect(open('away').read(NOW)).rejects.toThrow('Something went wrong');
  });
});

const DRILL: DrillRequest = { id: '4f2a', service: 'cart', from: NOW, until: NOW + HOUR, secret: 'secret' };

describeOnAws('the drill on DynamoDB', (aws) => {
  const emulated = useProxiedTable('drills', aws);

  const open = (deployment: string) => {
    const table = patientTable('drills', deployment, process.env);
    const silences = createSilenceTable(table);
    const read = async (now = NOW) => (await silences.readWithDrill?.(now))?.drill;
    return { ...createDrillTable(table), read, silences };
  };

  it('is read in the same call as the silences, but is not one of them', async () => {
    const { ask, silences } = open('shop');
    await silences.put(silence('s'));
    expect(await ask(DRILL, NOW)).toBe(true);
    emulated.proxy.arm(null);
    const read = await silences.readWithDrill?.(NOW);
    expect(read).toMatchObject({ drill: DRILL, silences: [{ id: 's' }] });
    expect(emulated.proxy.calls.map(({ action }) => action)).toEqual(['Query']);
    expect((await silences.read(NOW)).map(({ id }) => id)).toEqual(['s']);
    expect(await open('other').read()).toBeNull();
  });

  it('is refused while another one runs', async () => {
    const { ask, read } = open('one');
    expect(await ask(DRILL, NOW)).toBe(true);
    expect(await ask(DRILL, NOW)).toBe(true);
    const another = { ...DRILL, id: '5b3c', until: NOW + 2 * HOUR };
    expect(await ask(another, NOW)).toBe(false);
    expect(await read()).toEqual(DRILL);
    expect(await ask(another, NOW + HOUR + 1_000)).toBe(true);
    expect(await read()).toEqual(another);
  });

  it('ends by itself, although DynamoDB deletes its item only days later', async () => {
    const { ask, read } = open('ending');
    await ask(DRILL, NOW);
    expect(await read(NOW + HOUR - 1)).toEqual(DRILL);
    expect(await read(NOW + HOUR)).toBeNull();
  });

  it('is removed by its id, or without one whatever its id', async () => {
    const { ask, read, remove } = open('removed');
    expect(await remove()).toBe(false);
    await ask(DRILL, NOW);
    expect(await remove('5b3c')).toBe(false);
    expect(await read()).toEqual(DRILL);
    expect(await remove(DRILL.id)).toBe(true);
    await ask(DRILL, NOW);
    expect(await remove()).toBe(true);
    expect(await read()).toBeNull();
  });

  it('is stored once even if an answer is lost', async () => {
    const { ask, read } = open('lost');
    emulated.proxy.arm({ action: 'PutItem', call: 1, fault: 'cut-after', attempts: 1 });
    expect(await ask(DRILL, NOW)).toBe(true);
    expect(await read()).toEqual(DRILL);
  });
});
