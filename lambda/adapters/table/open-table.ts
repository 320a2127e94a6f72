/** The table of a deployment, with one client for all stores of a process. */

import { type AttributeValue, ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
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

/**
 * Returns the condition that an item still has the revision with which it was read; `null` if it had none. `=` compares the type too, of
 * numbers as of lists (DynamoDB API Reference, Condition).
 */
export function ifRevision(expected: AttributeValue | null) {
  if (expected === null) return { ConditionExpression: 'attribute_not_exists(revision)' };
  return { ConditionExpression: 'revision = :expected', ExpressionAttributeValues: { ':expected': expected } };
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
