/** The table of a deployment: whether it answers, and its facts about receivers. */

import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import type { Table } from '../../lambda/adapters/table/open-table';
import { createReceiverReader } from '../../lambda/adapters/table/receiver-table';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import type { ServiceState } from '../../lambda/core/state/service-state';
import { statesIn } from '../../lambda/core/state/stored-state';
import { drillKey, TABLE_KEYS } from '../../lambda/core/state/table-keys';
import { inBatches } from '../../lambda/core/words/in-batches';
import type { Apis } from '../doctor/facts';
import { receiverFacts } from '../doctor/receiver-findings';
import type { AwsAccess } from './open-aws';

/**
 * The number of states that are read at once, and the pause after them, in milliseconds. At two units each, fewer than 3,000 units are read
 * in a second, which leaves enough for the checker.
 */
const AT_ONCE = 250;
const PAUSE_MS = 200;
/** The limit of all attempts of a call together, in milliseconds. */
const CALL_MS = 60_000;

export function tableReader(access: AwsAccess): Pick<Apis, 'readTable' | 'readReceivers'> {
  const client = nameCalls(new DynamoDBClient(access));
  const bounded: Table['bounded'] = (call) => call(AbortSignal.timeout(CALL_MS));
  return {
    // Reads one small item, which need not exist.
    readTable: async (TableName, deployment) => {
      const { partition, sort } = drillKey(deployment);
      const Key = { [TABLE_KEYS.partition]: { S: partition }, [TABLE_KEYS.sort]: { S: sort } };
      await client.send(new GetItemCommand({ TableName, Key }));
      return true;
    },
    readReceivers: async (name, deployment, { services, receivers, now }) => {
      const table = { name, deployment, client, bounded };
      const readStates = createStateReader(table);
      const refusals = await createReceiverReader(table)(receivers);
      const states: ServiceState[] = [];
      for (const [index, batch] of inBatches(services, AT_ONCE).entries()) {
        if (index > 0) await sleep(PAUSE_MS);
        states.push(...statesIn(await readStates(batch, now)).states.values());
      }
      return receiverFacts(receivers, states, refusals, now);
    },
  };
}
