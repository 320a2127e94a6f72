/** Dependencies, minute by minute: who is notified, and which alerts are held back. `g` is the gateway, which `a`, `b` and `c` need. */

import type { Config, Service } from '../../../../lambda/core/config/config';
import { audiencesOf } from '../../../../lambda/core/deliver/audiences';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { mailText } from '../../../../lambda/core/message/forms/mail';
import type { Notification } from '../../../../lambda/core/message/notification';
import { behindPeriodsOf } from '../../../../lambda/core/notify/behind';
import { isHeldBackFromAll } from '../../../../lambda/core/notify/held-back';
import { overdueAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import type { Silence } from '../../../../lambda/core/silences/silence';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { readState } from '../../../../lambda/core/state/stored-state';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { NOW } from '../../../support/core/observations';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';
import type { Script } from '../../../support/models/faults';
import { modelConfig } from '../../../support/models/model-config';
import { answerOf } from '../../../support/models/model-verdicts';
import { createWorld, THE_TOPIC, type World, type WorldReceiver } from '../../../support/models/world';

/** The services that fail in a minute, a letter each. */
type Minute = string | (MinuteOptions & { readonly failing: string });

interface MinuteOptions {
  /** Minutes since the minute before; one if this is missing. */
  readonly after?: number;
  /** The services that take 20 s to answer. */
  readonly slow?: string;
  /** The services that the checker can't check. */
  readonly unchecked?: string;
  readonly silences?: readonly Silence[];
  /** For each process. */
  readonly scripts?: readonly Script[];
  /** The services in the config of each process; all if this is missing. */
  readonly configured?: readonly string[];
}

interface StoryOptions {
  /** Of a letter each. */
  readonly ids?: string;
  /** By its letter, what each service needs. */
  readonly needs?: Readonly<Record<string, string>>;
  readonly receivers?: readonly WorldReceiver[];
  /** The services of each process. */
  readonly shards?: readonly string[];
  /** More settings of a service, by its letter and the minute. */
  readonly of?: (id: string, minute: number) => Partial<Service>;
}

const IDS = 'gcbax';
const NEEDS = { a: 'g', b: 'g', c: 'g' };
const AT_ONCE = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };

interface Story {
  /** The alerts that arrived: `2 opened g` at the topic, `2 pager opened g` at another receiver. */
  readonly lines: readonly string[];
  readonly notifications: readonly Notification[];
  readonly world: World;
  readonly state: (id: string) => ServiceState;
}

async function storyOf(
  minutes: readonly Minute[],
  { ids = IDS, needs = NEEDS, receivers, shards, of = () => ({}) }: StoryOptions = {},
): Promise<Story> {
  const world = createWorld({
    processes: shards?.length ?? 1,
    ...(receivers && { receivers }),
    ...(shards && { shards: shards.map((own) => [...own]) }),
  });
  const configAt = (minute: number) =>
    modelConfig([...ids], (id) => ({ alerts: AT_ONCE, needs: [...(needs[id] ?? '')], ...of(id, minute) }));
  const notifications: Notification[] = [];
  const minuteOf: number[] = [];
  for (const [minute, given] of minutes.entries()) {
    const {
      failing,
      after = 1,
      slow = '',
      unchecked = '',
      silences = [],
      scripts = [],
      configured = [],
    } = optionsOf(given);
    for (const process of (shards ?? ['']).keys()) {
      minuteOf.push(minute);
      const done = await world.run(process, {
        config: withServices(configAt(minute), configured[process]),
        answer: (id) => {
          if (unchecked.includes(id)) throw new Error('EMFILE: too many open files');
          return answerOf(failing.includes(id) ? '503' : 'healthy', id);
        },
        answerMs: (id) => (slow.includes(id) ? 20_000 : 0),
        silences,
        stepMs: process > 0 || minute === 0 ? 0 : after * MINUTE_MS,
        script: scripts[process] ?? [],
      });
      notifications.push(...(done?.sent ?? []));
    }
  }
  return {
    lines: world.arrivals.map(({ run, receiver, alert: { event, kind, service } }) =>
      [
        minuteOf[run],
        ...(receiver === 'sns' ? [] : [receiver]),
        event,
        ...(kind === 'outage' ? [] : [kind]),
        service.id,
      ].join(' '),
    ),
    notifications,
    world,
    state: (id) => readState(world.stored.get(id)?.state) as ServiceState,
  };
}

