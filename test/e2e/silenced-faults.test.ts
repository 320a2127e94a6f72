/**
 * Whatever fails between the checker and AWS, and wherever it is killed, nobody is notified of a silenced service, and
 * nothing is lost after the silence has ended.
 */

import { openIncidents } from '../../lambda/core/incident/incident';
import type { Alert } from '../../lambda/core/message/alert';
import { unsentAlerts } from '../../lambda/core/notify/unsent-alerts';
import type { Silence } from '../../lambda/core/silences/silence';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { SILENCES } from '../../lambda/core/state/table-keys';
import { API_FAULTS, type ArmedFault, KILLS } from '../support/aws/fault-proxy';
import { describeOnAws, pointAwsTo } from '../support/aws/moto';
import { type Lane, runStories, type Scene, SICK, type StoryRuns } from './boundary-lane';

const [SICK_ONE] = SICK.one;
const ALL_FAULTS = [...API_FAULTS, ...KILLS];
const PROCESSES = ['one', 'each its own'] as const;

/** The calls of a run that notifies nobody, in their order. */
const CALLS: readonly (readonly [action: string, call: ArmedFault['call']])[] = [
  ['BatchGetItem', 1],
  ['Query', SILENCES],
  ['PutItem', 1],
  ['PutMetricData', 1],
];

interface SilencedStory extends Omit<ArmedFault, 'kill'> {
  /** In which run the fault is met: the first of the outage, one within the silence, the first after it, the one that sees the end. */
  readonly run: 'beginning' | 'within' | 'after' | 'end';
  readonly processes: (typeof PROCESSES)[number];
}

/** All faults of the run that first needs the silences, and of the first run after them. */
const STORIES: readonly SilencedStory[] = PROCESSES.flatMap((processes) => [
  ...storiesOf('beginning', processes, CALLS, ALL_FAULTS),
  ...storiesOf('within', processes, CALLS, ['fail', 'kill-after']),
  ...storiesOf(
    'after',
    processes,
    [...CALLS, ['Publish', 1]],
    processes === 'one' ? ALL_FAULTS : ['hang', 'cut-after', 'kill-after'],
  ),
  ...storiesOf('end', processes, [...CALLS, ['Publish', 1]], ['fail', 'kill-before']),
]);

function storiesOf(
  run: SilencedStory['run'],
  processes: SilencedStory['processes'],
  calls: typeof CALLS,
  faults: readonly ArmedFault['fault'][],
): SilencedStory[] {
  return calls.flatMap(([action, call]) => faults.map((fault) => ({ run, processes, action, call, fault })));
}

