/** How PagerDuty is notified. */

import type { ReceiverForm } from '../receiver-form';

export const pagerduty: ReceiverForm = {
  requestOf: () => {
    throw new Error('not there');
  },
};
