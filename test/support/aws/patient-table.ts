/** A table of the emulated AWS, for tests of what is stored: on a busy machine it answers later than the real one would be waited for. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { awsClientConfig, boundedCalls, type Environment } from '../../../lambda/adapters/aws/aws-client';
import type { Table } from '../../../lambda/adapters/table/open-table';

const PATIENCE_MS = 60_000;

export function patientTable(name: string, deployment: string, environment: Environment): Table {
  const config = awsClientConfig(environment);
  const requestHandler = {
    ...config.requestHandler,
    connectionTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
  const bounded = boundedCalls('dynamodb', PATIENCE_MS);
  const client = new DynamoDBClient({ ...config, requestHandler });
  // Some calls name a limit of their own.
  return { name, deployment, client, bounded: (call) => bounded(call) };
}
