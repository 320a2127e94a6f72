/** How an incoming webhook of Slack is notified. */

import type { ReceiverForm } from '../receiver-form';

export const slackWebhook: ReceiverForm = {
  requestOf: () => {
    throw new Error('not there');
  },
};
