/** A table of the emulated AWS, behind a proxy by which its calls can fail. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type FaultProxy, startFaultProxy } from './fault-proxy';
import { pointAwsTo } from './moto';
import { createStateTable } from './state-table';

export interface ProxiedTable {
  /** Calls the emulated AWS itself. */
  readonly client: DynamoDBClient;
  readonly proxy: FaultProxy;
}

/** Makes the table before the tests of a block, and points AWS to the proxy; each test begins without a fault. Its parts are there once the first test begins. */
export function useProxiedTable(name: string, aws: () => { readonly url: string }): ProxiedTable {
  const parts: { client?: DynamoDBClient; proxy?: FaultProxy } = {};
  beforeAll(async () => {
    pointAwsTo(aws().url);
    parts.client = new DynamoDBClient();
    await createStateTable(name, parts.client);
    parts.proxy = await startFaultProxy(aws().url);
    pointAwsTo(parts.proxy.url);
  });
  beforeEach(() => parts.proxy?.arm(null));
  afterAll(() => parts.proxy?.stop());
  return parts as ProxiedTable;
}
