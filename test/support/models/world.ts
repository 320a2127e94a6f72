/** One world for all models of alerts: a clock, services that answer, a store, receivers, and processes. What fails in a run is its script. */

import type { Config } from '../../../lambda/core/config/config';
import type { Shard } from '../../../lambda/core/config/shard';
import { createReceiverKeeper, type ReceiverKeeper } from '../../../lambda/core/deliver/keep-receivers';
import { type Receiver, TOPIC } from '../../../lambda/core/deliver/receiver';
import type { HistoryStore } from '../../../lambda/core/history/history-items';
import type { Alert } from '../../../lambda/core/message/alert';
import { fits } from '../../../lambda/core/message/forms/sns-message';
import { noticeSummary, type ReceiverNotice } from '../../../lambda/core/message/receiver-notice';
import type { VersionChange } from '../../../lambda/core/message/version-change';
import { notifiedOf } from '../../../lambda/core/notify/notified';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { Run } from '../../../lambda/core/run/run';
import { runCheck } from '../../../lambda/core/run/run-check';
import type { Outputs } from '../../../lambda/core/run/run-context';
import type { Silence } from '../../../lambda/core/silences/silence';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import type { StateStore } from '../../../lambda/core/state/store';
import { readState } from '../../../lambda/core/state/stored-state';
import { DEPLOYMENT } from '../../../lambda/core/words/ids';
import type { RunFailure } from '../../../lambda/core/words/run-failure';
import { createMemoryHistory } from '../../../local/store/memory-store';
import { type MemoryReceivers, memoryReceivers } from '../core/memory-receivers';
import { NOW } from '../core/observations';
import { virtualClock } from '../core/virtual-clock';
import { type Call, callsOf, cutsOff, type Pause, type Script, scriptWords } from './faults';
import { createWorldStore, knownBy, type WorldStore } from './world-store';

/** Whom a world notifies; it takes what it is sent, unless the script of a run says otherwise. */
export interface WorldReceiver extends Omit<Receiver, 'send' | 'sendNotice' | 'records' | 'changes'> {
  /** How many changes of version it takes in a request; missing if it wants none. */
  readonly mostChanges?: number;
}

export const THE_TOPIC: WorldReceiver = { id: TOPIC, isBySubject: true, fits };

export interface WorldOptions {
  /** The topic alone if this is missing. */
  readonly receivers?: readonly WorldReceiver[];
  readonly processes?: number;
  /** The services of each process, by id, if each has a shard of them. */
  readonly shards?: readonly (readonly string[])[];
  /** Whether receivers that refuse are incidents of the deployment. */
  readonly watchesReceivers?: boolean;
  readonly pause?: Pause;
  /** Called with each alert that a receiver is sent and does not refuse, also with one that is lost on its way. */
  readonly onSent?: (alert: Alert) => void;
}

/** One run of one process, what it finds, and all that goes wrong in it. */
export interface WorldRun {
  /** The config that the process has, with the services of all shards. */
  readonly config: Config;
  /** What a service answers; throws if the checker can't ask it. */
  readonly answer: (service: string, now: number) => Observation;
  /** That in words, for the story. */
  readonly words?: string;
  /** How long a service takes to answer, in milliseconds; 0 if this is missing. */
  readonly answerMs?: (service: string) => number;
  /** What is silenced or acknowledged. */
  readonly silences?: readonly Silence[];
  /** How far the time of day moves from the beginning of the run before; negative if the clock is set back. `null`: it is set right, a minute after the latest run. */
  readonly stepMs: number | null;
  /** How long after the others of the same time it begins. */
  readonly delayMs?: number;
  readonly script?: Script;
  /** Whether the process has begun anew since its last run, so that it remembers nothing. */
  readonly isNew?: boolean;
  /** The receivers of its config; those of the world if this is missing. */
  readonly receivers?: readonly WorldReceiver[];
  readonly meeting?: Meeting;
}

/** A moment of the world: a run, and the process whose run it is. */
interface Moment {
  /** Counted from 0, in the order in which runs began. */
  readonly run: number;
  readonly process: number;
  /** Which of all processes that there were, counted from 0. */
  readonly life: number;
}