describeOnAws('a silenced outage', (aws) => {
  let storyRuns: StoryRuns<SilencedStory, Awaited<ReturnType<typeof runStory>>>;

  // Each test takes its own story.
  beforeAll(async () => {
    pointAwsTo(aws().url);
    storyRuns = await runStories(aws().url, STORIES, runStory);
  });
  afterAll(() => storyRuns.end());

  it.each(STORIES.map((story) => [titleOf(story), story] as const))('%s', async (_, story) => {
    const { met, within, after, stored } = await storyRuns.resultOf(story);
    expect(met).toBe(true);
    // A process that has just begun, and can't read the silences, notifies people and says that it can't.
    const isBlind = story.action === 'Query' && !story.fault.startsWith('kill') && story.processes === 'each its own';
    if (isBlind && ['beginning', 'within'].includes(story.run)) {
      expect(within.map(({ event, silencesUnknown }) => [event, silencesUnknown])).toEqual([['opened', true]]);
    } else {
      expect(within).toEqual([]);
    }
    const stories = storiesIn([...within, ...after]);
    for (const { service, events } of stories) expect([service, ...events]).toEqual([SICK_ONE, 'opened', 'resolved']);
    expect(stories).toHaveLength(1);
    const state = stored.get(SICK_ONE) ?? NEW_STATE;
    const { incidents, heldAlerts } = state;
    expect([openIncidents(state), unsentAlerts(state)]).toEqual([[], []]);
    // Whoever looks later sees that it was silenced, and when it truly began.
    const [first] = incidents;
    // A process that has just begun, and can't read the states, opens an incident of its own: people are notified of that one alone.
    const knowsNothing = story.action === 'BatchGetItem' && story.run === 'after' && story.processes === 'each its own';
    const [known] = stories.map(({ openedAt }) => Date.parse(openedAt ?? ''));
    if (knowsNothing && !story.fault.startsWith('kill')) expect(known).toBeGreaterThan(first?.openedAt ?? Number.NaN);
    else expect(known).toBe(first?.openedAt);
    if (!isBlind) expect(heldAlerts).toContainEqual(expect.objectContaining({ incident: first?.id, event: 'opened' }));
  });

  it.each(ALL_FAULTS)('an alert that was pending before a silence waits for its end: %s', async (fault) => {
    const scene = await storyRuns.lane(0).begin({ processes: 'one', sick: 'one' });
    try {
      await scene.run();
      await scene.setSick(true);
      await scene.run({ action: 'Publish', call: 1, fault });
      const before = await scene.arrived();
      await scene.silences.put(silenceOf(SICK.one));
      await scene.run();
      await scene.setSick(false);
      await scene.run();
      await scene.run();
      expect(await scene.arrived()).toEqual([]);
      await scene.silences.remove(ID);
      await scene.run();
      await scene.run();
      const stories = storiesIn([...before, ...(await scene.arrived())]);
      expect(stories.map(({ events }) => events)).toEqual([['opened', 'resolved']]);
      const state = (await scene.stored()).get(SICK_ONE) ?? NEW_STATE;
      expect([openIncidents(state), unsentAlerts(state)]).toEqual([[], []]);
    } finally {
      await scene.end();
    }
  });

  it('shards respect silences of both, and one silence can cover all services', async () => {
    const scene = await storyRuns.lane(1).begin({ processes: 'one', sick: 'several', shards: 2 });
    try {
      await scene.run();
      await scene.silences.put(silenceOf(null));
      await scene.setSick(true);
      await scene.run();
      await scene.run();
      expect(await scene.arrived()).toEqual([]);
      await scene.silences.put(silenceOf([SICK.several[0]]));
      await scene.run();
      const [first, ...others] = SICK.several;
      expect(servicesOf(await scene.arrived())).toEqual([...others].sort());
      await scene.silences.remove(ID);
      await scene.run();
      expect(servicesOf(await scene.arrived())).toEqual([first]);
    } finally {
      await scene.end();
    }
  });
});

const ID = '7f3k2a';

function silenceOf(services: Silence['services']): Silence {
  const now = Date.now();
  const texts = { id: ID, reason: 'deploy 2.5.0', by: 'ana' };
  return { ...texts, services, from: now, until: now + 3_600_000, untilWell: false, planned: false };
}

/** An outage that begins within a silence, is still there when it has ended, and then ends. */
async function runStory(lane: Lane, story: SilencedStory) {
  const scene: Scene = await lane.begin({ processes: story.processes, sick: 'one' });
  let met = false;
  const run = async (name: SilencedStory['run'] | null) => {
    if (name !== story.run) return scene.run();
    const result = await scene.run(story);
    met = result.calls.some(({ fault }) => fault !== null);
    return result;
  };
  try {
    await scene.setSick(false);
    await scene.silences.put(silenceOf(SICK.one));
    await run(null);
    await scene.setSick(true);
    await run('beginning');
    await run('within');
    const within = await scene.arrived();
    await scene.silences.remove(ID);
    await run('after');
    await run(null);
    await scene.setSick(false);
    await run('end');
    await run(null);
    await run(null);
    return { met, within, after: await scene.arrived(), stored: await scene.stored() };
  } finally {
    await scene.end();
  }
}

function titleOf({ run, processes, action, call, fault }: SilencedStory): string {
  const of = typeof call === 'string' ? `the ${call}` : 'first';
  return `${run}: ${of} ${action} ${fault}, ${processes === 'one' ? 'warm' : 'cold'}`;
}

/** Of each incident its events, each once: whatever arrived twice has the same id. */
function storiesIn(alerts: readonly Alert[]) {
  const incidents = [...new Set(alerts.map(({ incidentId }) => incidentId))];
  return incidents.map((incidentId) => {
    const own = alerts.filter((alert) => alert.incidentId === incidentId);
    const once = own.filter(({ id }, index) => own.findIndex((alert) => alert.id === id) === index);
    return { service: own[0]?.service.id, openedAt: own[0]?.openedAt, events: once.map(({ event }) => event) };
  });
}

function servicesOf(alerts: readonly Alert[]): string[] {
  return alerts.map(({ service }) => service.id).sort();
}
