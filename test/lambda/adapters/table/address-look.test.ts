/** The claim of the daily look on DynamoDB. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAddressLook } from '../../../../lambda/adapters/table/address-look';
import { CLAIM_MS } from '../../../../lambda/core/deliver/subscriptions/daily-look';
import { startAtomicAws } from '../../../support/aws/front-of-aws';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { createStateTable } from '../../../support/aws/state-table';
import { NOW } from '../../../support/core/observations';

const TABLE = 'looks';
const NONE = { notified: '', notifiedAt: 0 };

describeOnAws('the claim of the daily look on DynamoDB', (aws) => {
  beforeAll(async () => {
    pointAwsTo(aws().url);
    await createStateTable(TABLE, new DynamoDBClient());
  });
  beforeEach(() => pointAwsTo(aws().url));

  const { signal } = new AbortController();
  const open = (deployment: string) => createAddressLook(patientTable(TABLE, deployment, process.env));

  it('is that of a new deployment until a day is marked', async () => {
    const { claim, mark } = open('young');
    expect(await claim('2026-11-22', NOW, signal)).toEqual({ kind: 'new' });
    expect(await claim('2026-11-22', NOW, signal)).toEqual({ kind: 'new' });
    await mark('2026-11-22', NONE, signal);
    expect(await claim('2026-11-22', NOW, signal)).toEqual({ kind: 'done' });
    expect(await open('younger').claim('2026-11-22', NOW, signal)).toEqual({ kind: 'new' });
  });

  it('is given to one run a day, with what the last look left', async () => {
    const atomic = await startAtomicAws(aws().url);
    pointAwsTo(atomic.url);
    const one = open('shop');
    const other = open('shop');
    await one.mark('2026-11-21', { notified: 'a@a.test alerts gone', notifiedAt: NOW - 1 }, signal);
    const claims = await Promise.all([one, other].map(({ claim }) => claim('2026-11-22', NOW, signal)));
    expect(claims).toHaveLength(2);
    expect(claims).toEqual(
      expect.arrayContaining([
        { kind: 'taken', kept: { notified: 'a@a.test alerts gone', notifiedAt: NOW - 1 } },
        { kind: 'busy' },
      ]),
    );
    await one.mark('2026-11-22', NONE, signal);
    expect(await other.claim('2026-11-22', NOW, signal)).toEqual({ kind: 'done' });
    expect(await other.claim('2026-11-23', NOW, signal)).toEqual({ kind: 'taken', kept: NONE });
    await atomic.stop();
  });

  it('of a run that has died is given to another one later', async () => {
    const { claim, mark } = open('crashed');
    await mark('2026-11-21', NONE, signal);
    expect(await claim('2026-11-22', NOW, signal)).toMatchObject({ kind: 'taken' });
    expect(await claim('2026-11-22', NOW + CLAIM_MS, signal)).toEqual({ kind: 'busy' });
    expect(await claim('2026-11-22', NOW + CLAIM_MS + 1, signal)).toMatchObject({ kind: 'taken' });
  });
});
