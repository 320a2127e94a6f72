/** Stores and reads which services each notification was about, in the DynamoDB table of a deployment. */

import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { NotificationRecords } from '../../core/deliver/receiver';
import { listOf, readStored } from '../../core/fields/stored-value';
import { notificationKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { expiryItem, isExpired, itemReader, keyItem } from './state-reader';

/** The attribute with the ids, as a list in JSON. */
const SERVICES = 'services';

/** Each call has a time limit. */
export function createNotificationRecords(table: Table): NotificationRecords {
  const { client, name, deployment, bounded } = table;
  const readItems = itemReader(table);
  return {
    keep: (id, services, expiresAt) =>
      bounded(async (abortSignal) => {
        const Item = {
          ...keyItem(notificationKey(deployment, id)),
          [SERVICES]: { S: JSON.stringify(services) },
          ...expiryItem(expiresAt),
        };
        await client.send(new PutItemCommand({ TableName: name, Item }), { abortSignal });
      }),
    read: async (id, now) => {
      const [item] = await bounded((signal) => readItems([notificationKey(deployment, id)], signal));
      return item === undefined || isExpired(item, now)
        ? null
        : readStored(servicesSchema, parseText(item[SERVICES]?.S));
    },
  };
}

const servicesSchema = listOf(v.string());
