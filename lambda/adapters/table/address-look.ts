/** The day of the last daily look at the addresses, in the table: one item of the deployment. */

import { type AttributeValue, ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { CLAIM_MS, type Claim, type LookPorts } from '../../core/deliver/subscriptions/daily-look';
import { addressLookKey } from '../../core/state/table-keys';
import type { Table } from './open-table';
import { keyItem } from './state-reader';

/** The attributes: the day that is done, the time of a run's claim, what people were notified of, and when. */
const NAMES = { '#day': 'day', '#claimed': 'claimed', '#notified': 'notified', '#notifiedAt': 'notifiedAt' };

/** Claims and marks. Rejects if the table can't be reached; whoever calls sets the limit. */
export function createAddressLook({ client, name, deployment }: Table): Pick<LookPorts, 'claim' | 'mark'> {
  const place = { TableName: name, Key: keyItem(addressLookKey(deployment)) };
  return {
    claim: async (day, now, abortSignal): Promise<Claim> => {
      const command = new UpdateItemCommand({
        ...place,
        UpdateExpression: 'SET #claimed = :claimed',
        ConditionExpression: '#day < :day AND (attribute_not_exists(#claimed) OR #claimed < :free)',
        ExpressionAttributeNames: { '#day': NAMES['#day'], '#claimed': NAMES['#claimed'] },
        ExpressionAttributeValues: { ':day': { S: day }, ':claimed': number(now), ':free': number(now - CLAIM_MS) },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        const { Attributes = {} } = await client.send(command, { abortSignal });
        const { notified, notifiedAt } = Attributes;
        return { kind: 'taken', kept: { notified: notified?.S ?? '', notifiedAt: Number(notifiedAt?.N ?? 0) } };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        if (error.Item?.day === undefined) return { kind: 'new' };
        return { kind: (error.Item.day.S ?? '') < day ? 'busy' : 'done' };
      }
    },
    mark: async (day, { notified, notifiedAt }, abortSignal) => {
      const command = new UpdateItemCommand({
        ...place,
        UpdateExpression: 'SET #day = :day, #notified = :notified, #notifiedAt = :notifiedAt REMOVE #claimed',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ':day': { S: day },
          ':notified': { S: notified },
          ':notifiedAt': number(notifiedAt),
        },
      });
      await client.send(command, { abortSignal });
    },
  };
}

function number(value: number): AttributeValue {
  return { N: String(value) };
}