function optionsOf(minute: Minute): Exclude<Minute, string> {
  return typeof minute === 'string' ? { failing: minute } : minute;
}

function withServices(config: Config, ids?: string): Config {
  return ids === undefined ? config : { ...config, services: config.services.filter(({ id }) => ids.includes(id)) };
}

async function linesOf(minutes: readonly Minute[], options?: StoryOptions): Promise<readonly string[]> {
  return (await storyOf(minutes, options)).lines;
}

const gatewayIsWarning = (id: string): Partial<Service> => ({ severity: id === 'g' ? 'warning' : 'critical' });
const gatewayIsPatient = (id: string): Partial<Service> =>
  id === 'g' ? { alerts: { ...AT_ONCE, failureThreshold: 3 } } : {};
/** Gets critical alerts only. */
const PAGER: readonly WorldReceiver[] = [
  { id: 'pager', filter: { wants: ({ severity }) => severity === 'critical', events: EVENTS, afterMs: 0 } },
];

const often = <Each extends Minute>(minute: Each, times: number): Each[] => Array<Each>(times).fill(minute);
const timeOf = (minute: number) => new Date(NOW + minute * MINUTE_MS).toISOString().slice(0, 16);

/** A receiver of the alerts about some services, a letter each. */
function receiverOf(id: string, services: string, afterMs = 0): WorldReceiver {
  return { id, filter: { wants: ({ service }) => services.includes(service), events: EVENTS, afterMs } };
}

