/** Whatever fails between the checker and AWS, and wherever it is killed, people are notified of the outage and of its end. */

import { TOPIC } from '../../lambda/core/deliver/receiver';
import { type Incident, openIncidents } from '../../lambda/core/incident/incident';
import { unsentAlerts } from '../../lambda/core/notify/unsent-alerts';
import { ROSTER, SILENCES } from '../../lambda/core/state/table-keys';
import { API_FAULTS, KILLS } from '../support/aws/fault-proxy';
import { describeOnAws, pointAwsTo } from '../support/aws/moto';
import { coursesOf } from '../support/models/laws';
import {
  type BoundaryResult,
  DEPLOYMENT,
  runStories,
  SICK,
  type Story,
  type StoryRuns,
  THE_GROUP,
} from './boundary-lane';

/** The calls of a run that has something to send, in their order. */
const CALLS: readonly (readonly [action: string, call: Story['call']])[] = [
  ['BatchGetItem', 1],
  ['Query', SILENCES],
  ['PutItem', 1],
  ['Publish', 1],
  ['PutItem', 2],
  ['PutMetricData', 1],
];
const RUNS = ['beginning', 'end'] as const;
const PROCESSES = ['one', 'each its own'] as const;

/** A process looks for services that have left the config in its first run. */
const FIRST_CALLS = [['Query', ROSTER]] as const;

const LASTING: readonly Story[] = RUNS.flatMap((run) =>
  PROCESSES.flatMap((processes) =>
    [...CALLS, ...(processes === 'one' ? [] : FIRST_CALLS)].flatMap(([action, call]) =>
      [...API_FAULTS, ...KILLS].map((fault) => ({
        run,
        action,
        call,
        fault,
        processes,
        sick: 'one' as const,
        attempts: null,
      })),
    ),
  ),
);
/** What the second attempt of a call makes good. An alert that SNS leaves unanswered is tried again in the next run. */
const PASSING: readonly Story[] = RUNS.flatMap((run) =>
  CALLS.flatMap(([action, call]) =>
    API_FAULTS.filter((fault) => action !== 'Publish' || fault !== 'hang').map((fault) => ({
      run,
      sick: 'one' as const,
      action,
      call,
      fault,
      attempts: 1,
      processes: 'one' as const,
    })),
  ),
);

/** Which services the group is about is kept beside its sending. */
const THE_RECORD = '"notifications/';

/** Several fail together: people are notified of them as a group, and each of them is marked. */
const TOGETHER: readonly Story[] = [
  ...of('beginning', 'Publish', THE_GROUP, [...API_FAULTS, ...KILLS]),
  ...of('end', 'Publish', THE_GROUP, [...API_FAULTS, ...KILLS]),
  ...of('beginning', 'PutItem', THE_RECORD, [...API_FAULTS, ...KILLS]),
  ...of('end', 'PutItem', THE_RECORD, [...API_FAULTS, ...KILLS]),
  // Some of the group are marked, as due or as sent, others are not.
  ...of('beginning', 'PutItem', 3, ['cut-after', ...KILLS]),
  ...of('beginning', 'PutItem', 8, ['cut-after', ...KILLS]),
  ...of('end', 'PutItem', 8, ['cut-after', ...KILLS]),
];

function of(run: Story['run'], action: string, call: Story['call'], faults: readonly Story['fault'][]): Story[] {
  return faults.map((fault) => ({ run, sick: 'several', action, call, fault, attempts: null, processes: 'one' }));
}

describeOnAws('people are notified of an outage, from its beginning to its end', (aws) => {
  let storyRuns: StoryRuns<Story, BoundaryResult>;

  beforeAll(async () => {
    pointAwsTo(aws().url);
    storyRuns = await runStories(aws().url, [...LASTING, ...TOGETHER, ...PASSING], (lane, story) =>
      lane.runStory(story),
    );
  });
  afterAll(() => storyRuns.end());

  it.each([...LASTING, ...TOGETHER].map((story) => [titleOf(story), story] as const))('%s', async (_, story) => {
    const result = await storyRuns.resultOf(story);
    expectWholeStory(story, result);
    expectFailedRun(story, result);
    expect(result.others.map(({ outcome }) => outcome)).toEqual(['resolved', 'resolved', 'resolved', 'resolved']);
  });

  it.each(PASSING.map((story) => [titleOf(story), story] as const))('%s, at once', async (_, story) => {
    const result = await storyRuns.resultOf(story);
    expectWholeStory(story, result);
    expect(result.faulty).toMatchObject({ outcome: 'resolved', result: { level: 'INFO', failures: [] } });
    expect(result.calls.filter(({ fault }) => fault !== null)).toHaveLength(1);
    const twice = story.action === 'Publish' && story.fault === 'cut-after' ? 1 : 0;
    expect(result.alerts).toHaveLength(2 + twice);
    expect(new Set(result.alerts.map(({ id }) => id)).size).toBe(2);
  });
});

