/** A look once a day whether SNS notifies the addresses of the config, and no others; people are notified if not. */

import type { RunFailure } from '../../words/run-failure';
import { errorMessage } from '../../words/run-failure';
import { type AddressFault, addressFaults, type ListedSubscription } from './address-faults';
import type { ExpectedSubscription, TopicRole } from './expected';

/** The hour of the day, in UTC, from which a look is due. */
const LOOK_HOUR = 6;
const HOUR_MS = 3_600_000;
/** If the same is wrong with the same addresses, people are notified of it again after this time. */
const REPEAT_MS = 7 * 24 * HOUR_MS;

/** The longest that a look may take, with all its calls, in milliseconds. */
export const LOOK_MS = 10_000;

/**
 * For how long a claim keeps others from looking, in milliseconds: longer than a look may take, and shorter than any interval. So
 * the next run can begin again what a run could not finish.
 */
export const CLAIM_MS = 2 * LOOK_MS;

/** The result of the last finished look. */
export interface KeptLook {
  /** The fault that people were notified of; empty if there was none. */
  readonly notified: string;
  /** When they were notified, in milliseconds since 1970. */
  readonly notifiedAt: number;
}

/**
 * `taken`: this run looks. `done`: the day's look is finished. `busy`: another run may be at it. `new`: nobody has ever looked,
 * since the deployment is new.
 */
export type Claim = { readonly kind: 'taken'; readonly kept: KeptLook } | { readonly kind: 'done' | 'busy' | 'new' };

export interface LookPorts {
  /** Claims the look of a day for this run, at `now`, unless it is finished or claimed by another. */
  claim(day: string, now: number, signal: AbortSignal): Promise<Claim>;
  /** Marks the look of a day as finished. */
  mark(day: string, kept: KeptLook, signal: AbortSignal): Promise<void>;
  list(topic: TopicRole, signal: AbortSignal): Promise<readonly ListedSubscription[]>;
  /** Sends to both topics, so that everybody who gets the checker's alarms gets it, and nobody twice. */
  notify(faults: readonly AddressFault[], now: number, signal: AbortSignal): Promise<void>;
}

/** The day whose look is due at `now`, such as `2026-11-22`: it begins at the hour of the look. */
export function lookDay(now: number): string {
  return new Date(now - LOOK_HOUR * HOUR_MS).toISOString().slice(0, 10);
}

/** Looks if that may be due. Never rejects: a failure is a failure of the run, and the next run tries again. */
export type DailyLook = (now: number, bounded: TimeBound) => Promise<readonly RunFailure[]>;
/** Ends the calls, and rejects, if all of them together take too long. */
type TimeBound = (calls: (signal: AbortSignal) => Promise<void>) => Promise<void>;

/**
 * The look of a process: it remembers which day is done, so that a run asks the table only in the first run of a process and
 * once a day. The order is claim, look, notify, mark: after a crash between them people may be notified twice, never not at all.
 * A new deployment is looked at from the next day on: until then people have time to confirm.
 */
export function dailyLook(expected: readonly ExpectedSubscription[], portsOf: () => LookPorts): DailyLook {
  let ports: LookPorts | undefined;
  let doneDay = '';
  return async (now, bounded) => {
    const day = lookDay(now);
    if (day <= doneDay) return [];
    try {
      ports ??= portsOf();
      const { claim, mark, list, notify } = ports;
      await bounded(async (signal) => {
        const claimed = await claim(day, now, signal);
        if (claimed.kind === 'busy') return;
        if (claimed.kind === 'taken') {
          const [alerts, checkerAlarms] = await Promise.all([list('alerts', signal), list('checkerAlarms', signal)]);
          const faults = addressFaults(expected, { alerts, checkerAlarms });
          const isDue = isToNotify(faults, claimed.kept, now);
          if (isDue) await notify(faults, now, signal);
          await mark(
            day,
            isDue || faults.length === 0 ? { notified: findingOf(faults), notifiedAt: now } : claimed.kept,
            signal,
          );
        }
        if (claimed.kind === 'new') await mark(day, { notified: '', notifiedAt: now }, signal);
        doneDay = day;
      });
      return [];
    } catch (error) {
      const message = `the addresses of the config can't be looked at: ${errorMessage(error)}`;
      return [{ output: 'addresses', service: null, message }];
    }
  };
}

/** Whether people are to be notified: if what is wrong has changed, and again every seven days while it stays so. */
function isToNotify(faults: readonly AddressFault[], { notified, notifiedAt }: KeptLook, now: number): boolean {
  if (faults.length === 0) return false;
  return findingOf(faults) !== notified || now - notifiedAt >= REPEAT_MS;
}

/** The faults as a text to compare: it does not depend on any order. */
export function findingOf(faults: readonly AddressFault[]): string {
  return faults
    .map(({ topic, email, state }) => `${email} ${topic} ${state}`)
    .sort()
    .join('\n');
}