describe('a failing gateway', () => {
  it('is one message with the services that need it, which counts them and names the failing ones', async () => {
    const { lines, notifications } = await storyOf(['', 'gab', 'gab', '', '']);
    expect(lines).toEqual(['1 opened g', '3 resolved g']);
    const [opened, resolved] = notifications.map(mailText);
    expect(opened).toMatch(/Needed by: 3 services, 2 of them are down: b, a\n/);
    expect(resolved).not.toContain('Needed by:');
    expect(notifications[1]?.alerts[0]).not.toHaveProperty('neededBy');
    expect(notifications[0]?.alerts[0].neededBy).toEqual({ services: 3, failing: 2, isWhole: true, named: ['b', 'a'] });
  });

  it('names first the services that people were notified of before', async () => {
    const { lines, notifications } = await storyOf(['', 'a', 'ga', 'gabc']);
    expect(lines).toEqual(['1 opened a', '2 opened g']);
    expect(notifications[1]?.alerts[0].neededBy).toMatchObject({ failing: 1, named: ['a'] });
    const together = await storyOf(['', 'a', 'gabc']);
    expect(together.notifications[1]?.alerts[0].neededBy).toMatchObject({ failing: 3, named: ['a', 'c', 'b'] });
  });

  it('names at most twenty services', async () => {
    const many = 'abcdefhijklmnopqrstuvwxyz';
    const needs = Object.fromEntries([...many].map((id) => [id, 'g']));
    const { notifications } = await storyOf(['', `g${many}`], { ids: `${many}g`, needs });
    expect(notifications[0]?.alerts[0].neededBy).toEqual({
      services: 25,
      failing: 25,
      isWhole: true,
      named: [...many.slice(0, 20)],
    });
    expect(mailText(notifications[0] as Notification)).toMatch(/25 of them are down: a, b, .*, u, 5 more\n/);
  });

  it('has a clue about other failing services only if they do not need it', async () => {
    const othersOf = async (failing: string) => {
      // The topic gets a message for each severity.
      const of = (id: string): Partial<Service> => ({ severity: id === 'x' ? 'warning' : 'critical' });
      const { notifications } = await storyOf(['', failing], { of });
      const [alert] = notifications.flatMap(({ alerts }) => alerts.filter(({ service }) => service.id === 'g'));
      return alert?.clues.flatMap(({ code, message }) => (code === 'others_failing' ? [message] : []));
    };
    expect(await othersOf('gab')).toEqual([]);
    expect(await othersOf('gabx')).toEqual([expect.stringMatching(/^also failing since 12:\d\d: x/)]);
    const needs = { a: 'bg', b: 'g' };
    const receivers = [receiverOf('team', 'gab')];
    const { notifications } = await storyOf(['', 'gabx'], { needs, receivers });
    expect(notifications[0]?.alerts[0].clues[0]?.message).toMatch(/^also failing since 12:\d\d: x/);
  });

  it('has no dependents in its alert if no service needs it', async () => {
    const { notifications } = await storyOf(['', 'x']);
    expect(notifications[0]?.alerts[0]).not.toHaveProperty('neededBy');
  });

  it('does not hold back a service that does not need it', async () => {
    expect(await linesOf(['', 'gax'])).toEqual(['1 opened g', '1 opened x']);
  });

  it('releases a service that still fails once it has been healthy for two runs', async () => {
    const { lines, notifications, state } = await storyOf(['', 'ga', 'ga', 'a', 'a', 'a', '']);
    expect(lines).toEqual(['1 opened g', '3 resolved g', '4 opened a', '6 resolved a']);
    const opened = notifications[2] as Notification;
    expect(opened.alerts[0].openedAt).toMatch(timeOf(1));
    expect(opened.alerts[0].silenced).toMatchObject({ behind: 'g', until: expect.stringMatching(timeOf(4)) });
    expect(mailText(opened)).toMatch(/Held back: until .*12:04.*, while g was down\n/);
    expect(state('a').heldAlerts).toMatchObject([{ hold: { id: 'g', kind: 'dependency' } }]);
  });

  it('continues to hold back a service if it fails again before that', async () => {
    expect(await linesOf(['', 'ga', 'a', 'ga', 'a', 'ga', 'a', 'a'])).toContain('7 opened a');
  });

  it('is the only alert if both recover together', async () => {
    const { lines, state } = await storyOf(['', 'ga', '', 'a', 'a']);
    // The second time the gateway is well, and has been for two runs a minute later.
    expect(lines).toEqual(['1 opened g', '2 resolved g', '3 opened a']);
    expect(state('a').incidents).toHaveLength(2);
  });

  it('holds back services before it is an incident', async () => {
    expect(await linesOf(['', 'ga', 'ga', 'ga'], { of: gatewayIsPatient })).toEqual(['3 opened g']);
    expect(await linesOf(['', 'ga', 'a', 'a'], { of: gatewayIsPatient })).toEqual(['3 opened a']);
  });

  it('holds back a service for one hour at most', async () => {
    const { lines, notifications } = await storyOf(['', 'g', ...often('ga', 62)]);
    expect(lines).toEqual(['1 opened g', '62 opened a']);
    expect(notifications[1]?.alerts[0]).toMatchObject({
      openedAt: expect.stringMatching(timeOf(2)),
      silenced: { behind: 'g', until: expect.stringMatching(timeOf(62)) },
    });
  });

  it('does not hold back the recovery of a service that was announced before', async () => {
    expect(await linesOf(['', 'a', 'ga', 'g', ''])).toEqual([
      '1 opened a',
      '2 opened g',
      '3 resolved a',
      '4 resolved g',
    ]);
  });

  it('holds back services also if its check is late: all are in the second batch', async () => {
    const { lines, world } = await storyOf(['', { failing: 'gax', slow: 'g' }, 'gax']);
    expect(lines).toEqual(['1 opened x', '1 opened g']);
    expect(world.arrivals[1]?.alert.neededBy).toMatchObject({ services: 3, failing: 1, isWhole: true });
  });

  it('holds back nothing if its check is late and healthy', async () => {
    expect(await linesOf(['', { failing: 'ax', slow: 'g' }])).toEqual(['1 opened x', '1 opened a']);
  });

  it.each([
    ['failing, until that is stale', 'ga', 'a', '10 opened a'],
    ['well for one run, until the next is due', '', 'a', '4 opened a'],
  ])('counts as in its last check if it can not be checked: %s', async (_, last, failing, opened) => {
    const minutes = ['', 'g', last, ...often({ failing, unchecked: 'g' }, 12)];
    expect((await linesOf(minutes)).filter((line) => line.includes('opened'))).toEqual(['1 opened g', opened]);
  });

  it('keeps the severity with which its incident opened', async () => {
    const of = (id: string, minute: number): Partial<Service> => ({
      severity: id === 'g' && minute > 1 ? 'warning' : 'critical',
    });
    expect(await linesOf(['', 'g', 'ga', 'ga'], { receivers: PAGER, of })).toEqual(['1 pager opened g']);
  });
});

