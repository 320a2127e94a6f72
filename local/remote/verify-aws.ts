/** What a verification asks of AWS, each question to its API. */

import {
  CloudWatchClient,
  GetMetricDataCommand,
  paginateDescribeAlarms,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConfigurationCommand,
  GetFunctionUrlConfigCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { paginateListSubscriptionsByTopic, SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { createDrillTable } from '../../lambda/adapters/table/drill-table';
import type { Table } from '../../lambda/adapters/table/open-table';
import { createReceiverReader } from '../../lambda/adapters/table/receiver-reader';
import { createAskedReader } from '../../lambda/adapters/table/silence-reader';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { DIMENSIONS, METRICS, NAMESPACE } from '../../lambda/core/metrics/metrics';
import { statesIn } from '../../lambda/core/state/stored-state';
import { DRILL } from '../../lambda/core/words/ids';
import type { VerifiedTable, VerifyApis } from '../verify/verify-apis';
import type { AwsAccess } from './open-aws';
import { queueApis } from './queues';

export function verifyApis(access: AwsAccess): VerifyApis {
  return {
    ...functionApis(access),
    ...topicApis(access),
    ...alarmApis(access),
    ...queueApis(access),
    openTable: (name, deployment) => verifiedTable(name, deployment, access),
  };
}

function functionApis(access: AwsAccess): Pick<VerifyApis, 'readChecker' | 'readFunctionUrl'> {
  const client = nameCalls(new LambdaClient(access));
  return {
    readChecker: (FunctionName) =>
      orNull(async () => {
        const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
        const variable = (name: string) => Environment?.Variables?.[name] || null;
        return {
          table: variable(ENVIRONMENT.table),
          topicArn: variable(ENVIRONMENT.topicArn),
          configHash: variable(ENVIRONMENT.configHash),
          publicUrl: variable(ENVIRONMENT.pageUrl),
        };
      }),
    readFunctionUrl: (FunctionName) =>
      orNull(async () => (await client.send(new GetFunctionUrlConfigCommand({ FunctionName }))).FunctionUrl ?? null),
  };
}

/** `null` if the function, or what is asked of it, does not exist. */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/**
 * Source: Amazon SNS API reference, "Subscribe": "If the endpoint type is HTTP/S or email, or if the endpoint and the topic are not in the same
 * AWS account, the endpoint owner must run the ConfirmSubscription action to confirm the subscription." A queue of the same account needs none.
 */
function topicApis(access: AwsAccess): Pick<VerifyApis, 'subscribe' | 'listQueueSubscriptions' | 'unsubscribe'> {
  const client = nameCalls(new SNSClient(access));
  return {
    // Without a filter: "Additions or changes to a subscription filter policy require up to 15 minutes to fully take effect." Source:
    // Amazon SNS developer guide, "Amazon SNS subscription filter policies".
    subscribe: async (TopicArn, Endpoint) => {
      const subscription = { TopicArn, Protocol: 'sqs', Endpoint, ReturnSubscriptionArn: true };
      const { SubscriptionArn = '' } = await client.send(new SubscribeCommand(subscription));
      return SubscriptionArn;
    },
    listQueueSubscriptions: async (TopicArn) => {
      const found: { arn: string; queueArn: string }[] = [];
      for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn })) {
        for (const { Protocol, Endpoint = '', SubscriptionArn = '' } of Subscriptions)
          if (Protocol === 'sqs') found.push({ arn: SubscriptionArn, queueArn: Endpoint });
      }
      return found;
    },
    unsubscribe: async (SubscriptionArn) => {
      await client.send(new UnsubscribeCommand({ SubscriptionArn }));
    },
  };
}

const PERIOD_S = 60;

function alarmApis(access: AwsAccess): Pick<VerifyApis, 'listAlarms' | 'setAlarm' | 'readHealthMetric'> {
  const client = nameCalls(new CloudWatchClient(access));
  return {
    listAlarms: async (AlarmNamePrefix) => {
      const found: { name: string; state: string }[] = [];
      const input = { AlarmNamePrefix, AlarmTypes: ['MetricAlarm' as const, 'CompositeAlarm' as const] };
      for await (const { MetricAlarms = [], CompositeAlarms = [] } of paginateDescribeAlarms({ client }, input)) {
        for (const { AlarmName = '', StateValue = '' } of [...MetricAlarms, ...CompositeAlarms])
          found.push({ name: AlarmName, state: StateValue });
      }
      return found;
    },
    // Source: Amazon CloudWatch API reference, "SetAlarmState": "Temporarily sets the state of an alarm for testing purposes. When the
    // updated state differs from the previous value, the action configured for the appropriate state is invoked."; "Metric alarms returns to
    // their actual state quickly, often within seconds."
    setAlarm: async (AlarmName, StateReason) => {
      await client.send(new SetAlarmStateCommand({ AlarmName, StateReason, StateValue: 'ALARM' }));
    },
    readHealthMetric: async ({ name }, service, from, to) => {
      const dimensions = { [DIMENSIONS.deployment]: name, [DIMENSIONS.service]: service };
      const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
      const Metric = { Namespace: NAMESPACE, MetricName: METRICS.healthy, Dimensions };
      const { MetricDataResults } = await client.send(
        new GetMetricDataCommand({
          MetricDataQueries: [{ Id: 'healthy', MetricStat: { Metric, Period: PERIOD_S, Stat: 'SampleCount' } }],
          StartTime: new Date(from),
          EndTime: new Date(to + PERIOD_S * 1_000),
          ScanBy: 'TimestampDescending',
        }),
      );
      return MetricDataResults?.[0]?.Timestamps?.[0]?.getTime() ?? null;
    },
  };
}

/** The limit of all attempts of a call together, in milliseconds. */
const CALL_MS = 30_000;

function verifiedTable(name: string, deployment: string, access: AwsAccess): VerifiedTable {
  const bounded: Table['bounded'] = (call) => call(AbortSignal.timeout(CALL_MS));
  const table = { name, deployment, client: nameCalls(new DynamoDBClient(access)), bounded };
  const drills = createDrillTable(table);
  const readStates = createStateReader(table);
  const readReceivers = createReceiverReader(table);
  return {
    askForDrill: drills.ask,
    readAsked: createAskedReader(table),
    removeDrill: drills.remove,
    readDrillState: async (now) => statesIn(await readStates([DRILL], now)).states.get(DRILL) ?? null,
    readRefusals: async (receivers) => {
      const records = await readReceivers(receivers);
      return new Map(records.map(({ receiver, message }) => [receiver, message]));
    },
  };
}
