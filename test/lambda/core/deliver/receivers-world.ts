/** A world for the model of receivers: two processes on one store, which may run at once and may die, and three receivers with faults of their own. */

import fc from 'fast-check';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import { type Receiver, TOPIC } from '../../../../lambda/core/deliver/receiver';
import type { Alert } from '../../../../lambda/core/message/alert';
import { notifiedOf } from '../../../../lambda/core/notify/notified';
import type { Silence } from '../../../../lambda/core/notify/silences/silence';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import type { StateStore } from '../../../../lambda/core/state/store';
import { readState } from '../../../../lambda/core/state/stored-state';
import { ALERT_EVENTS } from '../../../../lambda/core/words/codes';
import { leftOf, type Process, startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

const SERVICES = ['a', 'b'] as const;
/** Of the first service: the incident of its budget is over two and a half hours after all is well. */
const OBJECTIVE = { availability: 0.999, responseTime: null, windowMs: 86_400_000 };
/** The third is notified only of what lasts, and only of beginnings and ends. */
export const SECOND_LINE = {
  id: 'second-line',
  filter: { wants: () => true, events: ['opened', 'resolved'], afterMs: 2 * MINUTE_MS },
} as const;
/** The second shows who is on what, as PagerDuty does. */
const PAGER = { id: 'pager', filter: { wants: () => true, events: ALERT_EVENTS, afterMs: 0 } } as const;
export const RECEIVERS = [TOPIC, PAGER.id, SECOND_LINE.id] as const;
const FILTERS: Readonly<Record<string, Receiver['filter']>> = {
  [PAGER.id]: PAGER.filter,
  [SECOND_LINE.id]: SECOND_LINE.filter,
};

/** `unanswered` takes effect, `lost` does not; who calls sees no difference. */
type StoreIs = 'up' | 'unreadable' | 'read-only' | 'unanswered';
type SendingIs = 'answered' | 'refused' | 'unanswered' | 'lost';

interface Turn {
  readonly minutes: number;
  /** The processes that run at once. */
  readonly who: readonly (0 | 1)[];
  readonly reasons: Readonly<Record<(typeof SERVICES)[number], string>>;
  /** The process that ran first dies at this call of its run, before or after it has taken effect. */
  readonly dies: { readonly atCall: number; readonly isAfter: boolean } | null;
}

/** Some turns with the same faults. */
export interface Spell {
  readonly turns: readonly Turn[];
  /** For each process. */
  readonly storeIs: readonly [StoreIs, StoreIs];
  /** For each receiver. */
  readonly sendingIs: readonly [SendingIs, SendingIs, SendingIs];
  /** For each process: the receiver that its config does not have; `null` if it has all. */
  readonly without: readonly [string | null, string | null];
  /** For how many minutes all is silenced from its beginning on; `null` if it is not. */
  readonly silencedFor: number | null;
  /** For how many minutes somebody is on what fails at its beginning; `null` if nobody is. */
  readonly ackedFor: number | null;
}

export interface Policy {
  readonly failureThreshold: number;
  readonly successThreshold: number;
  readonly remindEveryMs: number | null;
}

export interface ReceivedAlert {
  readonly receiver: string;
  readonly alert: Alert;
  /** The process that sent it, as counted from the beginning of the world. */
  readonly by: number;
  /** Whether that process could not read or write the store then. */
  readonly isAway: boolean;
}

const often = <Value>(usual: Value, ...rare: Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...Array<Value>(3).fill(usual), ...rare);
const reason = fc.constantFrom('well', 'well', 'http_503', 'http_503', 'dns_failure');
const storeIs = often<StoreIs>('up', 'unreadable', 'read-only', 'unanswered');
const missing = often<string | null>(null, ...RECEIVERS.slice(1));
const sendingIs = often<SendingIs>('answered', 'refused', 'unanswered', 'lost');

export function spellsOf({ mayDie }: { readonly mayDie: boolean }): fc.Arbitrary<Spell[]> {
  const dying = fc.record({ atCall: fc.integer({ min: 1, max: 12 }), isAfter: fc.boolean() });
  const turn: fc.Arbitrary<Turn> = fc.record({
    minutes: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 40 }) },
    ),
    who: fc.constantFrom<(readonly (0 | 1)[])[]>([0], [0], [1], [0, 1], [1, 0]),
    reasons: fc.record({ a: reason, b: reason }),
    dies: mayDie ? fc.option(dying, { freq: 7 }) : fc.constant(null),
  });
  const spell: fc.Arbitrary<Spell> = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
    storeIs: fc.tuple(storeIs, storeIs),
    sendingIs: fc.tuple(sendingIs, sendingIs, sendingIs),
    without: fc.tuple(missing, missing),
    silencedFor: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 3 }),
    ackedFor: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 3 }),
  });
  return fc.array(spell, { minLength: 1, maxLength: 8 });
}

