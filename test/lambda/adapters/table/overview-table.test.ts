/** Overviews on DynamoDB: one item for each shard, read together. */

import { randomUUID } from 'node:crypto';
import { createOverviewKeeper, createOverviewReader } from '../../../../lambda/adapters/table/overview-table';
import { type Brief, briefsIn } from '../../../../lambda/core/state/overview';
import { describeOnAws } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { useProxiedTable } from '../../../support/aws/proxied-table';
import { NOW } from '../../../support/core/observations';

const TABLE = 'overviews';
const LATER = NOW + 60_000;
const brief: Brief = {
  kind: 'healthy',
  at: NOW,
  since: NOW,
  failingSince: null,
  incidentSince: null,
  conditions: [],
};
const briefsOf = (service: string) => ({ [service]: brief });

describeOnAws('overviews on DynamoDB', (aws) => {
  useProxiedTable(TABLE, aws);

  const open = (deployment: string) => ({
    keep: createOverviewKeeper(patientTable(TABLE, deployment, process.env)),
    read: createOverviewReader(patientTable(TABLE, deployment, process.env)),
  });

  it('are all read, each as last stored, and none of another deployment', async () => {
    const shop = open('shop');
    const other = open('shop-2');
    expect(await shop.read(NOW)).toEqual([]);
    await shop.keep({ shard: 0, briefs: briefsOf('before'), expiresAt: LATER });
    await Promise.all([
      shop.keep({ shard: 0, briefs: briefsOf('first'), expiresAt: LATER }),
      shop.keep({ shard: 11, briefs: briefsOf('second'), expiresAt: LATER }),
      other.keep({ shard: 1, briefs: briefsOf('alien'), expiresAt: LATER }),
    ]);
    expect([...briefsIn(await shop.read(NOW)).keys()].sort()).toEqual(['first', 'second']);
  });

  // Amazon DynamoDB developer guide, "Using time to live (TTL) in DynamoDB": "Items that have expired, but haven't yet been deleted by
  // TTL, can still appear in reads, queries, and scans."
  it('are left out after they have expired, even if DynamoDB has not deleted them', async () => {
    const { keep, read } = open('smaller');
    await keep({ shard: 0, briefs: briefsOf('now'), expiresAt: LATER });
    await keep({ shard: 1, briefs: briefsOf('then'), expiresAt: NOW - 1_000 });
    expect(await read(NOW)).toEqual([briefsOf('now')]);
  });

  // Amazon DynamoDB developer guide, "Paginating table query results": "If the query results include a LastEvaluatedKey element and it's
  // non-null, proceed to step 2."
  it('are all read even if they fill more than a page', async () => {
    const { keep, read } = open('large');
    // Random ids can't be compressed.
    const briefs = Object.assign({}, ...Array.from({ length: 6_000 }, () => briefsOf(randomUUID())));
    for (const shard of Array.from({ length: 8 }, (_, index) => index)) await keep({ shard, briefs, expiresAt: LATER });
    expect(await read(NOW)).toEqual(Array(8).fill(briefs));
  });
});
