/** A table as the stack makes it, in the emulated AWS. */

import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { TABLE_KEYS } from '../../../lambda/core/state/table-keys';

export async function createStateTable(name: string, client = new DynamoDBClient()): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: TABLE_KEYS.partition, KeyType: 'HASH' },
        { AttributeName: TABLE_KEYS.sort, KeyType: 'RANGE' },
      ],
      AttributeDefinitions: Object.values(TABLE_KEYS).map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    }),
  );
}
