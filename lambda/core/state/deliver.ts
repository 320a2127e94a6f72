/** Sends the alerts that the services of a run owe, then marks them as sent: an alert may come twice, but is never lost. */

import type { Alert } from '../message/alert';
import { SENT_KEPT, sentAlert } from '../message/sent-alert';
import type { Clock } from '../words/clock';
import { messageOf, type RunFailure } from '../words/run-failure';
import { type AlertSink, UnansweredError } from './alert-sink';
import { isDue, type Owed, settle, unansweredAt } from './outbox';
import { saveState } from './save-state';
import type { Snapshot } from './snapshot';
import type { StateStore } from './store';

export interface DeliveryPorts {
  /** Whether the store was read: if not, sent alerts can't be marked there. */
  readonly certain: boolean;
  readonly store: StateStore;
  readonly send: AlertSink;
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
}

export interface Delivered {
  readonly snapshot: Snapshot;
  readonly sent: readonly Alert[];
  readonly failures: readonly RunFailure[];
}

export interface Delivery {
  /**
   * Takes a service whose state was saved, or could not be saved. Resolves when its alerts were sent, as far as possible,
   * and marked. `now` is the time of its check, in milliseconds since 1970. Never rejects.
   */
  accept(service: string, snapshot: Snapshot, now: number): Promise<Delivered>;
  /** Call this when all services of the run were accepted, or owe nothing. */
  close(): void;
}

/** After this time, in milliseconds, a run starts no further alert of a service: the rest waits for the next run. */
export const SENDING_LIMIT_MS = 5_000;
/** How long the alerts after the first one wait for the last verdict of the run, in milliseconds. */
const GATHERING_LIMIT_MS = 15_000;

/**
 * The alerts of the first service are sent at once. Those of later services wait until the run has all its verdicts, so
 * that they can be sent together, but never longer than the limit: no service waits long for another one that is slow.
 */
export function openDelivery(ports: DeliveryPorts): Delivery {
  const closing = new AbortController();
  let gathered: Promise<void> | null = null;
  return {
    accept: async (service, snapshot, now) => {
      if (snapshot.state.outbox.length === 0) return { snapshot, sent: [], failures: [] };
      const waiting = gathered;
      gathered ??= ports.clock.sleep(GATHERING_LIMIT_MS, closing.signal);
      await waiting;
      return deliver(service, snapshot, now, ports);
    },
    close: () => closing.abort(),
  };
}

async function deliver(service: string, snapshot: Snapshot, now: number, ports: DeliveryPorts): Promise<Delivered> {
  const { state, unsaved } = snapshot;
  const outbox = unsaved ? state.outbox.map(mayBeRepeated) : state.outbox;
  const { sent, unanswered, failures: messages } = await sendInOrder(outbox, now, ports);
  const failures = messages.map((message): RunFailure => ({ output: 'alerts', service, message }));
  if (sent.length === 0 && unanswered === null) return { snapshot, sent, failures };
  const sentIds = sent.map(({ id }) => id);
  const owed = settle(state.outbox, new Set(sentIds));
  const marked: Snapshot = {
    ...snapshot,
    unsaved: true,
    sentIds: [...snapshot.sentIds, ...sentIds],
    state: {
      ...state,
      outbox: unanswered === null ? owed : owed.map((one, index) => (index === 0 ? unansweredAt(one, now) : one)),
      sent: [...state.sent, ...sent.map((alert) => sentAlert(alert, now))].slice(-SENT_KEPT),
    },
  };
  if (!ports.certain) return { snapshot: marked, sent, failures };
  // Try this even if the save before failed: if it works now, other processes know of the alerts too.
  const saved = await saveState(service, marked, now, ports.store);
  // If another run was faster, the store still has these alerts as owed: this process remembers them as sent.
  return { snapshot: saved.snapshot ?? marked, sent, failures: unsaved ? failures : [...failures, ...saved.failures] };
}

interface Sending {
  readonly sent: readonly Alert[];
  /** The alert that was sent without an answer; `null` if there was none. */
  readonly unanswered: Owed | null;
  readonly failures: readonly string[];
}

/** Stops at the first alert that can't be sent: a later alert must not arrive before it. */
async function sendInOrder(
  outbox: readonly Owed[],
  now: number,
  { send, clock }: Pick<DeliveryPorts, 'send' | 'clock'>,
): Promise<Sending> {
  const sent: Alert[] = [];
  const stop = (failure: string | null, unanswered: Owed | null = null) => ({
    sent,
    unanswered,
    failures: failure === null ? [] : [failure],
  });
  const start = clock.elapsed();
  for (const owed of outbox) {
    const { alert } = owed;
    if (!isDue(owed, now)) return stop(null);
    if (clock.elapsed() - start > SENDING_LIMIT_MS) {
      return stop(`${outbox.length - sent.length} alerts wait for the next run: sending is slow`);
    }
    try {
      await send(alert);
      sent.push(alert);
    } catch (error) {
      const failure = `the alert "${alert.summary}" can't be sent: ${messageOf(error)}`;
      return stop(failure, error instanceof UnansweredError ? owed : null);
    }
  }
  return stop(null);
}

function mayBeRepeated(owed: Owed): Owed {
  return { ...owed, alert: { ...owed.alert, possiblyRepeated: true } };
}
