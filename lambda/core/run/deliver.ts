/** The phases of a run after *advance*: explain, mark, save, notify, save. */

import type { ReceiverNews } from '../deliver/receiver-record';
import type { Notification } from '../message/notification';
import type { NeededService } from '../notify/behind';
import type { NotifiedOfAll } from '../notify/notified';
import type { Snapshot } from '../state/snapshot';
import { grouped } from '../words/in-batches';
import { errorMessage, type RunFailure } from '../words/run-failure';
import type { Advanced } from './advance';
import { type CheckedService, checkedService, markService, withState } from './checked-service';
import { explainOutages } from './explain-outages';
import { failingNeeded, type States } from './needed-services';
import { notifyReceiver } from './notify-receiver';
import type { ReceiverResult } from './progress';
import type { Checking, Known, Moment, Sending, Using, Watched } from './run-context';
import { saveServices } from './save-services';

export interface Delivered {
  /** The state of each service after sending. */
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly sent: readonly Notification[];
  readonly failures: readonly RunFailure[];
  /** The answers of receivers to what they were sent; receivers that were sent nothing are left out. */
  readonly news: readonly ReceiverNews[];
}

/**
 * Takes the services in two batches at most: those whose checks were done in time, and the rest. `rest` is `null` if there is none. Each
 * receiver goes from one batch to the next by itself: none waits for another. An alert may come twice, but is never lost. Never rejects.
 */
export async function deliver(
  inTime: readonly Advanced[],
  rest: Promise<readonly Advanced[]> | null,
  run: Preparing & Sending,
): Promise<Delivered> {
  const { receivers } = run.outputs;
  const first = await prepareBatch(inTime, rest === null ? inTime : null, run);
  const firstResults = receivers.map((receiver) =>
    notifyReceiver(receiver, first.services, { hasAllChecks: rest === null, earlier: null }, run),
  );
  const handled = finishBatch(first, firstResults, run);
  if (rest === null) return combineBatches([await handled]);

  const late = await rest;
  const last = await prepareBatch(late, [...inTime, ...late], run);
  const lastResults = receivers.map(async (receiver, index) => {
    const earlier = (await firstResults[index]) ?? null;
    return notifyReceiver(receiver, last.services, { hasAllChecks: true, earlier }, run);
  });
  return combineBatches([await handled, await finishBatch(last, lastResults, run)]);
}

type Preparing = Checking & Watched & Moment & Known & Using<'receivers' | 'store'>;

/** Services whose alerts may be sent: what is due is marked, and saved. */
interface Batch {
  /** The states before the batch, of all its services: a service whose save another run won keeps this state. */
  readonly before: ReadonlyMap<string, Snapshot>;
  readonly services: readonly CheckedService[];
  readonly failures: readonly RunFailure[];
}

/**
 * Explains, marks, and saves. `all` are the services of all batches; `null` if the checks of others are not done yet. A service that another
 * run saved first drops out: that run has found the same, and notifies people.
 */
async function prepareBatch(
  advanced: readonly Advanced[],
  all: readonly Advanced[] | null,
  run: Preparing,
): Promise<Batch> {
  const before = new Map(advanced.map(({ id, before: snapshot }) => [id, snapshot]));
  const found = advanced.flatMap(({ failures }) => failures);
  const known = (all ?? advanced).map(({ id, before, next }) => [id, next ?? before.state] as const);
  const states: States = new Map([...run.neededElsewhere, ...known]);
  const explained = await explainOutages(advanced, all, states, run);
  if (run.signal?.aborted) return { before, services: [], failures: found };
  const marked = explained.map((service) => mark(service, failingNeeded(service.id, states, run), run));
  const saved = await saveServices(
    marked.map(({ service }) => service),
    run,
  );
  return {
    before,
    services: saved.services,
    failures: [...found, ...marked.flatMap(({ failures }) => failures), ...saved.failures],
  };
}

