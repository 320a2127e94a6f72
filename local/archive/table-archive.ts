/** The data of a deployment's services, in its table. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { createHistoryReader } from '../../lambda/adapters/table/history-table';
import type { Table } from '../../lambda/adapters/table/open-table';
import { createReceiverReader } from '../../lambda/adapters/table/receiver-table';
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

/** Reads the config from the function, once. Throws a `UserError` if the deployment, its region or credentials are missing. */
export async function tableArchive(deployment: string, region: string | undefined): Promise<Archive> {
  const access = await openAws(region);
  const name = checkerFunctionName(deployment);
  const tableName = await readOrFail(tableOf(deployment, access), `the settings of ${name}`);
  const client = nameCalls(new DynamoDBClient({ ...access, maxAttempts: ATTEMPTS }));
  const bounded: Table['bounded'] = (call) => call(AbortSignal.timeout(CALL_MS));
  const table = { name: tableName, deployment, client, bounded };
  const readStates = createStateReader(table);
  const readHistory = createHistoryReader(table);
  const named = <Answer>(reading: Promise<Answer>) => readOrFail(reading, `the table ${tableName}`);
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
      return { states: await named(readStates(ids, systemClock.now())), damaged: [] };
    },
    readHistory: (wanted) => named(readHistory(wanted)),
    readReceivers: (receivers) => named(createReceiverReader(table)(receivers)),
    readElse: (from) => named(from.table(table)),
  };
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
