/** One cause is one message: what goes out together in a run, and who gets what through a filter. */

import fc from 'fast-check';
import { type Shard, WHOLE } from '../../../../lambda/core/config/shard';
import { nextGroups } from '../../../../lambda/core/deliver/groups';
import { UnansweredError, UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import type { Receiver, ReceiverFilter } from '../../../../lambda/core/deliver/receiver';
import type { Alert } from '../../../../lambda/core/message/alert';
import { contentOf } from '../../../../lambda/core/message/forms/content';
import { attributesOf, type NotificationAttributes } from '../../../../lambda/core/message/forms/sns-message';
import type { Notification } from '../../../../lambda/core/message/notification';
import { summaryOf } from '../../../../lambda/core/message/summary';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { slack } from '../../../../lambda/receivers/slack/form';
import { matterAlerts } from '../../../support/core/alerts';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { runs } from '../../../support/jest/lane';

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

it('incidents that are no outages go together only if they have one reason, at the beginning and at the end', () => {
  const owing = (kind: 'condition' | 'objective', reason: string, which: 0 | 2) => {
    const alert = matterAlerts({ kind, reason, message: '' })[which];
    return { service: reason, pending: { next: undefined as never, thread: null, alert } };
  };
  for (const which of [0, 2] as const) {
    const all = [
      owing('condition', 'slow', which),
      owing('condition', 'restarting', which),
      owing('condition', 'slow', which),
      owing('objective', 'availability_burns_fast', which),
    ];
    const groups = nextGroups(all, { groupFrom: 1, bySubject: true }).map((group) =>
      group.map(({ service }) => service),
    );
    expect(groups).toEqual([['slow', 'slow'], ['restarting'], ['availability_burns_fast']]);
  }
});

describe('six services', () => {
  it('that fail in one run make one message, and one when they recovered', async () => {
    const { process, shown } = begin();
    await process.run(1, all('http_503'));
    expect(shown()).toEqual(['opened a,b,c,d,e,f']);
    await process.run(2, all('well'));
    expect(shown()).toEqual(['resolved a,b,c,d,e,f']);
  });

  it('go without the one that fails before them and after them, which their messages name as also failing', async () => {
    const { process, outputs, shown } = begin();
    await process.run(0, all('well'));
    await process.run(1, { ...all('well'), f: 'http_503' });
    await process.run(2, all('http_503'));
    await process.run(3, { ...all('well'), f: 'http_503' });
    expect(outputs.notifications.map(({ alsoFailing }) => alsoFailing)).toEqual([[], ['f'], ['f']]);
    expect(shown()).toEqual(['opened f', 'opened a,b,c,d,e', 'resolved a,b,c,d,e']);
  });

  it('are all counted as down now, also those of another severity, unless other invocations have some of them', async () => {
    const linesOf = async (shard: Shard) => {
      const outputs = memoryOutputs();
      const of = (id: string) => ({ severity: id < 'c' ? ('warning' as const) : ('critical' as const) });
      const process = startProcess(outputs, { of, shard });
      await process.run(1, all('well'));
      await process.run(2, { ...all('well'), f: 'http_503' });
      await process.run(3, all('http_503'));
      return outputs.notifications.map(summaryOf).filter((line) => line.includes('more services'));
    };
    expect(await linesOf(WHOLE)).toEqual([expect.stringMatching(/^3 more services are down, 6 of 6 now: /)]);
    expect(await linesOf({ index: 0, count: 2 })).toEqual([expect.stringMatching(/^3 more services are down: /)]);
  });

  it('name at their end no service as still down that began to fail at another time', async () => {
    const outputs = memoryOutputs();
    const process = startProcess(outputs);
    for (const minute of [1, 2, 3]) await process.run(minute, { ...all('well'), f: 'http_503' });
    await process.run(4, { ...all('well'), a: 'http_503', f: 'http_503' });
    for (const minute of [5, 6, 7]) await process.run(minute, { ...all('well'), f: 'http_503' });
    const ends = outputs.notifications.filter(({ alerts }) => alerts[0].event === 'resolved');
    expect(ends.map(({ alsoFailing }) => alsoFailing)).toEqual([[]]);
  });

  it('name no other as also failing while the beginning of its relapse could not be sent', async () => {
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
    expect(shown()).toEqual(['opened e,d,c,a,b']);
  });

  it('go singly if fewer than groupFrom fail, and never together if it is never', async () => {
    const { process, shown } = begin();
    await process.run(1, { ...all('well'), a: 'http_503', b: 'http_503' });
    expect(shown()).toEqual(['opened a', 'opened b']);
    const outputs = memoryOutputs();
    await startProcess(outputs, { groupFrom: null }).run(1, all('http_503'));
    expect(outputs.notifications).toHaveLength(6);
  });
});

describe('a thread', () => {
  it('is that in which an incident began, for each of its later alerts', async () => {
    const { process, outputs } = begin();
    await process.run(0, { ...all('well'), f: 'http_503' });
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
    expect(shown()).toEqual(['opened a,b,c,d', 'opened e', 'opened f', 'resolved a,b,c,d', 'resolved e', 'resolved f']);
  });

  it('is kept by outages that relapsed before their beginning could be sent', async () => {
    const { process, outputs } = begin();
    outputs.failing.add('send');
    // The second outage within half an hour ends only after some healthy runs.
    const story = ['http_503', 'well', 'http_503', 'well', 'http_503'];
    for (const [minute, reason] of story.entries()) await process.run(minute, all(reason));
    outputs.failing.clear();
    await process.run(5, all('http_503'));
    for (let minute = 6; minute < 40; minute++) await process.run(minute, all('well'));
    const of = (event: string) => outputs.notifications.filter(({ alerts }) => alerts[0].event === event);
    expect(of('opened').map(({ alerts }) => alerts.length)).toEqual([6, 6]);
    expect(of('resolved').map(({ threadId }) => threadId)).toEqual(of('opened').map(({ threadId }) => threadId));
  });
});

describe('a group that can not be sent', () => {
  it('is due from each of its services, and comes again with its true time', async () => {
    const { process, outputs, shown } = begin();
    outputs.failing.add('send opened a,b');
    const { failures } = await process.run(1, all('http_503'));
    expect(failures).toEqual([
      {
        output: 'alerts',
        service: null,
        message: expect.stringMatching(/^the notification of 6 services, of which the first says "a is down.*fails$/),
      },
    ]);
    expect(NAMES.map((id) => unsentAlerts(storedState(outputs, id)).length)).toEqual([1, 1, 1, 1, 1, 1]);
    outputs.failing.clear();
    await process.run(2, all('http_503'));
    expect(shown()).toEqual(['opened a,b,c,d,e,f']);
    expect(new Set(outputs.sent.map(({ at }) => at))).toEqual(new Set(['2026-03-01T12:01:00.000Z']));
  });

  it('costs no other group its place', async () => {
    const { process, outputs, shown } = begin();
    await process.run(0, all('http_503', ['a', 'b', 'c', 'd']));
    shown();
    outputs.failing.add('send resolved');
    await process.run(1, { ...all('well', ['a', 'b', 'c', 'd']), e: 'http_503', f: 'http_503' });
    expect(shown()).toEqual(['opened e', 'opened f']);
  });

  it('goes one by one if it was refused for what it holds, so that one service costs the others nothing', async () => {
    const { outputs, shown } = begin();
    const send = async (notification: Notification) => {
      if (notification.alerts.some(({ message }) => message === 'it is dns_failure'))
        throw new UnfitError('c is refused');
      await outputs.send(notification);
    };
    const process = startProcess({ store: outputs.store, send });
    const { failures } = await process.run(1, { ...all('http_503'), c: 'dns_failure' });
    expect(failures).toMatchObject([
      { output: 'alerts', service: 'c', message: expect.stringContaining('is refused') },
    ]);
    // The worst first.
    expect(shown()).toEqual(['c', 'a', 'b', 'd', 'e', 'f'].map((id) => `opened ${id}`));
    const bare = outputs.sent[0];
    expect(bare).toMatchObject({ verdict: 'unreachable', reason: 'dns_failure', lastHealthy: null, clues: [] });
    expect(NAMES.flatMap((id) => unsentAlerts(storedState(outputs, id)))).toEqual([]);
    expect(await process.run(2, { ...all('http_503'), c: 'dns_failure' })).toMatchObject({ sent: [], failures: [] });
  });

  it.each([1, 6])('counts as sent if it is refused bare too: it would never go. Of %d services', async (count) => {
    const { outputs } = begin();
    let tries = 0;
    const send = async () => {
      tries++;
      throw new UnfitError('refused');
    };
    const failing = all('http_503', NAMES.slice(0, count));
    const process = startProcess({ store: outputs.store, send });
    const { failures } = await process.run(1, failing);
    expect(failures).toHaveLength(count);
    const triesAtFirst = tries;
    expect(triesAtFirst).toBe(count === 1 ? 2 : 13);
    expect(await process.run(2, failing)).toMatchObject({ failures: [] });
    expect(tries).toBe(triesAtFirst);
  });

  it('is sent again if its bare form is not answered', async () => {
    const { outputs, shown } = begin();
    let isAnswering = false;
    const send = async (notification: Notification) => {
      if (isAnswering) return outputs.send(notification);
      throw notification.alerts[0].message === 'it is http_503'
        ? new UnfitError('refused')
        : new UnansweredError('away');
    };
    const process = startProcess({ store: outputs.store, send });
    await process.run(1, { a: 'http_503' });
    expect(unsentAlerts(storedState(outputs, 'a'))).toMatchObject([{ event: 'opened', tries: 1 }]);
    isAnswering = true;
    await process.run(2, { a: 'http_503' });
    expect(shown()).toEqual(['opened a']);
  });

  it('and was not answered is still due from each of its services, and sent again', async () => {
    const { process, outputs } = begin();
    outputs.unanswered.add('send opened');
    await process.run(1, all('http_503'));
    expect(NAMES.flatMap((id) => unsentAlerts(storedState(outputs, id))).map(({ tries }) => tries)).toEqual(
      Array(6).fill(1),
    );
  });
});

describe('services of several severities and environments that fail together', () => {
  const of = (id: string) => ({
    severity: id < 'c' ? ('warning' as const) : ('critical' as const),
    environment: id === 'a' || id === 'c' ? 'staging' : 'production',
  });
  const FOUR = ['a', 'b', 'c', 'd'];
  const live = async (wants: ReceiverFilter['wants']) => {
    const outputs = memoryOutputs();
    const notifications: Notification[] = [];
    const hook: Receiver = {
      id: 'hook',
      send: async (notification) => void notifications.push(notification),
      filter: { wants, events: EVENTS, afterMs: 0 },
    };
    const process = startProcess(outputs, { more: [hook], of });
    await process.run(1, all('http_503', FOUR));
    await process.run(2, all('well', FOUR));
    return { topic: outputs.notifications, notifications };
  };
  const idsOf = ({ alerts }: Notification) => `${alerts[0].event} ${alerts.map(({ service }) => service.id).join()}`;

  it('make one message to a receiver that wants them all, the most severe first, and one in its thread when they are well', async () => {
    const { notifications } = await live(() => true);
    expect(notifications.map(idsOf)).toEqual(['opened c,d,a,b', 'resolved c,d,a,b']);
    expect(new Set(notifications.map(({ threadId }) => threadId)).size).toBe(1);
    expect(summaryOf(notifications[0] as Notification)).toMatch(/^4 of 4 services are down: HTTP 503/);
  });

  it('make a message of what the filter of a receiver lets through', async () => {
    const { notifications } = await live(({ service, severity }) => severity === 'critical' || service === 'b');
    expect(notifications.map(idsOf)).toEqual(['opened c,d,b', 'resolved c,d,b']);
  });

  it('go apart to the topic, whose subscriptions are filtered by each attribute alone, the most severe first', async () => {
    const { topic } = await live(() => true);
    expect(topic.map(idsOf)).toEqual(
      ['opened', 'resolved'].flatMap((event) => ['c', 'd', 'a', 'b'].map((id) => `${event} ${id}`)),
    );
  });

  it('are named as also failing to a receiver that knows of them, whatever their severity', async () => {
    const outputs = memoryOutputs();
    const notifications: Notification[] = [];
    const hook: Receiver = { id: 'hook', send: async (notification) => void notifications.push(notification) };
    const process = startProcess(outputs, { more: [hook], of });
    await process.run(1, { ...all('well', FOUR), a: 'http_503' });
    await process.run(2, { ...all('well', FOUR), a: 'http_503', d: 'http_503' });
    const outages = (all: readonly Notification[]) =>
      all
        .filter(({ alerts }) => alerts[0].kind === 'outage')
        .map((one) => `${idsOf(one)}, also ${one.alsoFailing.join()}`);
    expect(outages(notifications)).toEqual(['opened a, also ', 'opened d, also a']);
    expect(outages(outputs.notifications)).toEqual(['opened a, also ', 'opened d, also ']);
  });

  it('say in their texts which is which', async () => {
    const { notifications } = await live(() => true);
    const { facts, where } = contentOf(notifications[0] as Notification);
    expect(new Map(facts.flat()).get('Services')).toEqual([
      'c: critical; staging',
      'd: critical; production',
      'a: warning; staging',
      'b: warning; production',
    ]);
    expect(where).toBe('c.internal, d.internal, a.internal, 1 more (staging, production)');
    const { body } = slack.requestOf(notifications[0] as Notification, { url: 'https://hooks.test' }, 0);
    expect(body).toContain('shop · critical, warning · ');
  });
});

it('a group that is too large for one message is split, and all of it is marked', async () => {
  const { process, outputs } = begin();
  const ids = Array.from({ length: 1_000 }, (_, index) => `service-${index}-${'x'.repeat(50)}`);
  await process.run(1, all('http_503', ids));
  const sizes = outputs.notifications.map(({ alerts }) => alerts.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000);
  expect(sizes.length).toBeLessThan(20);
  expect(ids.flatMap((id) => unsentAlerts(storedState(outputs, id)))).toEqual([]);
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

  it('nobody gets an end without its beginning, nor an excluded alert but in one message with an alert that passes', async () => {
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
        const received = outputs.notifications.filter((notification) => passes(policy, attributesOf(notification)));
        const wanted = outputs.sent.filter((alert) => wants(policy, alert)).map(({ id }) => id);
        const got = received.flatMap(({ alerts }) => alerts);
        // All that the filter lets through, and in its order.
        expect(got.filter((alert) => wants(policy, alert)).map(({ id }) => id)).toEqual(wanted);
        for (const { alerts } of received) expect(alerts.some((alert) => wants(policy, alert))).toBe(true);
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
