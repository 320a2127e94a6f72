/** The table of a deployment, with one client for all stores of a process. */

import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { awsClientConfig, type BoundedCall, boundedCalls, type Environment } from '../aws/aws-client';
import { nameCalls } from '../aws/name-calls';

/** All stores share the client: with a client each, a cold start would take as many handshakes as there are stores. */
export interface Table {
  readonly name: string;
  readonly deployment: string;
  readonly client: DynamoDBClient;
  /** Makes a call with a time limit, once one of the client's connections is free. */
  readonly bounded: BoundedCall;
}

export function openTable(name: string, deployment: string, environment: Environment): Table {
  return {
    name,
    deployment,
    client: nameCalls(new DynamoDBClient(awsClientConfig(environment))),
    bounded: boundedCalls('dynamodb'),
  };
}

/** Resolves to `false` if the condition of a write did not hold. */
export async function conditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
