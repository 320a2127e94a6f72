/** The doctor's facts and findings about the receivers and pulses of the config, the topic, and the secrets that the checker needs. */

import { type PulseName, pulseNames } from '../../lambda/core/config/pulse';
import type { ReceiverRecord } from '../../lambda/core/deliver/receiver-record';
import { shardCount } from '../../lambda/core/invoke/invocation';
import { sentAlerts } from '../../lambda/core/notify/sent';
import { overdueAlerts } from '../../lambda/core/notify/unsent-alerts';
import type { ServiceState } from '../../lambda/core/state/service-state';
import { describeDuration } from '../../lambda/core/words/duration';
import { shellCommand } from '../input/shell-command';
import type { DeployedConfig, Facts, ReceiverFact } from './facts';
import { type Finding, failed, found, ok } from './finding';

/** In the order of the ids. `now` in milliseconds since 1970. */
export function receiverFacts(
  ids: readonly string[],
  states: readonly ServiceState[],
  refusals: readonly ReceiverRecord[],
  now: number,
): readonly ReceiverFact[] {
  const unsent = states.flatMap((state) => overdueAlerts(state, now));
  const sent = states.flatMap(sentAlerts);
  return ids.map((id) => ({
    id,
    refusal: refusals.find(({ receiver }) => receiver === id) ?? null,
    pendingAlerts: unsent.filter(({ receiver }) => receiver === id).length,
    last: sent
      .filter(({ receiver }) => receiver === id)
      .reduce<ReceiverFact['last']>(
        (last, { sentAt: at, summary }) => (last !== null && last.at >= at ? last : { at, summary }),
        null,
      ),
  }));
}

/** At least one finding. Receivers that refuse alerts are named with their answer. `now` in milliseconds since 1970. */
export function receiverFindings(
  { receivers }: Facts,
  { config, deployment }: DeployedConfig,
  now: number,
): readonly Finding[] {
  if (receivers.kind !== 'known') return [found('receivers', receivers, () => ok('receivers', ''))];
  const pulses = pulseNames(config.pulses, shardCount(config, deployment));
  return receivers.value.map((receiver) => {
    const pulse = pulses.find(({ record }) => record === receiver.id);
    return pulse === undefined ? receiverFinding(receiver, config.name, now) : pulseFinding(pulse, receiver, now);
  });
}

/** Its address is a secret, which is not read here: nothing is stored about a delivered pulse. */
function pulseFinding({ id }: PulseName, { refusal }: ReceiverFact, now: number): Finding {
  if (refusal === null) return ok('pulse', `${id}: no failed pulse is recorded`);
  const { since, message } = refusal;
  return failed(
    'pulse',
    `${id} was not delivered since ${minuteOf(since)} (${describeDuration(now - since)}): ${message}`,
    'Is its address still valid, and can the checker reach it?',
  );
}

function receiverFinding({ id, refusal, pendingAlerts, last }: ReceiverFact, deployment: string, now: number): Finding {
  const drill = shellCommand(['statuswatch', 'drill', '--deployed', deployment]);
  const notified =
    last === null
      ? 'nothing sent to it is recorded'
      : `last notified at ${minuteOf(last.at)}${last.summary === '' ? '' : `: ${last.summary}`}`;
  if (refusal !== null) {
    const { since, message } = refusal;
    const lasts = describeDuration(now - since);
    return failed(
      'receiver',
      `${id} has not accepted alerts since ${minuteOf(since)} (${lasts}): ${message}; ${notified}`,
      'Is its key, token or address still valid? Missed alerts are sent once it accepts alerts again. To try it:',
      drill,
    );
  }
  const waiting =
    pendingAlerts === 0
      ? ''
      : `; ${pendingAlerts} ${pendingAlerts === 1 ? 'alert waits' : 'alerts wait'} for the next run`;
  return ok('receiver', `${id}: ${notified}${last === null ? ` ("${drill}" tries it)` : ''}${waiting}`);
}

/** No finding if the config names no secret. A run or a drill shows whether the checker may read them. */
export function secretFindings({ missingSecrets }: Facts): readonly Finding[] {
  if (missingSecrets === null) return [];
  const finding = found('secrets', missingSecrets, (missing) =>
    missing.length === 0
      ? ok('secrets', 'all secrets of the config exist')
      : failed(
          'secrets',
          `not in Secrets Manager, or to be deleted: ${missing.join(', ')}`,
          'Create it, or name the right one in the config and deploy: without it the service is not checked, or the receiver not notified.',
        ),
  );
  return [finding];
}

function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
