/** Reads the silences of a deployment from its DynamoDB table; `silence-table` writes them. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readSilence, type Silence } from '../../core/silence/silence';
import type { SilenceStore } from '../../core/silence/silence-store';
import { deploymentPartition, SILENCES } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import { awsClientConfig, type BoundedCall, boundedCalls, type Environment } from '../aws/aws-client';
import { type Item, queryItems } from './state-reader';

/** The attribute with the silence as JSON. */
export const SILENCE = 'silence';

/** Reads with a client of its own. Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceReader(table: string, deployment: string, environment: Environment): SilenceStore['read'] {
  return silenceReader(new DynamoDBClient(awsClientConfig(environment)), boundedCalls(), table, deployment);
}

/** Reads with a client that others use too. */
export function silenceReader(
  client: DynamoDBClient,
  bounded: BoundedCall,
  table: string,
  deployment: string,
): SilenceStore['read'] {
  const query = queryItems(client, table);
  const place = { partition: deploymentPartition(deployment), prefix: SILENCES };
  return async (now) => {
    const items = await bounded((signal) => query(place, signal));
    return items
      .flatMap((item) => silenceIn(item) ?? [])
      .filter(({ until }) => now < until)
      .sort((left, right) => left.from - right.from);
  };
}

function silenceIn(item: Item): Silence | null {
  return readSilence(parseText(item[SILENCE]?.S));
}
