/** Gathers the alerts that the services of a run owe, and has them sent: an alert may come twice, but is never lost. */

import type { Notification } from '../message/notification';
import type { ServiceState } from '../state/service-state';
import type { Snapshot } from '../state/snapshot';
import type { RunFailure } from '../words/run-failure';
import { debtorOf } from './debtor';
import type { Delivered, Waiting } from './debts';
import { createSender, type SendingPorts } from './sender';

export interface Delivery {
  /**
   * Takes a service whose state was saved, or could not be saved. Resolves when its alerts were sent, as far as possible,
   * and marked. `now` is the time of its check, in milliseconds since 1970. Never rejects.
   */
  accept(service: string, snapshot: Snapshot, now: number): Promise<Delivered>;
  /** Call this when all services of the run were accepted, or owe nothing. */
  close(): void;
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
export function openDelivery(ports: SendingPorts): Delivery {
  const { clock } = ports;
  const closing = new AbortController();
  const sender = createSender(ports);
  const states = new Map<string, ServiceState>();
  let waiting: readonly Waiting[] = [];
  /** When the first of those who wait was accepted, by `clock.elapsed`. */
  let waitingSince = 0;
  let isFirst = true;
  let isBusy = false;
  const work = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const waitedMs = clock.elapsed() - waitingSince;
      if (!isFirst) await clock.sleep(Math.max(0, GATHERING_LIMIT_MS - waitedMs), closing.signal);
      isFirst = false;
      const gathered = waiting;
      waiting = [];
      await sender.sendAll(gathered, closing.signal.aborted ? states : null);
    }
    isBusy = false;
  };
  return {
    sent: sender.sent,
    failures: sender.failures,
    accept: (service, snapshot, now) => {
      states.set(service, snapshot.state);
      if (snapshot.state.outbox.length === 0) return Promise.resolve({ snapshot, failures: [] });
      return new Promise((done) => {
        const resolve = (delivered: Delivered) => {
          states.set(service, delivered.snapshot.state);
          done(delivered);
        };
        if (waiting.length === 0) waitingSince = clock.elapsed();
        waiting = [...waiting, { debtor: debtorOf(service, snapshot, now), resolve }];
        if (!isBusy) void work();
      });
    },
    close: () => closing.abort(),
  };
}
