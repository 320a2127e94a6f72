/** All questions of the doctor, each to its API. */

import type { Apis } from '../doctor/facts';
import { cloudwatchReader } from './alarms';
import { functionReader } from './deployed-function';
import type { AwsAccess } from './open-aws';
import { publicPageReader } from './public-pages';
import { scheduleLister } from './schedules';
import { secretDescriber } from './secrets';
import { slackReader } from './slack-channels';
import { tableReader } from './state-table';
import { topicReader } from './topics';

export function awsApis(access: AwsAccess): Apis {
  return {
    ...functionReader(access),
    ...cloudwatchReader(access),
    ...scheduleLister(access),
    ...topicReader(access),
    ...slackReader(access),
    ...secretDescriber(access),
    ...tableReader(access),
    ...publicPageReader(access),
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
