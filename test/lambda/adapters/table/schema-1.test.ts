/**
 * What 1.0.0 has stored is read by every later version: here the items of a table, and the files of a laptop, after thirty hours with
 * outages, a relapse, conditions, silences, an acknowledgement, a receiver that does not answer, and a service that was removed. `read.json` is
 * what 1.0.0 itself reads of both. A later version may read more of them, and never writes these files anew.
 */

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAddressLook } from '../../../../lambda/adapters/table/address-look';
import { createHistoryReader } from '../../../../lambda/adapters/table/history-reader';
import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { createNotificationRecords } from '../../../../lambda/adapters/table/notification-records';
import { openTable } from '../../../../lambda/adapters/table/open-table';
import { createOverviewReader } from '../../../../lambda/adapters/table/overview-table';
import { createSilenceReader } from '../../../../lambda/adapters/table/silence-reader';
import { briefsIn } from '../../../../lambda/core/state/overview';
import { recall } from '../../../../lambda/core/state/snapshot';
import { lookDay } from '../../../../lambda/core/subscriptions/daily-look';
import { createHistoryFiles } from '../../../../local/history/history-files';
import { createFileStore } from '../../../../local/store/file-store';
import { createSilenceFiles } from '../../../../local/store/silence-files';
import { historyIn } from '../../../../local/store/state-folder';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { createStateTable } from '../../../support/aws/state-table';
import { askedFor } from '../../../support/core/asked';
import { readAll } from '../../../support/core/read-all';
import { temporaryFolder } from '../../../support/laptop/command-line';

const FIXTURE = join(__dirname, '../../../fixtures/schema-1');
const jsonOf = (file: string) => JSON.parse(readFileSync(join(FIXTURE, file), 'utf8'));

/** `at` is the time of the last run, in milliseconds since 1970. */
const { deployment, services, from, at, items, notification } = jsonOf('table.json');
const { overview, ...stored } = jsonOf('read.json');
const range = { from, to: at };

type WireItem = Readonly<Record<string, { readonly B?: string }>>;

describeOnAws('the table of 1.0.0', (aws) => {
  const table = () => openTable('schema-1', deployment, process.env);

  beforeAll(async () => {
    pointAwsTo(aws().url);
    await createStateTable('schema-1');
    const requests = (items as WireItem[]).map((item) => {
      const values = Object.entries(item).map(([name, value]) => [
        name,
        value.B === undefined ? value : { B: Buffer.from(value.B, 'base64') },
      ]);
      return { PutRequest: { Item: Object.fromEntries(values) } };
    });
    const client = new DynamoDBClient();
    // As many as one call takes.
    for (let index = 0; index < requests.length; index += 25) {
      await client.send(new BatchWriteItemCommand({ RequestItems: { 'schema-1': requests.slice(index, index + 25) } }));
    }
  });

  it('has the states, histories and silences that it had', async () => {
    const stores = {
      states: createIncidentTable(table()),
      history: { read: createHistoryReader(table()) },
      silences: { read: createSilenceReader(table()) },
    };
    expect(await readAll(stores, services, range)).toMatchObject(stored);
  });

  it('is gone on from: nothing is begun anew, and nothing is damaged', async () => {
    const store = createIncidentTable(table());
    const { certain, warnings, failures, snapshots } = await recall(store, new Map(), {
      ...askedFor(services, { now: at }),
      intervalMs: 60_000,
    });
    expect({ certain, warnings, failures }).toEqual({ certain: true, warnings: [], failures: [] });
    expect([...snapshots.keys()].sort()).toEqual(Object.keys(stored.states).sort());
    for (const { revision } of snapshots.values()) expect(revision).toBeGreaterThan(0);
  });

  it('has the overview, the records of notifications, and the daily look', async () => {
    const briefs = briefsIn(await createOverviewReader(table())(at));
    expect(JSON.parse(JSON.stringify(Object.fromEntries(briefs)))).toMatchObject(overview);
    const { id, services: about } = notification;
    expect(await createNotificationRecords(table()).read(id, at)).toEqual(about);
    const claim = await createAddressLook(table()).claim(lookDay(at), at, AbortSignal.timeout(5_000));
    expect(claim).toEqual({ kind: 'done' });
  });
});

describe('the folder of 1.0.0', () => {
  const folder = temporaryFolder();

  it('has the states, histories and silences that it had', async () => {
    const own = folder.file('laptop');
    cpSync(join(FIXTURE, 'laptop'), own, { recursive: true });
    const onDamage = (message: string) => {
      throw new Error(message);
    };
    const clock = { now: () => at, sleep: () => new Promise<void>(() => undefined) };
    const stores = {
      states: createFileStore({ folder: own, onDamage }),
      history: createHistoryFiles({ folder: historyIn(own), onDamage, clock }),
      silences: createSilenceFiles({ folder: own, onDamage }),
    };
    expect(await readAll(stores, services, range)).toMatchObject(stored);
  });
});
