/** Gathers the alerts that the services of a run owe, and has them sent: an alert may come twice, but is never lost. */

import type { Notification } from '../message/notification';
import type { Silencing } from '../silence/silencing';
import type { ServiceState } from '../state/service-state';
import type { Snapshot } from '../state/snapshot';
import type { RunFailure } from '../words/run-failure';
import { type Debtor, debtorOf, nextOwed } from './debtor';
import { createDebts, type Delivered, type MarkingPorts, markSent, type Waiting } from './debts';
import { createSender, type SendingPorts } from './sender';

export interface Delivery {
  /**
   * Takes a service whose state was saved, or could not be saved. Resolves when its alerts were sent, as far as possible,
   * and marked. `now` is the time of its check, in milliseconds since 1970. Never rejects.
   */
  accept(service: string, snapshot: Snapshot, now: number): Promise<Delivered>;
  /** Call this when all services of the run were accepted, or owe nothing. */
  close(): void;
  /** Call this when all services are done: resolves when nothing is under way any more. Never rejects. */
  settle(): Promise<void>;
  /** What was sent so far. */
  readonly sent: readonly Notification[];
  /** Why alerts could not be sent so far. */
  readonly failures: readonly RunFailure[];
}

/** How long the alerts after the first ones wait for the last verdict of the run, in milliseconds. */
const GATHERING_LIMIT_MS = 15_000;

/**
 * The alerts of the first service are sent at once. Those of later services wait until the run has all its verdicts, so
 * that they can go out together, but never longer than the limit: no service waits long for another one that is slow.
 */
export function openDelivery(ports: SendingPorts & MarkingPorts & { readonly silencing: Silencing }): Delivery {
  const { clock, silencing } = ports;
  const closing = new AbortController();
  const states = new Map<string, ServiceState>();
  const debts = createDebts();
  let waiting: readonly Waiting[] = [];
  /** When the first of those who wait was accepted, by `clock.elapsed`. */
  let waitingSince = 0;
  let closedAt: number | null = null;
  let isFirst = true;
  let isBusy = false;
  const admit = () => {
    for (const one of waiting) debts.add(one);
    waiting = [];
  };
  const leftToWaitMs = () =>
    isFirst || closedAt !== null ? 0 : Math.max(0, GATHERING_LIMIT_MS - (clock.elapsed() - waitingSince));
  const run = {
    admit: () => {
      if (leftToWaitMs() === 0) admit();
    },
    closedAt: () => closedAt,
    states,
  };
  const sender = createSender(debts, run, ports);
  const work = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      if (!isFirst) await clock.sleep(leftToWaitMs(), closing.signal);
      isFirst = false;
      admit();
      await sender.sendAll();
    }
    isBusy = false;
  };
  return {
    sent: sender.sent,
    failures: sender.failures,
    settle: sender.settle,
    accept: async (service, snapshot, now) => {
      states.set(service, snapshot.state);
      const debtor = debtorOf(service, snapshot, now, silencing);
      if (nextOwed(debtor) === null) return { snapshot, failures: [] };
      const left = await new Promise<Debtor>((resolve) => {
        const done = (after: Debtor) => {
          // What is sent next says what people know by now.
          states.set(service, after.snapshot.state);
          resolve(after);
        };
        if (waiting.length === 0) waitingSince = clock.elapsed();
        waiting = [...waiting, { debtor, done }];
        if (!isBusy) void work();
      });
      // Nobody waits for this one to be marked but the run itself.
      return markSent(left, ports);
    },
    close: () => {
      closedAt = clock.elapsed();
      closing.abort();
    },
  };
}
