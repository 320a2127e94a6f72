/** How a webhook is notified. */

import type { ReceiverForm } from '../receiver-form';

export const webhook: ReceiverForm = {
  requestOf: () => {
    throw new Error('not there');
  },
};
