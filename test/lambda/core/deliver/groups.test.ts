/** One cause is one message: what goes out together in a run, and who hears what through a filter. */

import fc from 'fast-check';
import { type Part, WHOLE } from '../../../../lambda/core/config/part';
import { openDelivery } from '../../../../lambda/core/deliver/deliver';
import { nextGroups } from '../../../../lambda/core/deliver/groups';
import { UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import { attributesOf, type NotificationAttributes } from '../../../../lambda/core/forms/sns-message';
import type { Alert } from '../../../../lambda/core/message/alert';
import type { Notification } from '../../../../lambda/core/message/notification';
import { summaryOf } from '../../../../lambda/core/message/summary';
import { NO_SILENCING } from '../../../../lambda/core/silence/silencing';
import { owe } from '../../../../lambda/core/state/outbox';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import type { Snapshot } from '../../../../lambda/core/state/snapshot';
import { alertOn, matterAlerts, SERVICE } from '../../../support/alerts';
import { CLOCK, startProcess, storedState } from '../../../support/keeping';
import { runs } from '../../../support/lane';
import { memoryOutputs } from '../../../support/memory-outputs';
import { NOW } from '../../../support/observations';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const all = (reason: string, names = NAMES) => Object.fromEntries(names.map((id) => [id, reason]));

function begin() {
  const outputs = memoryOutputs();
  const process = startProcess(outputs);
  const shown = () =>
    outputs.notifications
      .splice(0)
      .map(({ alerts }) => `${alerts[0].event} ${alerts.map(({ service }) => service.id).join()}`);
  return { outputs, process, shown };
}

it('only what has one reason goes together, of what is no outage, at the beginning and at the end', () => {
  const owing = (kind: 'condition' | 'objective', reason: string, which: 0 | 2) => {
    const alert = matterAlerts({ kind, reason, message: '' })[which];
    return { service: reason, owed: { incident: 'i', thread: null, unanswered: 0, triedAt: 0, alert }, owedInAll: 1 };
  };
  for (const which of [0, 2] as const) {
    const all = [
      owing('condition', 'slow', which),
      owing('condition', 'restarting', which),
      owing('condition', 'slow', which),
      owing('objective', 'availability_burns_fast', which),
    ];
    const groups = nextGroups(all, 1).map((group) => group.map(({ service }) => service));
    expect(groups).toEqual([['slow', 'slow'], ['restarting'], ['availability_burns_fast']]);
  }
});

describe('six services', () => {
  it('that fail in one run make two messages, and two when they are well again', async () => {
    const { process, shown } = begin();
    await process.run(1, all('http_503'));
    expect(shown()).toEqual(['opened a', 'opened b,c,d,e,f']);
    await process.run(2, all('well'));
    expect(shown()).toEqual(['resolved a', 'resolved b,c,d,e,f']);
  });

  it('of which one fails on are well again but for that one, which the message names', async () => {
    const { process, outputs, shown } = begin();
    await process.run(1, all('http_503'));
    await process.run(2, { ...all('well'), f: 'http_503' });
    expect(outputs.notifications.map(({ alsoFailing }) => alsoFailing)).toEqual([[], ['a'], [], ['f']]);
    expect(shown()).toEqual(['opened a', 'opened b,c,d,e,f', 'resolved a', 'resolved b,c,d,e']);
  });

  it('are all counted as down now, also those of another severity, unless other invocations have some of them', async () => {
    const linesOf = async (part: Part) => {
      const outputs = memoryOutputs();
      const of = (id: string) => ({ severity: id < 'c' ? ('warning' as const) : ('critical' as const) });
      const process = startProcess(outputs, { of, part });
      await process.run(1, all('well'));
      await process.run(2, { ...all('well'), f: 'http_503' });
      await process.run(3, all('http_503'));
      return outputs.notifications.map(summaryOf).filter((line) => line.includes('more services'));
    };
    expect(await linesOf(WHOLE)).toEqual([expect.stringMatching(/^3 more services down, 6 of 6 now: /)]);
    expect(await linesOf({ shard: 0, shards: 2 })).toEqual([expect.stringMatching(/^3 more services down: /)]);
  });

  it('name no other whose beginning could not be sent yet, though it goes on from an earlier one', async () => {
    const { process, outputs } = begin();
    await process.run(1, { a: 'http_503', b: 'well' });
    await process.run(2, { a: 'well', b: 'well' });
    outputs.failing.add('send opened a');
    for (const [minute, reason] of [
      [3, 'http_503'],
      [4, 'well'],
      [5, 'http_503'],
    ] as const)
      await process.run(minute, { a: reason, b: 'well' });
    await process.run(6, { a: 'http_503', b: 'http_503' });
    expect(outputs.notifications.at(-1)).toMatchObject({ alerts: [{ service: { id: 'b' } }], alsoFailing: [] });
  });

  it('are shown the worst first', async () => {
    const { process, shown } = begin();
    await process.run(1, {
      ...all('well'),
      a: 'not_json',
      b: 'not_json',
      c: 'http_503',
      d: 'http_500',
      e: 'dns_failure',
    });
    expect(shown()).toEqual(['opened a', 'opened e,d,c,b']);
  });

  it('go singly if fewer than groupFrom fail, and never together if it is never', async () => {
    const { process, shown } = begin();
    await process.run(1, { ...all('well'), a: 'http_503', b: 'http_503', c: 'http_503' });
    expect(shown()).toEqual(['opened a', 'opened b', 'opened c']);
  });
});

describe('a thread', () => {
  it('is that in which an incident began, for each of its later alerts', async () => {
    const { process, outputs } = begin();
    await process.run(1, all('http_503'));
    const [first, group] = outputs.notifications.splice(0);
    expect(group?.threadId).toBe(group?.alerts[0].incidentId);
    await process.run(2, all('dns_failure'));
    await startProcess(outputs).run(3, all('well'));
    const threads = outputs.notifications.map(({ alerts, threadId }) => [alerts.length, threadId]);
    expect(threads).toEqual([
      [1, first?.threadId],
      [5, group?.threadId],
      [1, first?.threadId],
      [5, group?.threadId],
    ]);
  });

  it('is never mixed with another one: what began apart ends apart', async () => {
    const { process, shown } = begin();
    await process.run(1, { ...all('well'), a: 'http_503', b: 'http_503', c: 'http_503', d: 'http_503' });
    await process.run(2, { ...all('http_503') });
    await process.run(3, all('well'));
    expect(shown()).toEqual([
      ...['opened a', 'opened b,c,d', 'opened e', 'opened f'],
      ...['resolved a', 'resolved b,c,d', 'resolved e', 'resolved f'],
    ]);
  });

  it('is kept by an incident that people take for the one before, whose end is held', async () => {
    const { process, outputs } = begin();
    outputs.failing.add('send');
    // The second time within half an hour: its end is held, so that a third time goes on from it.
    const story = ['http_503', 'well', 'http_503', 'well', 'http_503'];
    for (const [minute, reason] of story.entries()) await process.run(minute, all(reason));
    outputs.failing.clear();
    await process.run(5, all('http_503'));
    for (let minute = 6; minute < 40; minute++) await process.run(minute, all('well'));
    const of = (event: string) =>
      outputs.notifications.filter(({ alerts }) => alerts.length > 1 && alerts[0].event === event);
    expect(of('opened')).not.toHaveLength(0);
    expect(of('resolved').map(({ threadId }) => threadId)).toEqual(of('opened').map(({ threadId }) => threadId));
  });

  it('is kept for what is still owed when its beginning is sent at last', async () => {
    const { process, outputs, shown } = begin();
    outputs.failing.add('send');
    await process.run(1, all('http_503'));
    await process.run(2, all('well'));
    outputs.failing.clear();
    await startProcess(outputs).run(3, all('well'));
    const threads = outputs.notifications.map(({ threadId }) => threadId);
    expect(shown()).toEqual(['opened a', 'opened b,c,d,e,f', 'resolved a', 'resolved b,c,d,e,f']);
    expect(threads.slice(2)).toEqual(threads.slice(0, 2));
  });
});

describe('a group that can not be sent', () => {
  it('is owed by each of its services, and comes again with the same ids', async () => {
    const { process, outputs, shown } = begin();
    outputs.failing.add('send opened b,c');
    const { failures } = await process.run(1, all('http_503'));
    expect(failures).toEqual([
      {
        output: 'alerts',
        service: null,
        message: expect.stringMatching(
          /^the notification of 5 services, of which the first says "b is unhealthy.*fails$/,
        ),
      },
    ]);
    expect(NAMES.map((id) => storedState(outputs, id).outbox.length)).toEqual([0, 1, 1, 1, 1, 1]);
    outputs.failing.clear();
    await process.run(2, all('http_503'));
    expect(shown()).toEqual(['opened a', 'opened b', 'opened c,d,e,f']);
  });

  it('costs no other group its place', async () => {
    const { process, outputs, shown } = begin();
    await process.run(0, all('http_503', ['a', 'b', 'c', 'd']));
    shown();
    outputs.failing.add('send resolved');
    await process.run(1, { ...all('well', ['a', 'b', 'c', 'd']), e: 'http_503', f: 'http_503' });
    expect(shown()).toEqual(['opened e', 'opened f']);
  });

  it('is sent singly if it was refused for what it holds, so that one service costs the others nothing', async () => {
    const { outputs } = begin();
    const send = async (notification: Notification) => {
      if (notification.alerts.some(({ service }) => service.id === 'c')) throw new UnfitError('c is refused');
      await outputs.send(notification);
    };
    const { failures } = await startProcess({ store: outputs.store, send }).run(1, all('http_503'));
    expect(failures).toMatchObject([{ service: 'c', message: expect.stringContaining('c is refused') }]);
    expect(outputs.sent.map(({ service }) => service.id)).toEqual(['a', 'b', 'd', 'e', 'f']);
    expect(storedState(outputs, 'c').outbox).toHaveLength(1);
  });

  it('and was not answered is owed by each of them, to be sent again after a pause', async () => {
    const { process, outputs } = begin();
    outputs.unanswered.add('send opened b,c');
    await process.run(1, all('http_503'));
    expect(NAMES.map((id) => storedState(outputs, id).outbox[0]?.unanswered)).toEqual([undefined, 1, 1, 1, 1, 1]);
  });
});

describe('gathering', () => {
  const owing = (id: string, more: Partial<ServiceState> = {}): Snapshot => {
    const alert = alertOn('opened', { service: { ...SERVICE, id } });
    return {
      state: { ...NEW_STATE, outbox: owe([], '1', alert), ...more },
      revision: null,
      unsaved: false,
      sentIds: [],
    };
  };

  it('ends with the last verdict, and after 15 s at the latest', async () => {
    const { store, send, notifications } = memoryOutputs();
    let elapsed = 0;
    const sleeps: { readonly milliseconds: number; readonly wake: () => void }[] = [];
    const clock = {
      now: () => NOW + elapsed,
      elapsed: () => elapsed,
      sleep: (milliseconds: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          sleeps.push({ milliseconds, wake: resolve });
          if (signal === undefined || signal.aborted) resolve();
          signal?.addEventListener('abort', () => resolve());
        }),
    };
    const delivery = openDelivery({
      store,
      send,
      clock,
      certain: true,
      silencing: NO_SILENCING,
      groupFrom: 3,
      watched: 9,
      part: WHOLE,
    });
    const arrived = () => notifications.map(({ alerts }) => alerts.length);
    await delivery.accept('a', owing('a'), NOW);
    expect(arrived()).toEqual([1]);
    const later = ['b', 'c', 'd'].map((id) => delivery.accept(id, owing(id), NOW));
    await new Promise(setImmediate);
    expect(arrived()).toEqual([1]);
    expect(sleeps[0]?.milliseconds).toBe(15_000);
    elapsed += 15_000;
    sleeps[0]?.wake();
    await Promise.all(later);
    expect(arrived()).toEqual([1, 3]);
    const last = ['e', 'f', 'g'].map((id) => delivery.accept(id, owing(id), NOW));
    delivery.close();
    await Promise.all(last);
    expect(arrived()).toEqual([1, 3, 3]);
    // What is accepted after the end is sent too.
    await delivery.accept('h', owing('h'), NOW);
    expect(arrived()).toEqual([1, 3, 3, 1]);
  });

  it('splits what is too large for one message, and marks all of it', async () => {
    const { store, send, notifications, stored } = memoryOutputs();
    const ids = Array.from({ length: 1_000 }, (_, index) => `service-${index}-${'x'.repeat(50)}`);
    const delivery = openDelivery({
      store,
      send,
      clock: CLOCK,
      certain: true,
      silencing: NO_SILENCING,
      groupFrom: 3,
      watched: 1_000,
      part: WHOLE,
    });
    const waiting = ids.map((id) => delivery.accept(id, owing(id), NOW));
    delivery.close();
    await Promise.all(waiting);
    const sizes = notifications.map(({ alerts }) => alerts.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000);
    expect(sizes.length).toBeLessThan(20);
    expect([...stored.values()].filter(({ state }) => (state as ServiceState).outbox.length > 0)).toEqual([]);
  });
});

