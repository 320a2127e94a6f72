/** A world of receivers that refuse and take again: processes on one store, which may run at once, may die between any two calls, and have parts of their own. */

import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import { type Receiver, TOPIC } from '../../../../lambda/core/deliver/receiver';
import type { ReceiverStore } from '../../../../lambda/core/deliver/receiver-record';
import { noticeKey, noticeSummary, type ReceiverNotice } from '../../../../lambda/core/message/receiver-notice';
import type { StateStore } from '../../../../lambda/core/state/store';
import { DEPLOYMENT } from '../../../../lambda/core/words/ids';
import { leftOf, type Process, startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { memoryReceivers } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

export const RECEIVERS = [TOPIC, 'pager', 'phone'] as const;
export type ReceiverId = (typeof RECEIVERS)[number];

const REMINDING = { failureThreshold: 1, successThreshold: 1, remindEveryMs: MINUTE_MS };

/** What becomes of what a receiver is sent: `unanswered` arrives, `lost` does not, and who sends sees no difference. */
export type SendingIs = 'taken' | 'refused' | 'unanswered' | 'lost';

export interface SentNotice {
  readonly to: string;
  readonly minute: number;
  readonly notice: ReceiverNotice;
}

/** The process dies at this call of its run, before or after it has taken effect. */
export interface Death {
  readonly atCall: number;
  readonly isAfter: boolean;
}

export interface WorldOptions {
  /** Whether each process has a part of the services; otherwise each has all. */
  readonly hasParts?: boolean;
  /** More about receivers. */
  readonly of?: (id: string) => Partial<Receiver>;
}

interface Life {
  readonly process: Process;
  readonly death: Promise<void>;
  dieAt(death: Death | null): void;
}

export function createRefusalsWorld({ hasParts = false, of = () => ({}) }: WorldOptions = {}) {
  const outputs = memoryOutputs();
  const records = memoryReceivers();
  const notices: SentNotice[] = [];
  /** The minutes in which each receiver was sent something in vain. */
  const refused = new Map<string, Set<number>>(RECEIVERS.map((id) => [id, new Set()]));
  const story: string[] = [];
  const failures: string[] = [];
  const sendingIs = new Map<string, SendingIs>();
  /** The ids of receivers that have left the config. */
  const left = new Set<string>();
  const options = { isSilenced: false, isStoreAway: false };
  let minute = 0;

  const start = (index: number): Life => {
    let calls = 0;
    let dying: (Death & { readonly from: number }) | null = null;
    let isDead = false;
    let die: () => void = () => undefined;
    const death = new Promise<void>((resolve) => {
      die = resolve;
    });
    const never = new Promise<never>(() => undefined);
    const call = async <Result>(effect: () => Promise<Result>): Promise<Result> => {
      calls++;
      for (let turn = 0; turn < (calls + index) % 3; turn++) await null;
      if (isDead) return never;
      if (dying === null || dying.from + dying.atCall !== calls) return effect();
      isDead = true;
      if (dying.isAfter) await effect().catch(() => undefined);
      die();
      return never;
    };
    const stored = <Result>(effect: () => Promise<Result>) =>
      call(async () => {
        if (options.isStoreAway) throw new Error('the store is away');
        return effect();
      });
    const store: StateStore = {
      load: () => stored(() => outputs.store.load()),
      save: (service, state, expected) => stored(() => outputs.store.save(service, state, expected)),
    };
    const recordStore: ReceiverStore = {
      read: (ids) => stored(() => records.store.read(ids)),
      save: (id, record, read) => stored(() => records.store.save(id, record, read)),
    };
    const sendTo = (id: string, arrive: () => void) =>
      call(async () => {
        const is = sendingIs.get(id) ?? 'taken';
        if (is !== 'taken') refused.get(id)?.add(minute);
        if (is === 'refused') throw new Error('refused with 401');
        if (is !== 'lost') arrive();
        if (is !== 'taken') throw new UnansweredError('no answer');
      });
    const receiverOf = (id: string): Receiver => ({
      id,
      send: () => sendTo(id, () => undefined),
      sendNotice: (notice) =>
        sendTo(id, () => {
          notices.push({ to: id, minute, notice });
          story.push(`  ${id} from ${index}: ${noticeSummary(notice)}`);
        }),
      ...of(id),
    });
    const [topic, ...others] = RECEIVERS.map(receiverOf) as [Receiver, ...Receiver[]];
    const clock = { now: () => NOW + minute * MINUTE_MS, elapsed: () => 0, sleep: async () => undefined };
    // A config that changes begins another process.
    const more = others.filter(({ id }) => !left.has(id));
    const receiverKeeper = createReceiverKeeper({
      store: recordStore,
      receivers: [topic, ...more].map(({ id }) => id),
      clock,
    });
    const silences = { read: async (now: number) => (options.isSilenced ? [silenceAt(NOW, { until: now + 1 })] : []) };
    const process = startProcess(
      { ...topic, store },
      {
        groupFrom: null,
        clock,
        more,
        receiverKeeper,
        silences,
        of: () => ({ alerts: REMINDING }),
        ...(hasParts && { part: { shard: index, shards: 2 }, others: [index === 0 ? 'b' : 'a'] }),
      },
    );
    return {
      process,
      death,
      dieAt: (next) => {
        dying = next && { ...next, from: calls };
      },
    };
  };
  const lives = [start(0), start(1)];

  /** A run of some processes at once. The services fail always, and each receiver is reminded of that in each run. */
  const run = async (at: number, who: readonly number[] = [0], dies: Death | null = null) => {
    minute = at;
    const states = [...sendingIs].map(([id, is]) => `${id} ${is}`).join(', ');
    story.push(`minute ${at}: process ${who.join(' and ')}${dies ? `, dies at ${dies.atCall}` : ''}; ${states}`);
    await Promise.all(
      who.map(async (index, which) => {
        const life = lives[index] as Life;
        if (which === 0) life.dieAt(dies);
        const found = hasParts ? { [index === 0 ? 'a' : 'b']: 'http_503' } : { a: 'http_503', b: 'http_503' };
        const done = await Promise.race([life.process.run(at, found), life.death]);
        if (done) failures.push(...done.failures.map(({ message }) => message));
        else lives[index] = start(index);
      }),
    );
  };
  return {
    outputs,
    records,
    notices,
    refused,
    story,
    failures,
    sendingIs,
    options,
    run,
    /** The processes end, and others begin. */
    restart: () => void lives.splice(0, 2, start(0), start(1)),
    left,
    /** What each was notified of since the last look, in the order in which it was. */
    take: () => {
      const taken = notices.splice(0);
      return RECEIVERS.flatMap((id) =>
        taken.filter(({ to }) => to === id).map(({ to, notice }) => `${to}: ${noticeSummary(notice)}`),
      );
    },
    /** What the store has as open or owed. */
    open: () => (outputs.stored.has(DEPLOYMENT) ? leftOf(outputs, DEPLOYMENT) : []),
    keyOf: ({ to, notice }: SentNotice) => `${to}: ${noticeKey(notice)}`,
  };
}

export type RefusalsWorld = ReturnType<typeof createRefusalsWorld>;
