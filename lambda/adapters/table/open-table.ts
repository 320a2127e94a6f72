/** The table of a deployment, with one client for all that a process keeps in it. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { awsClientConfig, type BoundedCall, boundedCalls, type Environment } from '../aws/aws-client';

/** With a client each, all that is kept in a table would take as many handshakes at a cold start. */
export interface Table {
  readonly name: string;
  readonly deployment: string;
  readonly client: DynamoDBClient;
  /** A call has a time limit, and waits for one of the client's connections. */
  readonly bounded: BoundedCall;
}

export function openTable(name: string, deployment: string, environment: Environment): Table {
  return { name, deployment, client: new DynamoDBClient(awsClientConfig(environment)), bounded: boundedCalls() };
}
