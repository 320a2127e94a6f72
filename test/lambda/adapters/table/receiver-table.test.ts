/** The records of receivers, on DynamoDB: a writer that read an older record saves nothing. */

import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createReceiverTable } from '../../../../lambda/adapters/table/receiver-table';
import { keyItem } from '../../../../lambda/adapters/table/state-reader';
import { receiverKey } from '../../../../lambda/core/state/table-keys';
import { startAtomicAws } from '../../../support/aws/front-of-aws';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { useProxiedTable } from '../../../support/aws/proxied-table';
import { refusing } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';

const TABLE = 'receivers';
const BEGUN = refusing({ seenAt: NOW + 5, message: 'refused with 401: "no", ärger', busyUntil: NOW + 7 });
const SEEN = { ...BEGUN, seenAt: NOW + 9 };

describeOnAws('the record of a receiver on DynamoDB', (aws) => {
  const emulated = useProxiedTable(TABLE, aws);
  beforeEach(() => pointAwsTo(emulated.proxy.url));

  const open = (deployment: string) => createReceiverTable(patientTable(TABLE, deployment, process.env));

  it('stays until it is removed, and belongs to one deployment', async () => {
    const { read, save } = open('shop');
    expect(await read(['pager', 'phone'])).toEqual([]);
    expect(await save('pager', BEGUN, null)).toBe(true);
    expect(await read(['pager', 'phone'])).toEqual([BEGUN]);
    expect(await open('other').read(['pager'])).toEqual([]);
    expect(await save('pager', SEEN, BEGUN)).toBe(true);
    expect(await save('pager', null, SEEN)).toBe(true);
    expect(await read(['pager'])).toEqual([]);
  });

  it('expires 400 days after its last update, since nothing reads it after it has left the config', async () => {
    const { save } = open('left');
    await save('@pulse', BEGUN, null);
    await save('@pulse', SEEN, BEGUN);
    const Key = keyItem(receiverKey('left', '@pulse'));
    const { Item } = await emulated.client.send(new GetItemCommand({ TableName: TABLE, Key }));
    expect(Number(Item?.expires?.N)).toBe(Math.ceil((SEEN.seenAt + 400 * 86_400_000) / 1_000));
  });

  it('is saved by only one of two writers that read the same record', async () => {
    const atomic = await startAtomicAws(aws().url);
    pointAwsTo(atomic.url);
    const one = open('fleet');
    const other = open('fleet');
    await one.save('pager', BEGUN, null);
    const later = { ...SEEN, message: 'refused with 500' };
    const saved = await Promise.all([one.save('pager', SEEN, BEGUN), other.save('pager', later, BEGUN)]);
    expect(saved.sort()).toEqual([false, true]);
    expect(await one.save('pager', null, BEGUN)).toBe(false);
    expect(await other.read(['pager'])).toHaveLength(1);
    await atomic.stop();
  });

  it.each(['PutItem', 'DeleteItem'])('is saved even if the answer to %s is lost', async (action) => {
    const { save } = open(`lost-${action}`);
    if (action === 'DeleteItem') await save('pager', BEGUN, null);
    emulated.proxy.arm({ action, call: 1, fault: 'cut-after', attempts: 1 });
    const saved = action === 'PutItem' ? save('pager', BEGUN, null) : save('pager', null, BEGUN);
    expect(await saved).toBe(true);
    expect(emulated.proxy.calls).toHaveLength(2);
  });

  it('that is invalid counts as missing and is replaced', async () => {
    const Key = keyItem(receiverKey('damaged', 'pager'));
    await emulated.client.send(
      new PutItemCommand({ TableName: TABLE, Item: { ...Key, refusal: { S: '{"receiver":' } } }),
    );
    const { read, save } = open('damaged');
    expect(await read(['pager'])).toEqual([]);
    expect(await save('pager', BEGUN, null)).toBe(true);
    expect(await read(['pager'])).toEqual([BEGUN]);
    const { Item } = await emulated.client.send(new GetItemCommand({ TableName: TABLE, Key }));
    expect(Object.keys(Item ?? {}).sort()).toEqual(['deployment', 'expires', 'record', 'service']);
  });
});