export interface Arrival extends Moment {
  readonly receiver: string;
  readonly alert: Alert;
  /** Whether the store held that its incident is due when it arrived; for an end, that it is over too. */
  readonly isMarked: boolean;
  /** Whether its run could not use the store as it should. */
  readonly isCutOff: boolean;
}

export interface NoticeArrival extends Moment {
  readonly receiver: string;
  readonly notice: ReceiverNotice;
}

export interface VersionArrival extends Moment {
  readonly receiver: string;
  readonly change: VersionChange;
}

/** A receiver was sent something in a run, and did not answer that it took it. */
export interface VainSending {
  readonly receiver: string;
  /** When its run began, and when it was sent, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface World extends Omit<WorldStore, 'save' | 'ended'> {
  /** The alerts that arrived, in their order. */
  readonly arrivals: readonly Arrival[];
  readonly notices: readonly NoticeArrival[];
  readonly versions: readonly VersionArrival[];
  readonly vain: readonly VainSending[];
  /** When anything was sent that was not refused, by `elapsed`. */
  readonly sendingTimes: readonly number[];
  /** What a process has sent that is gone and could not use the store, and nobody else knows: see `knownBy`. */
  readonly forgotten: ReadonlySet<string>;
  readonly records: MemoryReceivers;
  readonly history: Pick<HistoryStore, 'read'>;
  /** What failed in runs that ended. */
  readonly failures: readonly RunFailure[];
  /** What happened, in words. */
  readonly story: string[];
  /** In milliseconds since 1970. */
  now(): number;
  /** When the latest run began. */
  begun(): number;
  /** Milliseconds since the beginning, whatever the time of day was set to. */
  elapsed(): number;
  /** A run of a process; `null` if it was killed. Runs may overlap. Nothing is saved before all of a `meeting` have read. */
  run(process: number, run: WorldRun): Promise<Run | null>;
  /** All processes end, and others begin. */
  restart(): void;
}

/** Where runs wait for each other. */
export interface Meeting {
  arrive(): void;
  readonly complete: Promise<void>;
}

export function meetingOf(count: number): Meeting {
  let missing = count;
  let open = () => {};
  const complete = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrive = () => {
    missing--;
    if (missing === 0) open();
  };
  return { arrive, complete };
}

/** What a process remembers of its runs. */
interface Life {
  readonly number: number;
  states: Snapshots;
  silences: readonly Silence[] | null;
  keeper: ReceiverKeeper | null;
  /** Makes the calls of its latest run. */
  call: Call;
}

const MINUTE_MS = 60_000;

