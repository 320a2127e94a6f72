/** A store and a sink in memory, which write down every call and fail when a test says so. */

import { type NotificationSink, UnansweredError } from '../../../lambda/core/deliver/notification-sink';
import { type Receiver, TOPIC } from '../../../lambda/core/deliver/receiver';
import type { Alert } from '../../../lambda/core/message/alert';
import { fits } from '../../../lambda/core/message/forms/sns-message';
import type { Notification } from '../../../lambda/core/message/notification';
import { nextRevision, refusedSave, type StoredState } from '../../../lambda/core/state/store';
import { storedForm } from '../../../lambda/core/state/stored-state';
import type { LocalStore } from '../../../local/store/memory-store';

export interface MemoryOutputs {
  readonly store: LocalStore;
  readonly send: NotificationSink;
  /** The one receiver: what is sent to it goes by way of `send`. */
  readonly receivers: readonly Receiver[];
  /** `load`, `save user-service 1` (the revision that it becomes), `send opened a` or `send opened a,b`, in the order of their beginning. */
  readonly calls: string[];
  /** The alerts that have arrived. */
  readonly sent: Alert[];
  /** The notifications that have arrived. */
  readonly notifications: Notification[];
  /** What is stored, as JSON would give it back. */
  readonly stored: Map<string, StoredState>;
  /** Fails a call while it names it: by its first words, such as `load`, `save user-service` or `send`. It does nothing. */
  readonly failing: Set<string>;
  /** As `failing`, for the next call alone. */
  readonly failingOnce: Set<string>;
  /** Saves that find that another run was faster, though none was. */
  readonly overtaken: Set<string>;
  /** As `failing`, for calls that take effect and whose answer is lost. */
  readonly unanswered: Set<string>;
}

/** A failing call rejects. */
export function memoryOutputs(): MemoryOutputs {
  const calls: string[] = [];
  const sent: Alert[] = [];
  const notifications: Notification[] = [];
  const stored = new Map<string, StoredState>();
  const failing = new Set<string>();
  const failingOnce = new Set<string>();
  const overtaken = new Set<string>();
  const unanswered = new Set<string>();
  const isIn = (names: ReadonlySet<string>, name: string) => [...names].some((start) => name.startsWith(start));
  const call = async (name: string) => {
    calls.push(name);
    await Promise.resolve();
    if (failingOnce.delete(name) || isIn(failing, name)) throw new Error(`${name} fails`);
  };
  const outputs: MemoryOutputs = {
    store: {
      load: async () => {
        await call('load');
        return [...stored.values()];
      },
      save: async (service, state, expected) => {
        const revision = nextRevision(expected);
        const name = `save ${service} ${revision}`;
        await call(name);
        if (isIn(overtaken, name)) return 'conflict';
        const found = stored.get(service)?.revision ?? null;
        if (found !== expected) return refusedSave(expected, found);
        stored.set(service, storedAs(service, revision, storedForm(state)));
        if (isIn(unanswered, name)) throw new Error(`nobody answers ${name}`);
        return 'saved';
      },
    },
    send: async (notification) => {
      const { alerts } = notification;
      const name = `send ${alerts[0].event} ${alerts.map(({ service }) => service.id).join()}`;
      await call(name);
      notifications.push(notification);
      sent.push(...alerts);
      if (isIn(unanswered, name)) throw new UnansweredError(`nobody answers ${name}`);
    },
    receivers: [{ id: TOPIC, fits, isBySubject: true, send: (notification) => outputs.send(notification) }],
    calls,
    sent,
    notifications,
    stored,
    failing,
    failingOnce,
    overtaken,
    unanswered,
  };
  return outputs;
}

/**
 * As a real store does: a text is kept, and nothing that is changed later changes it. It is made once it is asked for: most saves are never
 * read. `form` is the stored form of a state.
 */
export function storedAs(service: string, revision: number, form: unknown): StoredState {
  let read: unknown;
  return {
    service,
    revision,
    get state() {
      read ??= JSON.parse(JSON.stringify(form));
      return read;
    },
  };
}