export const policies: fc.Arbitrary<Policy> = fc.record({
  failureThreshold: fc.integer({ min: 1, max: 2 }),
  successThreshold: fc.integer({ min: 1, max: 2 }),
  remindEveryMs: fc.constantFrom(null, 3 * MINUTE_MS),
});

/** Turns in which nothing fails but the services, which are all alike. The processes run one after the other, and once both at once. */
export function quietSpell(reason: string, minutes: readonly number[]): Spell {
  const who = [[0], [1], [0, 1]] as const;
  const reasons = { a: reason, b: reason };
  return {
    turns: minutes.map((one, index) => ({ minutes: one, who: who[index % 3] ?? [0], reasons, dies: null })),
    storeIs: ['up', 'up'],
    sendingIs: ['answered', 'answered', 'answered'],
    without: [null, null],
    silencedFor: null,
    ackedFor: null,
  };
}

interface Life {
  readonly by: number;
  readonly process: Process;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
  /** It reads its config. */
  begin(): void;
  dieAt(call: number, isAfter: boolean): void;
  states: Snapshots;
}

export function createReceiversWorld(policy: Policy, groupFrom: number | null) {
  const outputs = memoryOutputs();
  const received: ReceivedAlert[] = [];
  const story: string[] = [];
  const bugs: string[] = [];
  /** What a process that has died sent while the store was away, and nobody else knows: `receiver incident`. */
  const unknown = new Set<string>();
  /** The processes that have died, as counted from the beginning. */
  const dead = new Set<number>();
  /** What was saved as due: `receiver incident`. */
  const promised = new Set<string>();
  let minute = 0;
  let silencedUntil = 0;
  let ack: Silence | null = null;
  let spell = quietSpell('well', []);
  let begun = 0;
  const at = () => NOW + minute * MINUTE_MS;

  const start = (index: 0 | 1): Life => {
    const by = begun++;
    let calls = 0;
    let dying: { readonly at: number; readonly isAfter: boolean } | null = null;
    let isDead = false;
    let die: () => void = () => undefined;
    const death = new Promise<void>((resolve) => {
      die = resolve;
    });
    const never = new Promise<never>(() => undefined);
    /** A call of this process: nothing comes of it once it is dead. */
    const call = async <Result>(effect: () => Promise<Result>): Promise<Result> => {
      calls++;
      for (let turn = 0; turn < (calls + index) % 3; turn++) await null;
      if (isDead) return never;
      if (dying?.at !== calls) return effect();
      isDead = true;
      if (dying.isAfter) await effect().catch(() => undefined);
      die();
      return never;
    };
    const failIf = (fails: boolean) => {
      if (fails) throw new Error('it fails');
    };
    const store: StateStore = {
      load: () =>
        call(async () => {
          failIf(spell.storeIs[index] === 'unreadable');
          return outputs.store.load();
        }),
      save: (service, state, expected) =>
        call(async () => {
          const is = spell.storeIs[index];
          failIf(is === 'unreadable' || is === 'read-only');
          const saved = await outputs.store.save(service, state, expected);
          if (saved === 'saved') promise(service, state);
          failIf(is === 'unanswered');
          return saved;
        }),
    };
    const receivers = RECEIVERS.map(
      (id, which): Receiver => ({
        id,
        ...(FILTERS[id] && { filter: FILTERS[id] }),
        send: ({ alerts }) =>
          call(async () => {
            const is = spell.sendingIs[which];
            const isAway = spell.storeIs[index] !== 'up';
            failIf(is === 'refused');
            if (is !== 'lost') received.push(...alerts.map((alert) => ({ receiver: id, alert, by, isAway })));
            if (is !== 'lost') story.push(...alerts.map((alert) => `  ${id} from ${index}: ${alert.id}`));
            if (is === 'lost' || is === 'unanswered') throw new UnansweredError('no answer');
          }),
      }),
    );
    const [topic, ...others] = receivers;
    const more: Receiver[] = [];
    const silences = {
      read: async (now: number) =>
        [silenceAt(NOW, { until: silencedUntil }), ...(ack ? [ack] : [])].filter(({ until }) => now < until),
    };
    const of = (id: string) => ({ alerts: policy, ...(id === 'a' && { objective: OBJECTIVE }) });
    const options = { groupFrom, silences, more, of };
    const process = startProcess({ store, send: (topic as Receiver).send }, options);
    return {
      by,
      process,
      death,
      begin: () => void more.splice(0, more.length, ...others.filter(({ id }) => id !== spell.without[index])),
      dieAt: (atCall, isAfter) => {
        dying = { at: calls + atCall, isAfter };
      },
      states: new Map(),
    };
  };
  const lives: [Life, Life] = [start(0), start(1)];

  const promise = (service: string, { notified }: Pick<ServiceState, 'notified'>) => {
    for (const [incident, records] of Object.entries(notified))
      for (const [receiver, { due }] of Object.entries(records))
        if (due !== null) promised.add(`${receiver} shop/${service}/${incident}`);
  };

  /** Of what people were notified while the store was away, and neither the store nor the other process knows it. */
  const bury = (index: 0 | 1) => {
    const others = [...lives[(1 - index) as 0 | 1].states].map(([id, { state }]) => [id, state] as const);
    const stored = [...outputs.stored].flatMap(([id, { state }]) => {
      const read = readState(state);
      return read === null ? [] : [[id, read] as const];
    });
    for (const { receiver, alert } of received.filter(({ by, isAway }) => by === lives[index].by && isAway)) {
      const isKnown = [...others, ...stored].some(([id, state]) => {
        const incident = alert.incidentId.split('/').at(-1) ?? '';
        const { due, opened, over } = notifiedOf(state, incident, receiver);
        return id === alert.service.id && (due ?? opened ?? over) !== null;
      });
      if (!isKnown) unknown.add(`${receiver} ${alert.incidentId}`);
    }
    dead.add(lives[index].by);
    story.push(`  process ${index} dies`);
    lives[index] = start(index);
  };

  const withoutWords = () => {
    if (spell.without.every((one) => one === null)) return '';
    return `, without ${spell.without.map((one) => one ?? 'nobody').join('/')}`;
  };

  const runTurn = async ({ minutes, who, reasons, dies }: Turn) => {
    minute += minutes;
    const silenced = `${at() < silencedUntil ? ', silenced' : ''}${ack && at() < ack.until ? ', acknowledged' : ''}`;
    story.push(
      `minute ${minute}: process ${who.join(' and ')}, ${SERVICES.map((id) => `${id} ${reasons[id]}`).join(', ')}, store ${spell.storeIs.join('/')}, sending ${spell.sendingIs.join('/')}${withoutWords()}${silenced}`,
    );
    const running = who.map(async (index, which) => {
      const life = lives[index];
      life.begin();
      if (dies !== null && which === 0) life.dieAt(dies.atCall, dies.isAfter);
      const run = await Promise.race([life.process.run(minute + index / 16, reasons), life.death]);
      if (!run) return bury(index);
      life.dieAt(0, false);
      life.states = run.states;
      bugs.push(...run.failures.map(({ message }) => message).filter((message) => message.includes('this is a bug')));
    });
    await Promise.all(running);
  };

  return {
    received,
    story,
    bugs,
    unknown,
    dead,
    promised,
    run: async (next: Spell) => {
      spell = next;
      if (next.ackedFor !== null) ack = ackAt(at(), { services: null, until: at() + next.ackedFor * MINUTE_MS });
      if (next.silencedFor !== null) silencedUntil = at() + next.silencedFor * MINUTE_MS;
      for (const turn of next.turns) await runTurn(turn);
    },
    left: () => SERVICES.flatMap((id) => leftOf(outputs, id).map((what) => `${id} ${what}`)),
  };
}

export type ReceiversWorld = ReturnType<typeof createReceiversWorld>;
