/** Stores and reads which services each notification was about, in the DynamoDB table of a deployment. */

import * as v from 'valibot';
import type { NotificationRecords } from '../../core/deliver/receiver';
import { listOf, readStored } from '../../core/fields/stored-value';
import { notificationKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import { createItemWriter } from './item-writer';
import type { Table } from './open-table';
import { isExpired, itemReader } from './state-reader';

/** The attribute with the ids, as a list in JSON. */
const SERVICES = 'services';

interface Recorded {
  readonly id: string;
  readonly services: readonly string[];
  readonly expiresAt: number;
}

/** Each call has a time limit. */
export function createNotificationRecords(table: Table): NotificationRecords {
  const readItems = itemReader(table);
  const { put } = createItemWriter<Recorded>(table, {
    attribute: SERVICES,
    keyOf: notificationKey,
    stored: ({ services }) => services,
    endOf: ({ expiresAt }) => expiresAt,
  });
  return {
    keep: (id, services, expiresAt) => put({ id, services, expiresAt }),
    read: async (id, now) => {
      const key = notificationKey(table.deployment, id);
      const [item] = await table.bounded((signal) => readItems([key], signal));
      if (item === undefined || isExpired(item, now)) return null;
      return readStored(listOf(v.string()), parseText(item[SERVICES]?.S));
    },
  };
}
