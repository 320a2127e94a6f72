/** Saves what a run has found, with what is due by then, sends that to each receiver, marks it as sent, and saves again. */

import type { Notification } from '../message/notification';
import type { Advanced } from '../state/advance-facts';
import { type SavingPorts, saveState } from '../state/save-state';
import type { Snapshot } from '../state/snapshot';
import { messageOf, type RunFailure } from '../words/run-failure';
import { type Debtor, debtorOf, markedDebtor, pauses } from './debtors';
import type { Receiver } from './receiver';
import type { ReceiverNews } from './refusal';
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
  /** What receivers have done with what they were sent; those that were sent nothing are left out. */
  readonly news: readonly ReceiverNews[];
}

/** How long after the start of a run what is due goes out although verdicts are missing, in milliseconds; the last time when all are there. */
const ROUNDS_AFTER_MS = [5_000, 15_000];

/** An alert may come twice, but is never lost. Never rejects. */
export async function deliver(advancing: readonly Promise<Advanced>[], context: DeliveryContext): Promise<Delivered> {
  const { clock, receivers, start } = context;
  const debtors = new Map<string, Debtor>();
  const snapshots = new Map<string, Snapshot>();
  const sending: SendingResult = { sent: [], failures: [], records: [] };
  const senders = receivers.map((receiver) => createSender(receiver, portOf(debtors), sending, context));
  let missing = advancing.length;
  /** When the last round opened, by `clock.elapsed`. */
  let closedAt: number | null = null;
  /** By service: what is being saved before anything is sent of it. */
  const saves = new Map<string, Promise<void>>();
  const all = Promise.all(
    advancing.map(async (one) => {
      const advanced = await one;
      snapshots.set(advanced.id, advanced.before);
      sending.failures.push(...advanced.failures);
      debtors.set(advanced.id, debtorOf(advanced));
      missing -= 1;
    }),
  );
  /**
   * Marks what is due by then, and saves it. A save that hangs delays its own service alone: the others go on in the next round. Whether it is
   * the last round: all verdicts are there, and saved.
   */
  const openRound = async (afterMs: number): Promise<boolean> => {
    if (missing > 0) await within(all, start + afterMs, context);
    if (context.signal?.aborted) return true;
    const hasAll = missing === 0;
    for (const [id, debtor] of debtors) {
      if (debtor.isMarked || saves.has(id)) continue;
      const marked = mark(debtor, sending, context);
      saves.set(
        id,
        saveMarked(marked, debtors, sending, context).finally(() => saves.delete(id)),
      );
    }
    const next = ROUNDS_AFTER_MS.find((one) => start + one > clock.elapsed()) ?? Number.POSITIVE_INFINITY;
    if (saves.size > 0) await within(Promise.all(saves.values()), start + next, context);
    if (!hasAll || saves.size > 0) return false;
    closedAt = clock.elapsed();
    return true;
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
  const failures = [...sending.failures, ...recorded, ...pausing(debtors, context)];
  return { snapshots, sent: sending.sent, failures, news: senders.flatMap((sender) => sender.news() ?? []) };
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

/** Marks what is due. If that can't be done, which should never occur, it costs no other service anything. */
function mark(debtor: Debtor, sending: SendingResult, context: DeliveryContext): Debtor {
  try {
    return markedDebtor(debtor, context.receivers, context);
  } catch (error) {
    const message = `this is a bug in statuswatch, please report it: what is due can't be found: ${messageOf(error)}`;
    sending.failures.push({ output: 'alerts', service: debtor.id, message });
    return { ...debtor, isMarked: true };
  }
}

/**
 * What was found and what is due is saved before anything is sent. If another run was faster, it has found the same, and sends: this one
 * forgets what it found.
 */
async function saveMarked(
  marked: Debtor,
  debtors: Map<string, Debtor>,
  sending: SendingResult,
  context: DeliveryContext,
): Promise<void> {
  const saved = marked.isChanged ? await save(marked, sending, context) : marked;
  if (saved === null) debtors.delete(marked.id);
  else debtors.set(marked.id, saved);
}

/** What was sent is marked in the store. If another run was faster, this process remembers it. */
async function saveAll(debtors: Map<string, Debtor>, sending: SendingResult, context: DeliveryContext): Promise<void> {
  const changed = [...debtors.values()].filter(({ isMarked, isChanged }) => isMarked && isChanged);
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
  // A store that is away says so once.
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
