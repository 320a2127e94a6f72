/** A world for model tests: a store, a receiver of alerts and processes, all of which fail as a plan says. */

import type { Config } from '../../../lambda/core/config/config';
import { TOPIC } from '../../../lambda/core/deliver/receiver';
import type { HistoryStore } from '../../../lambda/core/history/history-items';
import { type Alert, incidentIdOf } from '../../../lambda/core/message/alert';
import type { Run } from '../../../lambda/core/run/run';
import { runCheck } from '../../../lambda/core/run/run-check';
import type { RunPorts } from '../../../lambda/core/run/run-context';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import { nextRevision, refusedSave, type StateStore, type StoredState } from '../../../lambda/core/state/store';
import { storedForm } from '../../../lambda/core/state/stored-state';
import { createMemoryHistory } from '../../../local/store/memory-store';
import { type VirtualClock, virtualClock } from '../core/virtual-clock';
import { probeOf, type ServiceAnswer } from './model-verdicts';

/**
 * How one call of a port fails. `before`: nothing happened; `after`: it took effect all the same. `conflict` is what a
 * client that tries again by itself makes of a save whose first answer was lost.
 */
export type Fault = 'none' | 'before' | 'after' | 'conflict';

export interface Crash {
  /** Counted from 0: of all calls, or of those named by `of`. */
  readonly atCall: number;
  readonly of?: 'send' | 'save';
  readonly afterEffect: boolean;
}

/** One run, and all that goes wrong in it. */
export interface Plan {
  readonly health: Readonly<Record<string, ServiceAnswer>>;
  /** Of the calls of load, save, send, record and publish, in their order; none for those beyond. */
  readonly faults: readonly Fault[];
  /** From this call on nothing answers any more: the process has been killed. */
  readonly crash: Crash | null;
  readonly storeIs: 'up' | 'unreadable' | 'read-only';
  /** Without its network the checker reaches no service, whatever that would have answered. */
  readonly networkIs: 'up' | 'gone';
  /** A service of which every send fails, and every save fails or is never answered; the latter ends in a killed process. */
  readonly poison: { readonly service: string; readonly how: 'fails' | 'hangs' } | null;
  /** Whether the run is of the process of the run before, and remembers; a crash ends a process. */
  readonly sameProcess: boolean;
  /** What the clock does before the run, in whole minutes; negative where it steps back. `null`: it is set right, to a minute after the latest run. */
  readonly clockStepMs: number | null;
  /** A service that isn't in the config at this run. */
  readonly without: string | null;
}

export interface Delivery {
  readonly alert: Alert;
  /** The run that had begun last when it arrived, counted from 0. */
  readonly run: number;
  /** Whether the store held that its incident is due when it arrived; for an end, that it is over too. */
  readonly owed: boolean;
}

export interface Process {
  memory: Snapshots;
}

