/** Notifies a receiver by POST requests. */

import type { ReceiverConfig } from '../../core/config/receivers';
import type { ReadSecret } from '../../core/config/secrets';
import type { Receiver } from '../../core/deliver/receiver';
import type { ReceiverForm } from '../../core/forms/receiver-form';
import type { Clock } from '../../core/words/clock';

export function createReceiver(
  { id }: ReceiverConfig,
  _form: ReceiverForm,
  _readSecret: ReadSecret,
  _clock: Pick<Clock, 'now'>,
): Receiver {
  return { id, send: async () => Promise.reject(new Error('not there')) };
}