describe('a chain', () => {
  const needs = { a: 'b', b: 'g' };

  it('of three failing services is one message', async () => {
    expect(await linesOf(['', 'gab'], { needs })).toEqual(['1 opened g']);
  });

  it('waits for the check of its first service', async () => {
    expect(await linesOf(['', { failing: 'gab', slow: 'g' }], { needs })).toEqual(['1 opened g']);
  });

  it('is not followed beyond one service: the last is not held back behind the first', async () => {
    const receivers = [receiverOf('ends', 'ag')];
    expect(await linesOf(['', 'gab'], { needs, receivers })).toEqual(['1 ends opened a', '1 ends opened g']);
  });

  it('releases the second service after the first has recovered, and then the third', async () => {
    expect(await linesOf(['', 'gab', 'ab', 'ab', 'ab', 'a', 'a'], { needs })).toEqual([
      '1 opened g',
      '2 resolved g',
      '3 opened b',
      '5 resolved b',
      '6 opened a',
    ]);
  });
});

it('a service that needs two is held back until both are healthy', async () => {
  const needs = { a: 'gb' };
  const { lines, world } = await storyOf(['', 'ga', 'gba', 'ba', 'ba', 'ba', 'a', 'a'], { needs });
  expect(lines).toEqual(['1 opened g', '2 opened b', '3 resolved g', '6 resolved b', '7 opened a']);
  expect(world.arrivals.at(-1)?.alert.silenced).toMatchObject({ behind: 'b' });
});

describe('a failing gateway that is silenced', () => {
  const until = NOW + 20 * MINUTE_MS;
  const asked = silenceAt(NOW, { services: ['g'], until });
  const planned = silenceAt(NOW, { services: ['g'], until, planned: true });
  const ack = ackAt(NOW + 2 * MINUTE_MS, { services: ['g'] });
  const during = (failing: string, silence: Silence): Minute => ({ failing, silences: [silence] });

  it('by a person holds back nothing', async () => {
    expect(await linesOf([during('', asked), during('ga', asked)])).toEqual(['1 opened a']);
  });

  it('until it is healthy, before it is an incident, holds back nothing', async () => {
    const untilWell = { ...asked, from: NOW + 1.5 * MINUTE_MS, untilWell: true };
    expect(await linesOf(['', 'g', during('ga', untilWell)], { of: gatewayIsPatient })).toEqual(['2 opened a']);
    expect(await linesOf(['', during('', asked), 'g', 'ga'], { of: gatewayIsPatient })).toEqual([]);
  });

  it('releases the services that it held back', async () => {
    expect(await linesOf(['', 'ga', during('ga', asked)])).toEqual(['1 opened g', '2 opened a']);
  });

  it('by planned maintenance holds back services', async () => {
    expect(await linesOf([during('', planned), during('ga', planned), during('ga', planned), 'ga'])).toEqual([
      '3 opened g',
    ]);
  });

  it('only by an acknowledgement holds back services', async () => {
    expect(await linesOf(['', 'g', 'g', during('ga', ack), during('gab', ack)])).toEqual(['1 opened g']);
  });

  it('holds back a service once the silence of that service is over', async () => {
    const both = silenceAt(NOW, { services: ['a'], until: NOW + 3 * MINUTE_MS });
    const { lines, world } = await storyOf(['', during('ga', both), during('ga', both), 'ga', 'ga', 'a', 'a']);
    expect(lines).toEqual(['1 opened g', '5 resolved g', '6 opened a']);
    expect(world.arrivals.at(-1)?.alert.silenced).toMatchObject({ behind: 'g' });
  });
});

