/** How ntfy is notified. */

import type { ReceiverForm } from '../receiver-form';

export const ntfy: ReceiverForm = {
  requestOf: () => {
    throw new Error('not there');
  },
};
