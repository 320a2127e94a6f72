/** The pulses of a config: each is a request to an outside service after each run, so that its absence is noticed there. */

import type { SecretValue } from './secret-value';

export interface PulseConfig {
  /** Names it in alerts and views. */
  readonly id: string;
  /** The address of the request; never shown. */
  readonly url: SecretValue;
  /** Whether a failed run requests the address with `/fail` appended; otherwise it sends nothing. */
  readonly failPath: boolean;
}

/** A placeholder in an address for the number of the part of the services that an invocation checks, from 1. */
export const PULSE_PART = '{part}';

/** The most pulses of a config. */
export const MOST_PULSES = 5;

/** The names of a pulse. Each part of the services has its own pulse. */
export interface PulseName {
  /** The name for people, such as `outside`, or `outside-2` for the second part. */
  readonly id: string;
  /** The key of its stored record, which no receiver has as its id. */
  readonly record: string;
}

/** The name of the pulse of a part. `part` counts from 1. */
export function pulseName({ id }: Pick<PulseConfig, 'id'>, part: number, parts: number): PulseName {
  const own = parts === 1 ? id : `${id}-${part}`;
  return { id: own, record: `@${own}` };
}

/** The names of all pulses of a deployment. */
export function pulseNames(pulses: readonly Pick<PulseConfig, 'id'>[], parts: number): readonly PulseName[] {
  return pulses.flatMap((pulse) => Array.from({ length: parts }, (_, index) => pulseName(pulse, index + 1, parts)));
}
