/** The data of a deployment's services, in its table. Reads are counted and paced. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type BatchGetItemCommandOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { createHistoryReader } from '../../lambda/adapters/table/history-reader';
import type { Table } from '../../lambda/adapters/table/open-table';
import { createReceiverReader } from '../../lambda/adapters/table/receiver-reader';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { PassingError, UserError } from '../input/user-error';
import { credentialFault, isCredentialFault } from '../remote/credential-fault';
import { functionReader } from '../remote/deployed-function';
import { type AwsAccess, openAws } from '../remote/open-aws';
import type { Archive } from './archive';

/** The limit of all attempts of a batch together, in milliseconds. */
const CALL_MS = 60_000;
/** The SDK tries again if the table is throttled, each time after a longer pause. */
const ATTEMPTS = 6;

/**
 * The most that is read in a second. The checker reads the same table in each run, and must not be throttled. Source: Amazon
 * DynamoDB developer guide, "DynamoDB on-demand capacity mode": a new table on demand sustains up to 12,000 reads a second.
 */
export const UNITS_A_SECOND = 3_000;

/** Reads the config from the function, once. Throws a `UserError` if the deployment, its region or credentials are missing. */
export async function tableArchive(deployment: string, region: string | undefined): Promise<Archive> {
  const access = await openAws(region);
  const name = checkerFunctionName(deployment);
  const tableName = await readOrFail(tableOf(deployment, access), `the settings of ${name}`);
  const client = nameCalls(new DynamoDBClient({ ...access, maxAttempts: ATTEMPTS }));
  const unitsRead = countUnits(client);
  const bounded: Table['bounded'] = (call) => call(AbortSignal.timeout(CALL_MS));
  const table = { name: tableName, deployment, client, bounded };
  const readStates = createStateReader(table);
  const readHistory = createHistoryReader(table);
  const beganAt = performance.now();
  const paced = async <Answer>(reading: Promise<Answer>): Promise<Answer> => {
    const answer = await readOrFail(reading, `the table ${tableName}`);
    await sleep(pauseMs(unitsRead(), performance.now() - beganAt));
    return answer;
  };
  let config: ReturnType<Archive['readConfig']> | undefined;
  const readConfig = () => {
    config ??= readOrFail(functionReader(access).readConfig(name), `the config of ${name}`).then(
      (answer) => answer.config,
    );
    return config;
  };
  return {
    readConfig,
    readStates: async (services) => {
      const ids = services ?? (await readConfig()).services.map(({ id }) => id);
      return { states: await paced(readStates(ids, systemClock.now())), damaged: [] };
    },
    readHistory: (wanted) => paced(readHistory(wanted)),
    readReceivers: (receivers) => paced(createReceiverReader(table)(receivers)),
    readElse: (from) => readOrFail(from.table(table), `the table ${tableName}`),
  };
}

/** Returns the milliseconds to wait until so many `units` may have been read, if `elapsedMs` have passed. */
export function pauseMs(units: number, elapsedMs: number): number {
  return Math.max(0, (units / UNITS_A_SECOND) * 1_000 - elapsedMs);
}

async function tableOf(deployment: string, access: AwsAccess): Promise<string> {
  const name = checkerFunctionName(deployment);
  const { readFunction } = functionReader(access);
  const { table } = await readFunction(name);
  if (table === null) throw new UserError(`${name} has no table: is it the checker of this deployment?`);
  return table;
}

async function readOrFail<Answer>(asking: Promise<Answer>, what: string): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (isCredentialFault(error)) throw new UserError(credentialFault(error));
    throw new PassingError(`${what} can't be read: ${errorMessage(error)}`);
  }
}

/**
 * Makes each BatchGetItem return its consumed capacity; returns the sum so far. Source: Amazon DynamoDB API Reference, BatchGetItem,
 * `ReturnConsumedCapacity`: `TOTAL` gives "the aggregate ConsumedCapacity for the operation".
 */
function countUnits(client: DynamoDBClient): () => number {
  let units = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity = [] } = result.output as Partial<BatchGetItemCommandOutput>;
      for (const { CapacityUnits = 0 } of ConsumedCapacity) units += CapacityUnits;
      return result;
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return () => units;
}