describe('a receiver', () => {
  it('that gets no alerts about the gateway is notified at once', async () => {
    const receivers = [receiverOf('all', 'gab'), receiverOf('team', 'ab'), receiverOf('later', 'ab', 2 * MINUTE_MS)];
    const { lines, world } = await storyOf(['', 'ga', 'a', 'a', ''], { receivers });
    expect(lines).toEqual([
      '1 team opened a',
      '1 all opened g',
      '2 all resolved g',
      '3 all opened a',
      '3 later opened a',
      '4 all resolved a',
      '4 team resolved a',
      '4 later resolved a',
    ]);
    const opened = world.arrivals.filter(({ alert }) => alert.event === 'opened' && alert.service.id === 'a');
    expect(opened.map(({ receiver, alert }) => [receiver, alert.silenced?.behind])).toEqual([
      ['team', undefined],
      ['all', 'g'],
      ['later', undefined],
    ]);
  });

  it('of critical alerts only is notified at once if the gateway is not critical', async () => {
    expect(await linesOf(['', 'ga'], { of: gatewayIsWarning, receivers: PAGER })).toEqual(['1 pager opened a']);
  });

  it('with `after` waits for that and for the gateway', async () => {
    const receivers = [receiverOf('second', 'gab', 3 * MINUTE_MS)];
    expect(await linesOf(['', ...often('ga', 3), ...often('a', 3)], { receivers })).toEqual(['5 second opened a']);
    expect(await linesOf(['', ...often('ga', 5)], { receivers })).toEqual(['4 second opened g']);
  });

  it('that could not be notified before gets the alert without a hold', async () => {
    const receivers = [receiverOf('all', 'ga'), receiverOf('second', 'ga', MINUTE_MS)];
    const scripts: Script[] = [[{ call: 'send', of: 'all', fate: 'fails' }]];
    const { world, state } = await storyOf(['', { failing: 'a', scripts }, { failing: 'ga', scripts }, 'ga'], {
      receivers,
    });
    const opened = world.arrivals.find(({ receiver, alert }) => receiver === 'all' && alert.service.id === 'a');
    expect(state('a').heldAlerts).toMatchObject([{ hold: { kind: 'dependency' } }]);
    expect(opened?.alert).toMatchObject({ event: 'opened', silenced: null });
  });

  it('that could not be notified is overdue, although the alert is held back from others', async () => {
    const receivers = [receiverOf('all', 'gab'), receiverOf('team', 'ab')];
    const refusing: Script = [{ call: 'send', of: 'team', fate: 'fails' }];
    const { state } = await storyOf(['', { failing: 'ga', scripts: [refusing] }], { receivers });
    expect(overdueAlerts(state('a'), NOW + MINUTE_MS)).toMatchObject([{ receiver: 'team', event: 'opened' }]);
  });
});

