/** The calls of AWS that a verification makes beside those of the doctor. */

import { CloudWatchClient, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import type { Table } from '../../lambda/adapters/table/open-table';
import { createDrillTable, createSilenceAndDrillReader } from '../../lambda/adapters/table/silence-table';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import { statesIn } from '../../lambda/core/state/stored-state';
import { DRILL } from '../../lambda/core/words/ids';
import type { VerifiedTable, VerifyApis } from '../verify/verify-apis';
import { awsApis } from './aws-apis';
import type { AwsAccess } from './open-aws';
import { queueApis } from './queues';

export function verifyApis(access: AwsAccess): VerifyApis {
  return {
    ...awsApis(access),
    ...topicApis(access),
    ...alarmApis(access),
    ...queueApis(access),
    openTable: (name, deployment) => verifiedTable(name, deployment, access),
  };
}

/**
 * Source: Amazon SNS API reference, "Subscribe": "If the endpoint type is HTTP/S or email, or if the endpoint and the topic are not in the same
 * AWS account, the endpoint owner must run the ConfirmSubscription action to confirm the subscription." A queue of the same account needs none.
 */
function topicApis(access: AwsAccess): Pick<VerifyApis, 'subscribe' | 'unsubscribe'> {
  const client = nameCalls(new SNSClient(access));
  return {
    // Without a filter: "Additions or changes to a subscription filter policy require up to 15 minutes to fully take effect." Source:
    // Amazon SNS developer guide, "Amazon SNS subscription filter policies".
    subscribe: async (TopicArn, Endpoint) => {
      const subscription = { TopicArn, Protocol: 'sqs', Endpoint, ReturnSubscriptionArn: true };
      const { SubscriptionArn = '' } = await client.send(new SubscribeCommand(subscription));
      return SubscriptionArn;
    },
    unsubscribe: async (SubscriptionArn) => {
      await client.send(new UnsubscribeCommand({ SubscriptionArn }));
    },
  };
}

function alarmApis(access: AwsAccess): Pick<VerifyApis, 'setAlarm'> {
  const client = nameCalls(new CloudWatchClient(access));
  return {
    // Source: Amazon CloudWatch API reference, "SetAlarmState": "Temporarily sets the state of an alarm for testing purposes. When the
    // updated state differs from the previous value, the action configured for the appropriate state is invoked."; "Metric alarms returns to
    // their actual state quickly, often within seconds."
    setAlarm: async (AlarmName, StateReason) => {
      await client.send(new SetAlarmStateCommand({ AlarmName, StateReason, StateValue: 'ALARM' }));
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
  return {
    askForDrill: drills.ask,
    readRequested: createSilenceAndDrillReader(table),
    removeDrill: drills.remove,
    readDrillState: async (now) => statesIn(await readStates([DRILL], now)).states.get(DRILL) ?? null,
  };
}
