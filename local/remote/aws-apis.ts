/** All questions of the doctor, each to its API. */

import { SNSClient } from '@aws-sdk/client-sns';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { listSubscriptions } from '../../lambda/adapters/aws/sns-subscriptions';
import type { Apis } from '../doctor/facts';
import { regionCheck } from '../doctor/region-check';
import { checkStatusPage } from '../status-page/page-check';
import { cloudwatchReader } from './alarms';
import { functionReader } from './deployed-function';
import type { AwsAccess } from './open-aws';
import { regionFunctions } from './region-functions';
import { scheduleLister } from './schedules';
import { secretDescriber } from './secrets';
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
