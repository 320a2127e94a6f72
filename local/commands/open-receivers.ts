/** Opens the receivers and pulses of a config on a laptop. */

import {
  openPulses as openBeats,
  openReceivers as openPosted,
  unknownRegion,
} from '../../lambda/adapters/http/receivers';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { isPosted } from '../../lambda/core/config/receivers';
import type { ReadSecret } from '../../lambda/core/config/secrets';
import type { Beat } from '../../lambda/core/deliver/pulses';
import type { Receiver } from '../../lambda/core/deliver/receiver';
import { UserError } from '../input/user-error';
import { createSmtpReceiver } from '../mail/smtp-receiver';
import { laptopAuthorizer } from './laptop-authorizer';

/** The config must have been read for notifying, so that its secrets are already filled in. */
export function openReceivers(config: Config): readonly Receiver[] {
  const lost = unknownRegion(config, process.env);
  if (lost !== null)
    throw new UserError(`the region of the event bus of ${lost} is unknown: add the key region, or set AWS_REGION`);
  const mailed = config.receivers.filter((receiver) => !isPosted(receiver));
  return [
    ...openPosted(config, noSecret, systemClock, {
      allowLoopback: true,
      authorizer: laptopAuthorizer(),
      environment: process.env,
    }),
    ...mailed.map((receiver) => createSmtpReceiver(receiver, systemClock)),
  ];
}

/** Returns a function that sends the config's pulses; `null` if there are none. */
export function openPulses({ pulses }: Config): Beat | null {
  return openBeats(pulses, noSecret, systemClock, { allowLoopback: true });
}

const noSecret: ReadSecret = async (secret) => {
  throw new Error(`a laptop has no Secrets Manager to read ${secret} from`);
};
