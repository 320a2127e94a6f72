/** The table of a deployment: whether it answers. */

import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { addressLookKey, TABLE_KEYS } from '../../lambda/core/state/table-keys';
import type { Apis } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

/** Reads one small item, which need not be there. */
export function tableReader(access: AwsAccess): Pick<Apis, 'readTable'> {
  const client = new DynamoDBClient(access);
  return {
    readTable: async (TableName, deployment) => {
      const { partition, sort } = addressLookKey(deployment);
      const Key = { [TABLE_KEYS.partition]: { S: partition }, [TABLE_KEYS.sort]: { S: sort } };
      await client.send(new GetItemCommand({ TableName, Key }));
      return true;
    },
  };
}