/**
 * Amazon SNS matches each attribute on its own, and an attribute that is a list matches if any of its elements does.
 * Source: Amazon SNS developer guide, "Amazon SNS subscription filter policies": "For each matching property name in the
 * filter policy, at least one property value matches the message attribute value"; "String value matching": "For
 * String.Array type attributes, each element in the array is treated as a separate string for matching purposes."
 */
describe('filters stay true', () => {
  const services = ['a', 'b', 'c', 'd', 'e'];
  const of = (id: string) => ({
    severity: id < 'c' ? 'critical' : 'warning',
    environment: id === 'b' || id === 'd' ? 'production' : 'staging',
  });

  const filter = fc.record(
    {
      service: fc.uniqueArray(fc.constantFrom(...services), { minLength: 1 }),
      severity: fc.uniqueArray(fc.constantFrom('critical', 'warning', 'info'), { minLength: 1 }),
      environment: fc.uniqueArray(fc.constantFrom('production', 'staging'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  type Filter = Partial<Record<'service' | 'severity' | 'environment', readonly string[]>>;
  const passes = (policy: Filter, attributes: NotificationAttributes) =>
    Object.entries(policy).every(([name, values]) => {
      const value = attributes[name as keyof Filter];
      return (typeof value === 'string' ? [value] : value).some((one) => values.includes(one));
    });
  const wants = (policy: Filter, { service, severity }: Alert) =>
    (policy.service?.includes(service.id) ?? true) &&
    (policy.severity?.includes(severity) ?? true) &&
    (policy.environment?.includes(service.environment ?? 'unknown') ?? true);

  it('nobody hears an end without its beginning, nor what a filter excludes but beside what it lets through', async () => {
    const verdicts = fc.constantFrom('well', 'well', 'http_503', 'dns_failure');
    const story = fc.array(fc.tuple(...services.map(() => verdicts)), { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(
      story,
      filter,
      fc.integer({ min: 2, max: 4 }),
      async (found, policy, groupFrom) => {
        const outputs = memoryOutputs();
        const process = startProcess(outputs, { groupFrom, of });
        for (const [minute, reasons] of found.entries()) {
          await process.run(minute, Object.fromEntries(services.map((id, index) => [id, reasons[index] ?? 'well'])));
        }
        const heard = outputs.notifications.filter((notification) => passes(policy, attributesOf(notification)));
        const wanted = outputs.sent.filter((alert) => wants(policy, alert)).map(({ id }) => id);
        const got = heard.flatMap(({ alerts }) => alerts);
        // All that the filter lets through, and in its order.
        expect(got.filter((alert) => wants(policy, alert)).map(({ id }) => id)).toEqual(wanted);
        for (const { alerts } of heard) expect(alerts.some((alert) => wants(policy, alert))).toBe(true);
        const begun = new Set<string>();
        for (const alert of got.filter((one) => wants(policy, one))) {
          if (alert.event === 'opened') begun.add(alert.incidentId);
          expect(begun).toContain(alert.incidentId);
        }
      },
    );
    await fc.assert(property, { numRuns: runs(14) });
  });
});
