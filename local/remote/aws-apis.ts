/** All questions of the doctor, each to its API. */

import {
  ResourceNotFoundException as NoSchedules,
  paginateListSchedules,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import {
  DescribeSecretCommand,
  ResourceNotFoundException as NoSecret,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SNSClient } from '@aws-sdk/client-sns';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { listSubscriptions } from '../../lambda/adapters/aws/sns-subscriptions';
import type { Apis, ScheduleFact } from '../doctor/facts';
import { regionCheck } from '../doctor/region-check';
import { checkStatusPage } from '../status-page/page-check';
import { cloudwatchReader } from './alarms';
import { functionReader } from './deployed-function';
import type { AwsAccess } from './open-aws';
import { regionFunctions } from './region-functions';
import { tableReader } from './state-table';

export function awsApis(access: AwsAccess): Apis {
  const sns = nameCalls(new SNSClient(access));
  return {
    ...functionReader(access),
    ...cloudwatchReader(access),
    ...scheduleLister(access),
    ...secretDescriber(access),
    ...tableReader(access),
    checks: [checkStatusPage, regionCheck(regionFunctions(access))],
    listSubscriptions: (topicArn) => listSubscriptions(sns, topicArn),
    readPage: async (url) => {
      const signal = AbortSignal.timeout(access.requestHandler.requestTimeout);
      const response = await fetch(url, {
        headers: { accept: 'text/html,application/json' },
        redirect: 'manual',
        signal,
      });
      return { url, status: response.status, text: await response.text() };
    },
  };
}

/** Returns no schedules if there is no group with that name. */
function scheduleLister(access: AwsAccess): Pick<Apis, 'listSchedules'> {
  const client = nameCalls(new SchedulerClient(access));
  return {
    listSchedules: async (GroupName) => {
      const found: ScheduleFact[] = [];
      try {
        for await (const { Schedules = [] } of paginateListSchedules({ client }, { GroupName })) {
          for (const { Name = '', State, Target } of Schedules) {
            found.push({ name: Name, isEnabled: State === 'ENABLED', targetArn: Target?.Arn ?? '' });
          }
        }
        return found;
      } catch (error) {
        if (error instanceof NoSchedules) return [];
        throw error;
      }
    },
  };
}

/**
 * Source: AWS Secrets Manager, "DescribeSecret": "The response doesn't include the encrypted secret value", and `DeletedDate`: "The date the
 * secret is scheduled for deletion. If it is not scheduled for deletion, this field is omitted."
 */
function secretDescriber(access: AwsAccess): Pick<Apis, 'hasSecret'> {
  const client = nameCalls(new SecretsManagerClient(access));
  return {
    hasSecret: async (SecretId) => {
      try {
        const { DeletedDate } = await client.send(new DescribeSecretCommand({ SecretId }));
        return DeletedDate === undefined;
      } catch (error) {
        if (error instanceof NoSecret) return false;
        throw error;
      }
    },
  };
}