export function createWorld(options: WorldOptions = {}): World {
  const { receivers: all = [THE_TOPIC], processes = 1, shards, watchesReceivers = false, onSent } = options;
  const clock = virtualClock(NOW);
  const { save, ended, ...memory } = createWorldStore();
  const { stored, marked } = memory;
  const records = memoryReceivers();
  const history = createMemoryHistory();
  const forgotten = new Set<string>();
  const arrivals: Arrival[] = [];
  const notices: NoticeArrival[] = [];
  const versions: VersionArrival[] = [];
  const vain: VainSending[] = [];
  const sendingTimes: number[] = [];
  const failures: RunFailure[] = [];
  const story: string[] = [];
  let runs = 0;
  let running = 0;
  let begun = NOW;
  let latest = NOW;
  let lifeCount = 0;

  const start = (): Life => ({
    number: lifeCount++,
    states: new Map(),
    silences: null,
    keeper: null,
    call: callsOf([], clock, jitterOf(0)).call,
  });
  const lives = Array.from({ length: processes }, start);
  const lifeOf = (process: number) => lives[process] as Life;

  /** Another process takes its place. Of what it sent without the store nobody knows, unless the store or another process does. */
  const replace = (process: number) => {
    const gone = lifeOf(process);
    lives[process] = start();
    const sent = arrivals.filter(({ life, isCutOff }) => life === gone.number && isCutOff);
    if (sent.length === 0) return;
    const states = [
      ...lives.flatMap((life) => [...life.states].map(([id, { state }]) => [id, state] as const)),
      ...[...stored].map(([id, { state }]) => [id, readState(state)] as const),
    ];
    for (const { receiver, alert } of sent) {
      const incident = alert.incidentId.split('/').at(-1) ?? '';
      const isKnown = states.some(([id, state]) => {
        if (id !== alert.service.id || state === null) return false;
        const { due, opened, over } = notifiedOf(state, incident, receiver);
        return (due ?? opened ?? over) !== null;
      });
      if (!isKnown) forgotten.add(knownBy(receiver, alert.incidentId));
    }
  };

  const outputsOf = (moment: Moment, run: WorldRun, call: Call): Outputs => {
    const { process } = moment;
    const from = clock.now();
    const isCutOff = cutsOff(run.script ?? []);
    const store: StateStore = {
      load: ({ services, configured }) =>
        call({ name: 'load' }, () => {
          run.meeting?.arrive();
          return [...stored.values()].filter(
            ({ service }) => services.includes(service) || !configured.includes(service),
          );
        }),
      save: async (service, state, expected) => {
        await run.meeting?.complete;
        const saving = () => save(run.config.name, service, state, expected);
        return call<'saved' | 'conflict'>({ name: 'save', services: [service] }, saving, { onConflict: 'conflict' });
      },
    };
    const sendTo = (receiver: string, services: readonly string[], alerts: readonly Alert[], arrive: () => void) =>
      call({ name: 'send', receiver, services }, arrive, {
        onFate: (fate) => {
          if (fate !== 'fails') sendingTimes.push(clock.elapsed());
          if (fate !== null && typeof fate !== 'number') vain.push({ receiver, from, to: clock.now() });
          if (fate !== 'fails') for (const alert of alerts) onSent?.(alert);
        },
      });
    const receiverOf = ({ mostChanges, ...own }: WorldReceiver): Receiver => ({
      ...own,
      ...(mostChanges !== undefined && {
        changes: {
          wants: () => true,
          most: mostChanges,
          send: (changes) =>
            sendTo(
              own.id,
              changes.map(({ service }) => service.id),
              [],
              () => {
                for (const change of changes) {
                  versions.push({ ...moment, receiver: own.id, change });
                  story.push(`  ${own.id} from ${process}: ${change.summary}`);
                }
              },
            ),
        },
      }),
      send: ({ alerts }) =>
        sendTo(
          own.id,
          alerts.map(({ service }) => service.id),
          alerts,
          () => {
            for (const alert of alerts) {
              const isMarked =
                marked.has(knownBy(own.id, alert.incidentId)) &&
                (alert.event !== 'resolved' || ended.has(alert.incidentId));
              arrivals.push({ ...moment, receiver: own.id, alert, isMarked, isCutOff });
              story.push(`  ${own.id} from ${process}: ${alert.id}`);
            }
          },
        ),
      sendNotice: (notice) =>
        sendTo(own.id, [DEPLOYMENT], [], () => {
          notices.push({ ...moment, receiver: own.id, notice });
          story.push(`  ${own.id} from ${process}: ${noticeSummary(notice)}`);
        }),
      records: { keep: () => call({ name: 'record', receiver: own.id }, () => undefined) },
    });
    const receivers = receiversOf(run).map(receiverOf);
    const life = lifeOf(process);
    if (watchesReceivers) life.keeper ??= keeperOf(life, receivers);
    return {
      store,
      receivers,
      ...(life.keeper && { receiverKeeper: life.keeper }),
      history: {
        read: (wanted) => call({ name: 'history' }, () => history.read(wanted)),
        write: (service, updates) =>
          call({ name: 'history', services: [service] }, () => history.write(service, updates), { onConflict: false }),
      },
      silences: {
        read: (now) => call({ name: 'silences' }, () => (run.silences ?? []).filter(({ until }) => now < until)),
      },
      publish: () => call({ name: 'publish' }, () => undefined),
      links: { dashboard: null, logs: null },
    };
  };

  /** The process has it for as long as it lives: a config with other receivers begins another one. */
  const keeperOf = (life: Life, receivers: readonly Receiver[]) =>
    createReceiverKeeper({
      store: {
        read: (ids) => life.call({ name: 'receivers' }, () => records.store.read(ids)),
        save: (id, ...saving) =>
          life.call({ name: 'receivers', receiver: id }, () => records.store.save(id, ...saving), {
            onConflict: false,
          }),
      },
      receivers: receivers.map(({ id }) => id),
      clock,
    });

  const receiversOf = ({ receivers = all }: WorldRun) => receivers;
  /** The receivers as the config of a run has them, which is asked for no more than their ids. */
  const configuredFor = (run: WorldRun) =>
    receiversOf(run).filter(({ id }) => id !== TOPIC) as unknown as Config['receivers'];

  /** Sets the clock for a run; time passes only if no other run is under way. */
  const begin = (stepMs: number | null) => {
    begun = stepMs === null ? latest + MINUTE_MS : begun + stepMs;
    latest = Math.max(latest, begun);
    if (running === 0) clock.pass(Math.max(0, begun - clock.now()));
    clock.set(begun - clock.now());
  };

  const runOnce = async (process: number, run: WorldRun): Promise<Run | null> => {
    if (run.isNew) replace(process);
    const number = runs++;
    begin(run.stepMs);
    if (run.delayMs) await clock.run(clock.sleep(run.delayMs));
    const life = lifeOf(process);
    const { call, killed, hangs } = callsOf(run.script ?? [], clock, options.pause ?? jitterOf(process));
    life.call = call;
    const { services } = run.config;
    const own = shards?.[process];
    const isOwn = (id: string) => own?.includes(id) ?? true;
    const checking = runCheck(
      { ...run.config, services: services.filter(({ id }) => isOwn(id)), receivers: configuredFor(run) },
      {
        probe: async ({ url }) => {
          if (options.pause !== undefined) await options.pause();
          const service = new URL(url).hostname.split('.')[0] ?? '';
          const takesMs = run.answerMs?.(service) ?? 0;
          if (takesMs > 0) await clock.sleep(takesMs);
          return run.answer(service, clock.now());
        },
        // No two runs have the same time, also if the clock was set back by whole minutes: ids of incidents are made of it.
        clock: { now: () => clock.now() + number, elapsed: clock.elapsed, sleep: clock.sleep },
        outputs: outputsOf({ run: number, process, life: life.number }, run, call),
      },
      {
        remembered: life.states,
        requestedSilences: life.silences,
        ...(shards && { shard: shardOf(process, shards.length), others: services.filter(({ id }) => !isOwn(id)) }),
      },
    );
    const ending = checking.then((done) => {
      life.states = done.states;
      life.silences = done.requestedSilences;
      failures.push(...done.failures);
      return done;
    });
    const done = await clock.run(Promise.race([ending, killed])).catch((error) => {
      // What hangs is killed.
      if (hangs()) return null;
      throw error;
    });
    if (done === null) {
      story.push(`  process ${process} dies`);
      replace(process);
    }
    return done;
  };

  return {
    ...memory,
    arrivals,
    notices,
    versions,
    vain,
    sendingTimes,
    forgotten,
    records,
    history,
    failures,
    story,
    now: clock.now,
    begun: () => begun,
    elapsed: clock.elapsed,
    run: async (process, run) => {
      story.push(beginningWords(process, run));
      running++;
      try {
        return await runOnce(process, run);
      } finally {
        running--;
      }
    },
    restart: () => {
      for (const process of lives.keys()) replace(process);
    },
  };
}

function shardOf(index: number, count: number): Shard {
  return { index, count };
}

/** Processes that run at once don't take the same time for each call. */
function jitterOf(process: number): Pause {
  let pauses = 0;
  return async () => {
    pauses++;
    for (let turn = 0; turn < (pauses + process) % 3; turn++) await null;
  };
}

function beginningWords(
  process: number,
  { stepMs, words, script = [], isNew, receivers, silences = [] }: WorldRun,
): string {
  return [
    `process ${process}${isNew ? ', begun anew' : ''}`,
    stepMs === null ? 'set right' : `${stepMs / MINUTE_MS} min later`,
    ...(words === undefined ? [] : [words]),
    ...(receivers === undefined ? [] : [`notifies ${receivers.map(({ id }) => id).join(', ')}`]),
    ...(script.length === 0 ? [] : [scriptWords(script)]),
    ...silences.map(
      ({ kind = 'silence', services, until }) => `${kind} of ${services?.join() ?? 'all'} until ${until}`,
    ),
  ].join('; ');
}
