/** Which services notifications were about, on DynamoDB. */

import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createNotificationRecords } from '../../../../lambda/adapters/table/notification-records';
import { describeOnAws } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { useProxiedTable } from '../../../support/aws/proxied-table';
import { NOW } from '../../../support/core/observations';

const TABLE = 'records';
const LATER = NOW + 60_000;
const ID = 'shop/a/20260301T120200.000Z-1/opened+2-1joohhm';

describeOnAws('the records of notifications on DynamoDB', (aws) => {
  const emulated = useProxiedTable(TABLE, aws);

  const open = (deployment: string) => createNotificationRecords(patientTable(TABLE, deployment, process.env));

  it('are read by their id, in their own deployment', async () => {
    await open('shop').keep(ID, ['a', 'b', 'c'], LATER);
    expect(await open('shop').read(ID, NOW)).toEqual(['a', 'b', 'c']);
    expect(await open('shop-2').read(ID, NOW)).toBeNull();
    expect(await open('shop').read(`${ID}0`, NOW)).toBeNull();
  });

  // Amazon DynamoDB developer guide, "Using time to live (TTL) in DynamoDB": "Items that have expired, but haven't yet been deleted by
  // TTL, can still appear in reads, queries, and scans."
  it('do not exist after they have expired', async () => {
    await open('expired').keep(ID, ['a', 'b'], LATER);
    expect(await open('expired').read(ID, LATER)).toBeNull();
  });

  it('do not exist if they are invalid', async () => {
    const Item = { deployment: { S: 'damaged/' }, service: { S: `notifications/${ID}` }, services: { S: '["a"' } };
    await emulated.client.send(new PutItemCommand({ TableName: TABLE, Item }));
    expect(await open('damaged').read(ID, NOW)).toBeNull();
  });

  it('hold a thousand services', async () => {
    const services = Array.from({ length: 1_000 }, (_, index) => `service-${index}`.padEnd(63, '-'));
    await open('large').keep(ID, services, LATER);
    expect(await open('large').read(ID, NOW)).toEqual(services);
  });
});