export interface World {
  readonly deliveries: readonly Delivery[];
  /** The `incidentId` of every incident that was ever stored as due. */
  readonly persisted: ReadonlySet<string>;
  /** By the `incidentId` of what was a duplicate in the end: that of the real incident. */
  readonly duplicateOf: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, StoredState>;
  readonly history: Pick<HistoryStore, 'read'>;
  /** In milliseconds since 1970. */
  now(): number;
  /** One run of a process; `null` where it was killed. Nothing is written before all of a `meeting` have read. */
  run(plan: Plan, process: Process, meeting?: Meeting): Promise<Run | null>;
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

/** Stands at every await of a port: a test can put other runs in between there. */
export type Pause = () => Promise<unknown>;

/** What a port does before it is said whether it failed. */
type Call = <Value>(port: Port, effect: () => Value, onConflict?: Value) => Promise<Value>;

interface Port {
  readonly name: 'load' | 'save' | 'send' | 'record' | 'publish';
  /** `null` where the call concerns all. */
  readonly service: string | null;
}

const MINUTE_MS = 60_000;
export const START = Date.parse('2026-03-01T12:00:00.000Z');

export function createWorld(config: Config, pause: Pause = async () => undefined): World {
  const stored = new Map<string, StoredState>();
  const persisted = new Set<string>();
  const owed = new Set<string>();
  const ended = new Set<string>();
  const isOwed = ({ event, incidentId }: Alert) =>
    owed.has(incidentId) && (event !== 'resolved' || ended.has(incidentId));
  const deliveries: Delivery[] = [];
  const duplicateOf = new Map<string, string>();
  const time = { base: START, latest: START, ticks: 0 };
  const kept = createMemoryHistory();
  const history: HistoryStore = {
    read: (wanted) => pause().then(() => kept.read(wanted)),
    write: (service, parts) => pause().then(() => kept.write(service, parts)),
  };
  let runs = -1;

  const keep = (service: string, state: ServiceState, expected: number | null) => {
    const found = stored.get(service)?.revision ?? null;
    if (found !== expected) return refusedSave(expected, found);
    // As a real store does: what is kept is a text, and nothing that is changed later changes it.
    const copy = JSON.parse(JSON.stringify(storedForm(state)));
    stored.set(service, { service, revision: nextRevision(expected), state: copy });
    for (const { id, over } of state.incidents) {
      const incidentId = incidentIdOf(config.name, service, { id });
      if (state.notified[id] !== undefined) persisted.add(incidentId);
      if (state.notified[id]?.[TOPIC]?.due != null) owed.add(incidentId);
      if (over !== null) ended.add(incidentId);
      if (over?.of !== undefined) duplicateOf.set(incidentId, incidentIdOf(config.name, service, { id: over.of }));
    }
    return 'saved' as const;
  };
  const storeOf = (call: Call, meeting: Meeting | undefined): StateStore => ({
    load: () =>
      call({ name: 'load', service: null }, () => {
        meeting?.arrive();
        return [...stored.values()];
      }),
    save: async (service, state, expected) => {
      await meeting?.complete;
      return call<'saved' | 'conflict'>({ name: 'save', service }, () => keep(service, state, expected), 'conflict');
    },
  });
  const portsOf = (plan: Plan, store: StateStore, call: Call, { elapsed, sleep }: VirtualClock): RunPorts => ({
    probe: probeOf(plan, pause),
    // No two readings are the same, also where the clock has stepped back by whole minutes.
    clock: { now: () => time.base + time.ticks++, elapsed, sleep },
    outputs: {
      store,
      history,
      receivers: [
        {
          id: TOPIC,
          send: ({ alerts }) =>
            call({ name: 'send', service: alerts.map(({ service }) => service.id).join() }, () => {
              for (const alert of alerts) deliveries.push({ alert, run: runs, owed: isOwed(alert) });
            }),
          records: { keep: () => call({ name: 'record', service: null }, () => undefined) },
        },
      ],
      publish: () => call({ name: 'publish', service: null }, () => undefined),
      links: { dashboard: null, logs: null },
    },
  });

  return {
    deliveries,
    persisted,
    duplicateOf,
    stored,
    history: kept,
    now: () => time.base + time.ticks,
    run: async (plan, process, meeting) => {
      if (!plan.sameProcess) process.memory = new Map();
      runs++;
      time.base = plan.clockStepMs === null ? time.latest + MINUTE_MS : time.base + plan.clockStepMs;
      time.latest = Math.max(time.latest, time.base);
      const services = config.services.filter(({ id }) => id !== plan.without);
      const { call, killed } = callsOf(plan, pause);
      const clock = virtualClock(START);
      const ports = portsOf(plan, storeOf(call, meeting), call, clock);
      const running = clock.run(runCheck({ ...config, services }, ports, { remembered: process.memory }));
      // What hangs is killed: all wait for it, and nobody for the clock.
      const ending = plan.poison?.how === 'hangs' ? running.catch(() => null) : running;
      const run = await Promise.race([ending, killed]);
      process.memory = run?.states ?? new Map();
      return run;
    },
  };
}

/** The calls of one run, which fail as planned; `killed` resolves when the process is. */
function callsOf({ faults, crash, storeIs, poison }: Plan, pause: Pause): { call: Call; killed: Promise<null> } {
  let calls = 0;
  const named = { send: 0, save: 0 };
  let isDead = false;
  let die: (value: null) => void = () => undefined;
  const killed = new Promise<null>((resolve) => {
    die = resolve;
  });
  const never = new Promise<never>(() => undefined);
  const call: Call = async ({ name, service }, effect, onConflict) => {
    const index = calls++;
    const isCrash = isCrashAt(crash, index, name === 'send' || name === 'save' ? { name, index: named[name]++ } : null);
    await pause();
    if (isDead) return never;
    if (poison !== null && poison.service === service) {
      // A receiver that does not answer keeps all alerts waiting, whatever they are about.
      if (poison.how === 'fails' || name === 'send') throw new Error('poisoned');
      return never;
    }
    if (storeIs === 'unreadable' && name === 'load') throw new Error('it can not be read');
    if (storeIs !== 'up' && name === 'save') throw new Error('it can not be written');
    if (isCrash) {
      isDead = true;
      if (crash?.afterEffect) effect();
      die(null);
      return never;
    }
    const fault = faults[index] ?? 'none';
    if (fault === 'before') throw new Error('it can not be reached');
    const value = effect();
    await pause();
    if (isDead) return never;
    if (fault === 'conflict' && onConflict !== undefined) return onConflict;
    if (fault !== 'none') throw new Error('the answer was lost');
    return value;
  };
  return { call, killed };
}

function isCrashAt(
  crash: Crash | null,
  index: number,
  among: { readonly name: 'send' | 'save'; readonly index: number } | null,
): boolean {
  if (crash === null) return false;
  if (crash.of === undefined) return crash.atCall === index;
  return crash.of === among?.name && crash.atCall === among.index;
}