it('an opening that was due before a silence names the silence', async () => {
  const silence = silenceAt(NOW + 2 * MINUTE_MS, { until: NOW + 4 * MINUTE_MS });
  const refusing: Script = [{ call: 'send', fate: 'fails' }];
  const silences = [silence];
  const { world } = await storyOf([
    '',
    { failing: 'x', scripts: [refusing] },
    ...often({ failing: 'x', silences }, 2),
    'x',
  ]);
  expect(world.arrivals.map(({ alert }) => alert.silenced)).toEqual([
    { until: new Date(silence.until).toISOString(), by: 'ana', reason: 'deploy 2.5.0', planned: false },
  ]);
});

describe('the topic', () => {
  const all = { protocol: 'email', endpoint: 'ana@example.org', services: null, severities: null, events: null };
  const topic = (...addresses: object[]): readonly WorldReceiver[] => [
    { ...THE_TOPIC, audiences: audiencesOf(addresses.map((own) => ({ ...all, ...own })) as never) },
  ];

  it.each([
    ['if all its addresses get both', [{}, { services: ['g', 'a'] }], ['1 opened g']],
    ['if one of them gets neither', [{}, { services: ['x'] }], ['1 opened g']],
    ['if one gets only the gateway', [{}, { services: ['g'] }], ['1 opened g']],
    ['if one of them gets only recoveries', [{}, { services: ['a'], events: ['resolved'] }], ['1 opened g']],
    ['if it has no known address', [], ['1 opened g']],
  ])('holds back services %s', async (_, addresses, expected) => {
    expect(await linesOf(['', 'ga'], { receivers: topic(...addresses) })).toEqual(expected);
  });

  it.each([
    ['of its services', [{}, { services: ['a', 'b'] }]],
    ['of its severities', [{}, { severities: ['critical'] }]],
  ])('holds back nothing if an address gets only the service, because %s', async (_, addresses) => {
    const lines = await linesOf(['', 'ga'], { receivers: topic(...addresses), of: gatewayIsWarning });
    expect(lines.toSorted()).toEqual(['1 opened a', '1 opened g']);
  });
});

it('a message does not count the services that it names as others', async () => {
  const all = { protocol: 'email', endpoint: 'ana@example.org', services: null, severities: null, events: null };
  const audiences = audiencesOf([all, { ...all, services: ['a', 'b'] }] as never);
  const { notifications } = await storyOf(['', 'x', 'gabx'], { receivers: [{ ...THE_TOPIC, audiences }] });
  const last = notifications.at(-1) as Notification;
  expect(last.alerts.map(({ service }) => service.id).sort()).toEqual(['a', 'b', 'g']);
  expect(last.alerts[0].clues.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^also failing since 12:\d\d: x/),
  );
});

describe('a failing gateway of another shard', () => {
  const shards = ['gx', 'abc'];

  it('counts as in its last run, and its alert says that it may not know all dependents', async () => {
    const { lines, world } = await storyOf(['', 'ga', 'gab', 'ab', 'ab', 'ab'], { shards });
    expect(lines).toEqual(['1 opened g', '3 resolved g', '5 opened a', '5 opened b']);
    expect(world.arrivals[0]?.alert.neededBy).toEqual({ services: 3, failing: 0, isWhole: false, named: [] });
  });

  it('holds back nothing if its last check is too old', async () => {
    const away: Script = [{ call: 'load', fate: 'dies' }];
    const gone = { scripts: [away] };
    const lines = await linesOf(['', 'g', ...often({ failing: 'g', ...gone }, 8), { failing: 'ga', ...gone }], {
      shards,
    });
    expect(lines).toEqual(['1 opened g', '10 opened a']);
    expect(
      await linesOf(['', 'g', ...often({ failing: 'g', ...gone }, 4), { failing: 'ga', ...gone }], { shards }),
    ).toEqual(['1 opened g']);
  });

  it('that is checked later counts as healthy', async () => {
    expect(await linesOf(['', 'ga'], { shards: ['abc', 'gx'] })).toEqual(['1 opened a', '1 opened g']);
  });

  it('is never written', async () => {
    const both = await storyOf(['', ...often('ga', 7), 'a', 'a', 'a'], { shards });
    const alone = await storyOf(['', ...often('g', 7), '', '', ''], { shards, needs: {} });
    expect(both.world.stored.get('g')).toEqual(alone.world.stored.get('g'));
  });

  it('holds back nothing if its state can not be read', async () => {
    const unread: Script = [{ call: 'load', at: 1, fate: 'fails' }];
    const lines = await linesOf(['', { failing: 'ga', scripts: [[], unread] }], { shards });
    expect(lines).toEqual(['1 opened g', '1 opened a']);
  });

  it('holds back nothing once it has left the config', async () => {
    const minute = { configured: ['x', 'abcgx'] };
    const lines = await linesOf(['', 'g', { failing: 'ga', ...minute }], { shards });
    expect(lines).toEqual(['1 opened g', '2 resolved g', '2 opened a']);
  });
});

