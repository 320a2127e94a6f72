/** Checks once an hour whether SNS notifies exactly the e-mail addresses of the config. */

import { errorMessage, type RunFailure } from '../../words/run-failure';
import { nameSome } from '../../words/shown-value';
import { ADDRESSES, type ReceiverNews } from '../receiver-record';
import { type AddressFault, addressFaults, type SubscriptionsByTopic } from './address-faults';
import type { ExpectedSubscription } from './expected';

const EVERY_MS = 3_600_000;
const MOST_NAMED = 5;

/** The longest that a look may take, with all its calls, in milliseconds. */
export const LOOK_MS = 10_000;

export interface Looked {
  readonly news: readonly ReceiverNews[];
  readonly failures: readonly RunFailure[];
}

/** Returns the news at `now`, in milliseconds since 1970. Never rejects: after a failure the next run tries again. */
export type AddressLook = (now: number) => Promise<Looked>;

/** Returns the look of a process. Addresses as configured are news once in a process, and after a fault. */
export function addressLook(
  expected: readonly ExpectedSubscription[],
  list: () => Promise<SubscriptionsByTopic>,
): AddressLook {
  let doneAt: number | null = null;
  let wasFine = false;
  return async (now) => {
    if (doneAt !== null && Math.abs(now - doneAt) < EVERY_MS) return { news: [], failures: [] };
    try {
      const faults = addressFaults(expected, await list());
      doneAt = now;
      const isFine = faults.length === 0;
      if (isFine && wasFine) return { news: [], failures: [] };
      wasFine = isFine;
      const fault = isFine ? null : faultText(faults);
      return { news: [{ receiver: ADDRESSES, fault, busyUntil: null }], failures: [] };
    } catch (error) {
      const message = `the e-mail addresses can't be checked: ${errorMessage(error)}`;
      return { news: [], failures: [{ output: 'addresses', service: null, message }] };
    }
  };
}

function faultText(faults: readonly AddressFault[]): string {
  const texts = faults.map(({ email, state }) => `${email} is ${state === 'unexpected' ? 'not in the config' : state}`);
  return nameSome([...new Set(texts)], MOST_NAMED);
}
