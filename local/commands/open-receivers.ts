/** The receivers and pulses of a config, as a laptop notifies and sends them. */

import { openReceivers as openAll, openPulses as openBeats } from '../../lambda/adapters/http/receivers';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import type { ReadSecret } from '../../lambda/core/config/secrets';
import type { Beat } from '../../lambda/core/deliver/pulses';
import type { Receiver } from '../../lambda/core/deliver/receiver';
import { laptopAuthorizer } from './laptop-authorizer';

/** The config must have been read for notifying, so that its secrets are already filled in. */
export function openReceivers(config: Config): readonly Receiver[] {
  return openAll(config, noSecret, systemClock, { allowLoopback: true, authorizer: laptopAuthorizer() });
}

/** The same for its pulses; `null` if there are none. */
export function openPulses({ pulses }: Config): Beat | null {
  return openBeats(pulses, noSecret, systemClock, { allowLoopback: true });
}

const noSecret: ReadSecret = async (secret) => {
  throw new Error(`a laptop has no Secrets Manager to read ${secret} from`);
};