function titleOf({ run, sick, action, call, fault, attempts, processes }: Story): string {
  const places: Readonly<Record<string, string>> = {
    [THE_GROUP]: "the group's",
    [THE_RECORD]: "the record's",
    1: 'first',
    2: 'second',
    3: 'third',
  };
  const which = places[call] ?? (typeof call === 'string' ? `the ${call}` : `${call}th`);
  const often = attempts === 1 ? 'once' : 'always';
  return `${run} of ${sick}: ${which} ${action} ${fault} ${often}, ${processes === 'one' ? 'warm' : 'cold'}`;
}

/**
 * Beginning before end, of the sick services alone; nothing that was stored lacks either, and nothing is owed. Nothing
 * comes again more often than something failed.
 */
function expectWholeStory({ sick, processes, fault }: Story, { alerts, stored, calls }: BoundaryResult): void {
  const stories = coursesOf(alerts.map((alert) => ({ receiver: TOPIC, alert })));
  for (const { service, events } of stories) {
    expect(SICK[sick]).toContain(service);
    expect(events[0]).toBe('opened');
  }
  const eventsOf = new Map(stories.map(({ incidentId, events }) => [incidentId, events]));
  for (const id of SICK[sick]) {
    const state = stored.get(id);
    if (state === undefined) throw new Error(`nothing is stored of ${id}`);
    expect([openIncidents(state), state.pending, unsentAlerts(state)]).toEqual([[], null, []]);
    expect(state.incidents.length).toBeGreaterThan(0);
    const events = (incident: string) => eventsOf.get(`${DEPLOYMENT}/${id}/${incident}`);
    // Of two about one outage people need to know one.
    const isKnown = ({ over, ...one }: Incident) =>
      events(one.id) !== undefined ||
      state.incidents.every((other) => other.over?.of !== one.id && over?.of !== other.id);
    for (const incident of state.incidents.filter(isKnown)) expect(events(incident.id)).toEqual(['opened', 'resolved']);
    const own = alerts.filter(({ service }) => service.id === id);
    expect(own.at(-1)).toMatchObject({ event: 'resolved', verdict: 'healthy' });
  }
  const faults = calls.filter((one) => one.fault !== null).length;
  for (const { id } of alerts) expect(alerts.filter((one) => one.id === id).length).toBeLessThanOrEqual(1 + faults);
  // What only a process knew is lost with it; while one lives, all that it sent has its end.
  const isRemembered = processes === 'one' && !fault.startsWith('kill');
  if (isRemembered) for (const { events } of stories) expect(events).toEqual(['opened', 'resolved']);
}

/** The run met its fault, counts as failed, says so, and has done all else. */
function expectFailedRun(story: Story, { faulty, calls, lastLine }: BoundaryResult): void {
  const { action, fault } = story;
  expect(calls.filter((one) => one.fault !== null)).not.toEqual([]);
  if (fault.startsWith('kill')) {
    expect(faulty.outcome).toBe('killed');
    return;
  }
  const output = {
    BatchGetItem: 'store',
    Query: 'store',
    PutItem: 'store',
    Publish: 'alerts',
    PutMetricData: 'metrics',
  }[action];
  expect(faulty).toMatchObject({ outcome: 'rejected', message: expect.stringMatching(/^the run is done, but /) });
  expect(lastLine).toMatchObject({ level: 'ERROR', event: 'run', checked: 6, failures: [{ output }] });
  // At the full hour histories are updated too.
  const done = calls.filter((one) => one.fault === null && one.action !== 'UpdateItem').map((one) => one.action);
  expect([...new Set(done)].sort()).toEqual(doneAllTheSame(story));
}

/**
 * While the state can't be read or saved, an end waits, so nothing is sent or saved. Any other process tries once more to store what it has
 * sent and could not store before.
 */
function doneAllTheSame({ run, action, call, processes }: Story): string[] {
  // The second save comes after what was sent.
  const endWaits = run === 'end' && (action === 'BatchGetItem' || (action === 'PutItem' && call === 1));
  const needs: Readonly<Record<string, boolean>> = {
    Publish: action !== 'Publish' && !endWaits,
    PutItem: !endWaits,
    PutMetricData: action !== 'PutMetricData',
    BatchGetItem: action === 'PutItem' || !endWaits,
    // The roster is queried too.
    Query: action !== 'Query' || processes === 'each its own',
  };
  return Object.keys(needs)
    .filter((name) => needs[name])
    .sort();
}