describe('the clue about a needed service', () => {
  const cluesOf = async (minutes: readonly Minute[], options?: StoryOptions) =>
    (await storyOf(minutes, options))
      .state('a')
      .incidents.at(-1)
      ?.clues.flatMap(({ code, message }) => (code === 'needed_failing' ? [message] : []));

  it.each([
    ['fails at the same time', ['', 'ga'], 'g, which it needs, began to fail at 12:01'],
    ['fails at the same time, and for some runs', ['', ...often('ga', 4)], 'g, which it needs, began to fail at 12:01'],
    ['fails for long', ['', ...often('g', 5), 'ga'], 'g, which it needs, began to fail at 12:01'],
    ['has failed within two minutes before', ['', 'g', 'a'], 'g, which it needs, began to fail at 12:01'],
    ['fails a minute later', ['', 'a', 'ga'], 'g, which it needs, began to fail at 12:02'],
  ])('is there if that %s', async (_, minutes, expected) => {
    expect(await cluesOf(minutes)).toEqual([expected]);
  });

  it.each([
    ['has failed three minutes before', ['', 'g', '', '', 'a']],
    ['fails three minutes later', ['', 'a', 'a', 'a', 'ga']],
    ['is healthy', ['', 'x', 'xa']],
  ])('is missing if that %s', async (_, minutes) => {
    expect(await cluesOf(minutes)).toEqual([]);
  });

  it('is there if that fails, but is no incident yet', async () => {
    expect(await cluesOf(['', 'ga'], { of: gatewayIsPatient })).toEqual(['g, which it needs, began to fail at 12:01']);
  });

  it('is missing if that fails once the service recovers', async () => {
    const of = () => ({ alerts: { ...AT_ONCE, successThreshold: 3 } });
    expect(await cluesOf(['', 'a', 'g'], { of })).toEqual([]);
  });

  it('counts the other needed services', async () => {
    expect(await cluesOf(['', 'b', 'gba'], { needs: { a: 'gb' } })).toEqual([
      'b (and 1 more), which it needs, began to fail at 12:01',
    ]);
  });
});

describe('the budget of a service that is held back', () => {
  const objective = { availability: 0.999, responseTime: null, windowMs: 30 * 86_400_000 };
  const of = (id: string): Partial<Service> => (id === 'a' ? { objective } : {});

  it('is not a second message', async () => {
    const { lines, state } = await storyOf(['', { failing: '', after: 90 }, ...often('ga', 20), '', '', ''], { of });
    const budget = state('a').incidents.find(({ kind }) => kind === 'objective') as Incident;
    expect(isHeldBackFromAll(budget, state('a'))).toBe(true);
    expect(
      state('a')
        .incidents.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['objective', 'outage']);
    expect(behindPeriodsOf(state('a').heldAlerts, state('a').incidents[0]?.id ?? '')).toHaveLength(1);
    expect(lines).toEqual(['2 opened g', '22 resolved g']);
  });
});
