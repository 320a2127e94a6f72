/** Has the alerts of a run sent: what is due is marked and saved, sent to each receiver, marked as sent, and saved again. */

import type { Notification } from '../message/notification';
import type { SaveOutcome } from '../state/keep-facts';
import { type SavingPorts, saveState } from '../state/save-state';
import type { Snapshot } from '../state/snapshot';
import type { RunFailure } from '../words/run-failure';
import { type Debtor, debtorOf, markedDebtor, pauses } from './debtors';
import type { Receiver } from './receiver';
import { createSender, type Debtors, type SendingContext, type SendingResult } from './sender';

export interface DeliveryContext extends SendingContext, SavingPorts {
  readonly receivers: readonly Receiver[];
  /** When the run began, by `clock.elapsed`. */
  readonly start: number;
  /** Once it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

export interface Delivered {
  /** By service: the state after all that was sent. */
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly sent: readonly Notification[];
  readonly failures: readonly RunFailure[];
}

/** How long after the start of a run what is due goes out although verdicts are missing, in milliseconds; the last time when all are there. */
const ROUNDS_AFTER_MS = [5_000, 15_000];

/** An alert may come twice, but is never lost. Never rejects. */
export async function deliver(keeping: readonly Promise<SaveOutcome>[], context: DeliveryContext): Promise<Delivered> {
  const { clock, receivers, start } = context;
  const debtors = new Map<string, Debtor>();
  const snapshots = new Map<string, Snapshot>();
  const sending: SendingResult = { sent: [], failures: [], records: [] };
  const senders = receivers.map((receiver) => createSender(receiver, portOf(debtors), sending, context));
  let missing = keeping.length;
  let closedAt = missing === 0 ? clock.elapsed() : null;
  const all = Promise.all(
    keeping.map(async (one) => {
      const kept = await one;
      snapshots.set(kept.id, kept.snapshot);
      sending.failures.push(...kept.failures);
      if (!kept.isLost) debtors.set(kept.id, debtorOf(kept));
      missing -= 1;
      if (missing === 0) closedAt = clock.elapsed();
    }),
  );
  /** Marks what is due by then. Whether it is the last round: all verdicts are there. */
  const openRound = async (afterMs: number): Promise<boolean> => {
    if (missing > 0) await within(all, start + afterMs, context);
    if (context.signal?.aborted) return true;
    const isLast = missing === 0;
    await markAll(debtors, sending, context);
    return isLast;
  };
  let opening = Promise.resolve(false);
  const rounds = [...ROUNDS_AFTER_MS, Number.POSITIVE_INFINITY].map((afterMs) => {
    opening = opening.then((isOver) => isOver || openRound(afterMs));
    return opening;
  });
  let saving = Promise.resolve();
  // Each receiver goes from round to round by itself: none waits for another one.
  const sendAll = senders.map(async (sender) => {
    for (const round of rounds) {
      const isLast = await round;
      if (context.signal?.aborted) return;
      await sender.sendAll(isLast ? closedAt : null);
      saving = saving.then(() => saveAll(debtors, sending, context));
      if (isLast) return;
    }
  });
  await Promise.all([opening, ...sendAll]);
  await saving;
  for (const [id, { snapshot }] of debtors) snapshots.set(id, snapshot);
  const recorded = (await Promise.all(sending.records)).flat();
  return { snapshots, sent: sending.sent, failures: [...sending.failures, ...recorded, ...pausing(debtors, context)] };
}

function portOf(debtors: Map<string, Debtor>): Debtors {
  return {
    all: () => [...debtors.values()],
    states: () => new Map([...debtors].map(([id, { snapshot }]) => [id, snapshot.state])),
    update: (service, change) => {
      const debtor = debtors.get(service);
      if (debtor) debtors.set(service, change(debtor));
    },
  };
}

/** Waits for all verdicts, or until the time is over. */
async function within(all: Promise<unknown>, until: number, { clock }: DeliveryContext): Promise<void> {
  const leftMs = until - clock.elapsed();
  if (leftMs <= 0) return;
  if (leftMs === Number.POSITIVE_INFINITY) return void (await all);
  const done = new AbortController();
  await Promise.race([all, clock.sleep(leftMs, done.signal)]);
  done.abort();
  // Whatever woke it: before that time only all verdicts will do.
  if (clock.elapsed() < until) await all;
}

/**
 * What is due is saved before anything is sent. If another run was faster, that one sends; but if the facts could not be saved, that run may be
 * this one: its save took effect, and only the answer was lost.
 */
async function markAll(debtors: Map<string, Debtor>, sending: SendingResult, context: DeliveryContext): Promise<void> {
  const unmarked = [...debtors.values()].filter(({ isMarked }) => !isMarked);
  const marking = unmarked.map(async (debtor) => {
    const marked = markedDebtor(debtor, context.receivers, context);
    const saved = marked.isChanged ? await save(marked, sending, context) : marked;
    if (saved === null && !debtor.mayRepeat) debtors.delete(debtor.id);
    else debtors.set(debtor.id, saved ?? { ...marked, isChanged: false });
  });
  await Promise.all(marking);
}

/** What was sent is marked in the store. If another run was faster, this process remembers it. */
async function saveAll(debtors: Map<string, Debtor>, sending: SendingResult, context: DeliveryContext): Promise<void> {
  const changed = [...debtors.values()].filter(({ isChanged }) => isChanged);
  const saving = changed.map(async (debtor) => {
    const saved = (await save(debtor, sending, context)) ?? { ...debtor, isChanged: false };
    const latest = debtors.get(debtor.id) ?? debtor;
    // Another receiver may have been sent something meanwhile: that is saved next.
    const { revision } = saved.snapshot;
    debtors.set(debtor.id, latest === debtor ? saved : { ...latest, snapshot: { ...latest.snapshot, revision } });
  });
  await Promise.all(saving);
}

/** `null` if another run was faster. */
async function save(debtor: Debtor, sending: SendingResult, context: DeliveryContext): Promise<Debtor | null> {
  const { id, now, snapshot, mayRepeat } = debtor;
  const saved = await saveState(id, snapshot, now, context);
  // A store that is away has said so when the facts were saved.
  if (!mayRepeat) sending.failures.push(...saved.failures);
  return saved.snapshot && { ...debtor, snapshot: saved.snapshot, isChanged: false, mayRepeat: saved.snapshot.unsaved };
}

/** While what was not answered waits before it is sent again, receivers have not been notified: the run has failed. */
function pausing(debtors: ReadonlyMap<string, Debtor>, context: DeliveryContext): readonly RunFailure[] {
  const waiting = [...debtors.values()].filter((debtor) =>
    context.receivers.some((receiver) => pauses(debtor, receiver, context)),
  );
  const [first, ...others] = waiting.map(({ id }) => id);
  if (first === undefined) return [];
  const [service, whose] = others.length === 0 ? [first, first] : [null, `${waiting.length} services`];
  const message = `alerts of ${whose} were sent and not answered: they are sent again after a pause`;
  return [{ output: 'alerts', service, message }];
}
