/** The receivers of a config, as a laptop notifies them. */

import { createReceiver } from '../../lambda/adapters/http/post-receiver';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import type { ReadSecret } from '../../lambda/core/config/secrets';
import type { Receiver } from '../../lambda/core/deliver/receiver';
import { RECEIVER_FORMS } from '../../lambda/core/forms/receivers/receiver-forms';

/** The config must have been read for notifying: then its secrets are there already. */
export function openReceivers({ receivers }: Pick<Config, 'receivers'>): readonly Receiver[] {
  return receivers.map((one) =>
    createReceiver(one, RECEIVER_FORMS[one.kind], noSecret, systemClock, { allowLoopback: true }),
  );
}

const noSecret: ReadSecret = async (secret) => {
  throw new Error(`a laptop has no Secrets Manager to read ${secret} from`);
};