interface FinishedBatch extends Pick<Delivered, 'snapshots' | 'failures'> {
  readonly results: readonly ReceiverResult[];
}

/** Joins the records of all receivers and saves them. If another run saved first, this process keeps them in memory. */
async function finishBatch(
  { before, services, failures }: Batch,
  notifying: readonly Promise<ReceiverResult>[],
  run: Moment & Known & Using<'store'>,
): Promise<FinishedBatch> {
  const results = await Promise.all(notifying);
  const notified = services.map((service) => withResults(service, results));
  const saved = await saveServices(notified, run);
  const known = [...saved.services, ...saved.lost];
  return {
    snapshots: new Map([...before, ...known.map(({ id, snapshot }) => [id, snapshot] as const)]),
    results,
    failures: [
      ...failures,
      ...results.flatMap((result) => result.failures),
      ...saved.failures,
      ...(await Promise.all(results.map(({ recording }) => recording))).flat(),
    ],
  };
}

/** The result of the batches of a run, which have different services. */
function combineBatches(batches: readonly FinishedBatch[]): Delivered {
  const results = batches.flatMap((batch) => batch.results);
  return {
    snapshots: new Map(batches.flatMap(({ snapshots }) => [...snapshots])),
    sent: results.flatMap(({ sent }) => sent),
    failures: batches.flatMap(({ failures }) => failures),
    news: [...grouped(results, ({ receiver }) => receiver)].flatMap(([receiver, own]) => newsOf(receiver, own) ?? []),
  };
}

/** The result of a receiver over all batches of a run: a fault, or that it accepted everything that was due; `null` if neither. */
function newsOf(receiver: string, results: readonly ReceiverResult[]): ReceiverNews | null {
  const fault = results.findLast((result) => result.fault !== null)?.fault ?? null;
  const busyUntil = results.findLast((result) => result.busyUntil !== null)?.busyUntil ?? null;
  const hasAcceptedAll =
    results.some(({ sent, isRenewed }) => isRenewed || sent.length > 0) && results.every(({ isAllSent }) => isAllSent);
  return fault !== null || hasAcceptedAll ? { receiver, fault, busyUntil } : null;
}

interface Marked {
  readonly service: CheckedService;
  readonly failures: readonly RunFailure[];
}

/** Marks what is due. A fault, which should never occur, does not affect other services. */
function mark(
  advanced: Advanced,
  needed: readonly NeededService[],
  { outputs, silencing }: Known & Using<'receivers'>,
): Marked {
  const service = checkedService(advanced);
  // If nothing was found, nothing becomes due.
  if (advanced.next === null) return { service, failures: [] };
  try {
    return { service: markService(service, outputs.receivers, needed, silencing), failures: [] };
  } catch (error) {
    const message = `this is a bug in statuswatch, please report it: due alerts can't be found: ${errorMessage(error)}`;
    return { service, failures: [{ output: 'alerts', service: service.id, message }] };
  }
}

/** The service with what each receiver knows of it now. The same object, if none was sent anything. */
function withResults(service: CheckedService, results: readonly ReceiverResult[]): CheckedService {
  const { state } = service.snapshot;
  return results.reduce((all, { receiver, services }) => {
    const own = services.get(service.id)?.snapshot.state;
    if (own === undefined || own === state) return all;
    const known = all.snapshot.state;
    return withState(all, { ...known, notified: withRecordsOf(receiver, known.notified, own.notified) });
  }, service);
}

/** The records of all receivers, with those of one receiver replaced by its own. */
function withRecordsOf(receiver: string, all: NotifiedOfAll, own: NotifiedOfAll): NotifiedOfAll {
  const entries = Object.entries(own).flatMap(([incident, records]) => {
    const record = records[receiver];
    return record === undefined ? [] : [[incident, { ...all[incident], [receiver]: record }] as const];
  });
  return { ...all, ...Object.fromEntries(entries) };
}
