/** Sends what the services of a run owe, in one place, and marks what was sent. So an alert may come twice, and never not at all. */

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
  /** Whether the store was read: if not, what is sent can't be marked there. */
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
   * Takes over a service whose state has been saved, or could not be; resolves once what it owes was sent as far as
   * possible, and marked. `now` is the time of its check, in milliseconds since 1970. Never rejects.
   */
  accept(service: string, snapshot: Snapshot, now: number): Promise<Delivered>;
  /** Says that every service of the run has been handed over, or owes nothing. */
  close(): void;
}

/** After this time, in milliseconds, no further alert of a service is begun in a run: the rest has its next run. */
export const SENDING_LIMIT_MS = 5_000;
/** How long later alerts of a run wait for its last verdict, in milliseconds. */
const GATHERING_LIMIT_MS = 15_000;

/**
 * The first service that owes something is served at once. Later ones wait until the run has all its verdicts, so that
 * what it has to tell can be put together, but never longer than the limit: no service waits for another's trouble.
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
  // Also if nothing could be saved before: perhaps it can be by now, and then this process is not all that knows of it.
  const saved = await saveState(service, marked, now, ports.store);
  // If another run was faster, it still owes what was sent here: this process remembers that for its next run.
  return { snapshot: saved.snapshot ?? marked, sent, failures: unsaved ? failures : [...failures, ...saved.failures] };
}

interface Sending {
  readonly sent: readonly Alert[];
  /** The first that was sent without an answer. */
  readonly unanswered: Owed | null;
  readonly failures: readonly string[];
}

/** Stops at the first that can't be sent: what comes later must not be heard first. */
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
