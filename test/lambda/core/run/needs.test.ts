/** Services that need each other, minute by minute: who is notified of what, and what is held back behind what. `g` is the gateway. */

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

/** The services that fail in a minute, a letter each, and what else is so. */
type Minute = string | (MinuteOptions & { readonly failing: string });

interface MinuteOptions {
  /** How many minutes after the one before; one if this is missing. */
  readonly after?: number;
  /** The services that take 20 s to answer. */
  readonly slow?: string;
  /** The services that the checker can't ask. */
  readonly unasked?: string;
  readonly silences?: readonly Silence[];
  /** For each process. */
  readonly scripts?: readonly Script[];
  /** For each process: the services that its config has; all if this is missing. */
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
  /** By its letter and the minute: what its config says besides. */
  readonly of?: (id: string, minute: number) => Partial<Service>;
}

const IDS = 'gcbax';
const NEEDS = { a: 'g', b: 'g', c: 'g' };
const AT_ONCE = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };

interface Story {
  /** What arrived, without the receiver if it is the topic: `2 opened g`. */
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
      unasked = '',
      silences = [],
      scripts = [],
      configured = [],
    } = optionsOf(given);
    for (const process of (shards ?? ['']).keys()) {
      minuteOf.push(minute);
      const done = await world.run(process, {
        config: withServices(configAt(minute), configured[process]),
        answer: (id) => {
          if (unasked.includes(id)) throw new Error('EMFILE: too many open files');
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

const often = <Each extends Minute>(minute: Each, times: number): Each[] => Array<Each>(times).fill(minute);
const timeOf = (minute: number) => new Date(NOW + minute * MINUTE_MS).toISOString().slice(0, 16);

/** Gets what is about some services, a letter each. */
function receiverOf(id: string, services: string, afterMs = 0): WorldReceiver {
  return { id, filter: { wants: ({ service }) => services.includes(service), events: EVENTS, afterMs } };
}

describe('a gateway that fails', () => {
  it('with all that need it is one message, which says how many they are and names those that fail', async () => {
    const { lines, notifications } = await storyOf(['', 'gab', 'gab', '', '']);
    expect(lines).toEqual(['1 opened g', '3 resolved g']);
    const [opened, resolved] = notifications.map(mailText);
    expect(opened).toMatch(/Needed by: +3 services, 2 of them are down: b, a\n/);
    expect(resolved).not.toContain('Needed by:');
    expect(notifications[1]?.alerts[0]).not.toHaveProperty('neededBy');
    expect(notifications[0]?.alerts[0].neededBy).toEqual({ services: 3, failing: 2, isWhole: true, named: ['b', 'a'] });
  });

  it('after them names first those that people know', async () => {
    const { lines, notifications } = await storyOf(['', 'a', 'ga', 'gabc']);
    expect(lines).toEqual(['1 opened a', '2 opened g']);
    expect(notifications[1]?.alerts[0].neededBy).toMatchObject({ failing: 1, named: ['a'] });
    const together = await storyOf(['', 'a', 'gabc']);
    expect(together.notifications[1]?.alerts[0].neededBy).toMatchObject({ failing: 3, named: ['a', 'c', 'b'] });
  });

  it('names the first twenty of many', async () => {
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

  it('counts as others that fail with it those alone that do not need it', async () => {
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

  it('is said without those that need it if none does', async () => {
    const { notifications } = await storyOf(['', 'x']);
    expect(notifications[0]?.alerts[0]).not.toHaveProperty('neededBy');
  });

  it('holds back nothing that does not need it', async () => {
    expect(await linesOf(['', 'gax'])).toEqual(['1 opened g', '1 opened x']);
  });

  it('and is well for two runs lets out what still fails, with its true times', async () => {
    const { lines, notifications, state } = await storyOf(['', 'ga', 'ga', 'a', 'a', 'a', '']);
    expect(lines).toEqual(['1 opened g', '3 resolved g', '4 opened a', '6 resolved a']);
    const opened = notifications[2] as Notification;
    expect(opened.alerts[0].openedAt).toMatch(timeOf(1));
    expect(opened.alerts[0].silenced).toMatchObject({ behind: 'g', until: expect.stringMatching(timeOf(4)) });
    expect(mailText(opened)).toMatch(/Held back: +until .*12:04.*, while g was down\n/);
    expect(state('a').heldAlerts).toMatchObject([{ hold: { id: 'g', kind: 'dependency' } }]);
  });

  it('again before that goes on holding it back', async () => {
    expect(await linesOf(['', 'ga', 'a', 'ga', 'a', 'ga', 'a', 'a'])).toContain('7 opened a');
  });

  it('and is well with it leaves nothing to be said of it', async () => {
    const { lines, state } = await storyOf(['', 'ga', '', 'a', 'a']);
    // The second time the gateway is well, and has been for two runs a minute later.
    expect(lines).toEqual(['1 opened g', '2 resolved g', '3 opened a']);
    expect(state('a').incidents).toHaveLength(2);
  });

  it('before it is an incident holds back those that need it', async () => {
    const patient = { ...AT_ONCE, failureThreshold: 3 };
    const of = (id: string) => (id === 'g' ? { alerts: patient } : {});
    expect(await linesOf(['', 'ga', 'ga', 'ga'], { of })).toEqual(['3 opened g']);
    expect(await linesOf(['', 'ga', 'a', 'a'], { of })).toEqual(['3 opened a']);
  });

  it('holds nothing back for more than an hour from its beginning', async () => {
    const { lines, notifications } = await storyOf(['', 'g', ...often('ga', 62)]);
    expect(lines).toEqual(['1 opened g', '62 opened a']);
    expect(notifications[1]?.alerts[0]).toMatchObject({
      openedAt: expect.stringMatching(timeOf(2)),
      silenced: { behind: 'g', until: expect.stringMatching(timeOf(62)) },
    });
  });

  it('says nothing of services that are known before', async () => {
    expect(await linesOf(['', 'a', 'ga', 'g', ''])).toEqual([
      '1 opened a',
      '2 opened g',
      '3 resolved a',
      '4 resolved g',
    ]);
  });

  it('is late holds back what needs it: both are in the second batch', async () => {
    const { lines, world } = await storyOf(['', { failing: 'gax', slow: 'g' }, 'gax']);
    expect(lines).toEqual(['1 opened x', '1 opened g']);
    expect(world.arrivals[1]?.alert.neededBy).toMatchObject({ services: 3, failing: 1, isWhole: true });
  });

  it('is late, and is well, holds nothing back', async () => {
    expect(await linesOf(['', { failing: 'ax', slow: 'g' }])).toEqual(['1 opened x', '1 opened a']);
  });

  it.each([
    ['failing, until that is stale', 'ga', 'a', '10 opened a'],
    ['well for one run, until the next is due', '', 'a', '4 opened a'],
  ])('can not be asked counts as it was: %s', async (_, last, failing, opened) => {
    const minutes = ['', 'g', last, ...often({ failing, unasked: 'g' }, 12)];
    expect((await linesOf(minutes)).filter((line) => line.includes('opened'))).toEqual(['1 opened g', opened]);
  });

  it('is as severe as it was when it began', async () => {
    const wants: NonNullable<WorldReceiver['filter']>['wants'] = ({ severity }) => severity === 'critical';
    const receivers = [{ id: 'pager', filter: { wants, events: EVENTS, afterMs: 0 } }];
    const of = (id: string, minute: number): Partial<Service> => ({
      severity: id === 'g' && minute > 1 ? 'warning' : 'critical',
    });
    expect(await linesOf(['', 'g', 'ga', 'ga'], { receivers, of })).toEqual(['1 pager opened g']);
  });
});

describe('a chain', () => {
  const needs = { a: 'b', b: 'g' };

  it('of three that all fail is one message', async () => {
    expect(await linesOf(['', 'gab'], { needs })).toEqual(['1 opened g']);
  });

  it('waits for the first of its checks', async () => {
    expect(await linesOf(['', { failing: 'gab', slow: 'g' }], { needs })).toEqual(['1 opened g']);
  });

  it('is one hop: nobody is notified of the one between, so the last is not behind it', async () => {
    const receivers = [receiverOf('ends', 'ag')];
    expect(await linesOf(['', 'gab'], { needs, receivers })).toEqual(['1 ends opened a', '1 ends opened g']);
  });

  it('lets out the middle once the first is well, and it the last', async () => {
    expect(await linesOf(['', 'gab', 'ab', 'ab', 'ab', 'a', 'a'], { needs })).toEqual([
      '1 opened g',
      '2 resolved g',
      '3 opened b',
      '5 resolved b',
      '6 opened a',
    ]);
  });
});

it('two that are needed: both have to be well', async () => {
  const needs = { a: 'gb' };
  const { lines, world } = await storyOf(['', 'ga', 'gba', 'ba', 'ba', 'ba', 'a', 'a'], { needs });
  expect(lines).toEqual(['1 opened g', '2 opened b', '3 resolved g', '6 resolved b', '7 opened a']);
  expect(world.arrivals.at(-1)?.alert.silenced).toMatchObject({ behind: 'b' });
});

describe('a gateway that is silenced', () => {
  const until = NOW + 20 * MINUTE_MS;
  const asked = silenceAt(NOW, { services: ['g'], until });
  const planned = silenceAt(NOW, { services: ['g'], until, planned: true });
  const ack = ackAt(NOW + 2 * MINUTE_MS, { services: ['g'] });
  const during = (failing: string, silence: Silence): Minute => ({ failing, silences: [silence] });

  it('because somebody asked for it holds nothing back', async () => {
    expect(await linesOf([during('', asked), during('ga', asked)])).toEqual(['1 opened a']);
  });

  it('until it is healthy, since before it is an incident, holds nothing back', async () => {
    const of = (id: string): Partial<Service> => (id === 'g' ? { alerts: { ...AT_ONCE, failureThreshold: 3 } } : {});
    const untilWell = { ...asked, from: NOW + 1.5 * MINUTE_MS, untilWell: true };
    expect(await linesOf(['', 'g', during('ga', untilWell)], { of })).toEqual(['2 opened a']);
    expect(await linesOf(['', during('', asked), 'g', 'ga'], { of })).toEqual([]);
  });

  it('later lets out what was held back', async () => {
    expect(await linesOf(['', 'ga', during('ga', asked)])).toEqual(['1 opened g', '2 opened a']);
  });

  it('by a plan holds back what needs it', async () => {
    expect(await linesOf([during('', planned), during('ga', planned), during('ga', planned), 'ga'])).toEqual([
      '3 opened g',
    ]);
  });

  it('by nobody but acknowledged holds back what needs it', async () => {
    expect(await linesOf(['', 'g', 'g', during('ga', ack), during('gab', ack)])).toEqual(['1 opened g']);
  });

  it('holds back nothing that is silenced too: once nobody wants that it is held back behind the gateway', async () => {
    const both = silenceAt(NOW, { services: ['a'], until: NOW + 3 * MINUTE_MS });
    const { lines, world } = await storyOf(['', during('ga', both), during('ga', both), 'ga', 'ga', 'a', 'a']);
    expect(lines).toEqual(['1 opened g', '5 resolved g', '6 opened a']);
    expect(world.arrivals.at(-1)?.alert.silenced).toMatchObject({ behind: 'g' });
  });
});

describe('a receiver', () => {
  it('of those that need it alone is notified at once, and nothing held them back from it', async () => {
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

  it('of severe failures alone is notified at once, if what is needed is not severe', async () => {
    const of = (id: string): Partial<Service> => ({ severity: id === 'g' ? 'warning' : 'critical' });
    const wants: NonNullable<WorldReceiver['filter']>['wants'] = ({ severity }) => severity === 'critical';
    const receivers = [{ id: 'pager', filter: { wants, events: EVENTS, afterMs: 0 } }];
    expect(await linesOf(['', 'ga'], { of, receivers })).toEqual(['1 pager opened a']);
  });

  it('with `after` waits for both', async () => {
    const receivers = [receiverOf('second', 'gab', 3 * MINUTE_MS)];
    expect(await linesOf(['', ...often('ga', 3), ...often('a', 3)], { receivers })).toEqual(['5 second opened a']);
    expect(await linesOf(['', ...often('ga', 5)], { receivers })).toEqual(['4 second opened g']);
  });

  it('that could not be notified before others were held back was not held back itself', async () => {
    const receivers = [receiverOf('all', 'ga'), receiverOf('second', 'ga', MINUTE_MS)];
    const scripts: Script[] = [[{ call: 'send', of: 'all', fate: 'fails' }]];
    const { world, state } = await storyOf(['', { failing: 'a', scripts }, { failing: 'ga', scripts }, 'ga'], {
      receivers,
    });
    const opened = world.arrivals.find(({ receiver, alert }) => receiver === 'all' && alert.service.id === 'a');
    expect(state('a').heldAlerts).toMatchObject([{ hold: { kind: 'dependency' } }]);
    expect(opened?.alert).toMatchObject({ event: 'opened', silenced: null });
  });

  it('that could not be notified is not said to be held back, while others are', async () => {
    const receivers = [receiverOf('all', 'gab'), receiverOf('team', 'ab')];
    const refusing: Script = [{ call: 'send', of: 'team', fate: 'fails' }];
    const { state } = await storyOf(['', { failing: 'ga', scripts: [refusing] }], { receivers });
    expect(overdueAlerts(state('a'), NOW + MINUTE_MS)).toMatchObject([{ receiver: 'team', event: 'opened' }]);
  });
});

it('a beginning that was due before it was silenced still says so', async () => {
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
    ['if all of its addresses get both', [{}, { services: ['g', 'a'] }], ['1 opened g']],
    ['if one of them gets neither', [{}, { services: ['x'] }], ['1 opened g']],
    ['if one gets the gateway alone', [{}, { services: ['g'] }], ['1 opened g']],
    ['if one of them gets ends alone', [{}, { services: ['a'], events: ['resolved'] }], ['1 opened g']],
    ['if none is known', [], ['1 opened g']],
  ])('holds back what needs the gateway %s', async (_, addresses, expected) => {
    expect(await linesOf(['', 'ga'], { receivers: topic(...addresses) })).toEqual(expected);
  });

  it.each([
    ['of the services', [{}, { services: ['a', 'b'] }]],
    ['of the severities', [{}, { severities: ['critical'] }]],
  ])('does not, if one of them gets what needs it alone: because %s', async (_, addresses) => {
    const of = (id: string): Partial<Service> => ({ severity: id === 'g' ? 'warning' : 'critical' });
    const lines = await linesOf(['', 'ga'], { receivers: topic(...addresses), of });
    expect(lines.toSorted()).toEqual(['1 opened a', '1 opened g']);
  });
});

it('counts each service once that a message names, whether it is needed or needs it', async () => {
  const all = { protocol: 'email', endpoint: 'ana@example.org', services: null, severities: null, events: null };
  const audiences = audiencesOf([all, { ...all, services: ['a', 'b'] }] as never);
  const { notifications } = await storyOf(['', 'x', 'gabx'], { receivers: [{ ...THE_TOPIC, audiences }] });
  const last = notifications.at(-1) as Notification;
  expect(last.alerts.map(({ service }) => service.id).sort()).toEqual(['a', 'b', 'g']);
  expect(last.alerts[0].clues.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^also failing since 12:\d\d: x/),
  );
});

describe('a gateway of another shard', () => {
  const shards = ['gx', 'abc'];

  it('counts as of its last run, and says that it does not know all that need it', async () => {
    const { lines, world } = await storyOf(['', 'ga', 'gab', 'ab', 'ab', 'ab'], { shards });
    expect(lines).toEqual(['1 opened g', '3 resolved g', '5 opened a', '5 opened b']);
    expect(world.arrivals[0]?.alert.neededBy).toEqual({ services: 3, failing: 0, isWhole: false, named: [] });
  });

  it('holds nothing back if nobody has asked it for long', async () => {
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

  it('that is asked later was well in its last run', async () => {
    expect(await linesOf(['', 'ga'], { shards: ['abc', 'gx'] })).toEqual(['1 opened a', '1 opened g']);
  });

  it('is never written', async () => {
    const both = await storyOf(['', ...often('ga', 7), 'a', 'a', 'a'], { shards });
    const alone = await storyOf(['', ...often('g', 7), '', '', ''], { shards, needs: {} });
    expect(both.world.stored.get('g')).toEqual(alone.world.stored.get('g'));
  });

  it('holds nothing back if its state can not be read', async () => {
    const unread: Script = [{ call: 'load', at: 1, fate: 'fails' }];
    const lines = await linesOf(['', { failing: 'ga', scripts: [[], unread] }], { shards });
    expect(lines).toEqual(['1 opened g', '1 opened a']);
  });

  it('holds nothing back once it has left the config', async () => {
    const minute = { configured: ['x', 'abcgx'] };
    const lines = await linesOf(['', 'g', { failing: 'ga', ...minute }], { shards });
    expect(lines).toEqual(['1 opened g', '2 resolved g', '2 opened a']);
  });
});

describe('the clue', () => {
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
  ])('is there if what is needed %s', async (_, minutes, expected) => {
    expect(await cluesOf(minutes)).toEqual([expected]);
  });

  it.each([
    ['has failed three minutes before', ['', 'g', '', '', 'a']],
    ['fails three minutes later', ['', 'a', 'a', 'a', 'ga']],
    ['is well', ['', 'x', 'xa']],
  ])('is not if it %s', async (_, minutes) => {
    expect(await cluesOf(minutes)).toEqual([]);
  });

  it('is there if it fails, but not for long enough to be an incident', async () => {
    const of = (id: string) => (id === 'g' ? { alerts: { ...AT_ONCE, failureThreshold: 3 } } : {});
    expect(await cluesOf(['', 'ga'], { of })).toEqual(['g, which it needs, began to fail at 12:01']);
  });

  it('is not of what fails once the service recovers', async () => {
    const of = () => ({ alerts: { ...AT_ONCE, successThreshold: 3 } });
    expect(await cluesOf(['', 'a', 'g'], { of })).toEqual([]);
  });

  it('counts the others that are needed', async () => {
    expect(await cluesOf(['', 'b', 'gba'], { needs: { a: 'gb' } })).toEqual([
      'b (and 1 more), which it needs, began to fail at 12:01',
    ]);
  });
});

describe('the budget of what is held back', () => {
  const objective = { availability: 0.999, responseTime: null, windowMs: 30 * 86_400_000 };
  const of = (id: string): Partial<Service> => (id === 'a' ? { objective } : {});

  it('is no second message', async () => {
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
