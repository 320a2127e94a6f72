/** Stories of a receiver that leaves the config while it is owed something, and may come back. */

import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import { SETTLED_KEPT } from '../../../../lambda/core/incident/incident';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { isDoneWith } from '../../../../lambda/core/state/retired';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { leftOf, startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';

const LINES = ['alerts: { successThreshold: 1 }'];

/** The minutes of a story follow each other; in each `a` is found with a reason, or has left the config. */
function begin() {
  const outputs = memoryOutputs();
  const got: string[] = [];
  let minute = 0;
  let isRefusing = false;
  const pager: Receiver = {
    id: 'pager',
    sendsAlertsAlone: true,
    send: async ({ alerts: [{ event, openedAt, resolvedAt }] }) => {
      if (isRefusing) throw new Error('refused with 503');
      const minuteOf = (at: string | null) => (at === null ? '' : ` ${at.slice(11, 16)}`);
      got.push(`${event}${minuteOf(openedAt)}${minuteOf(resolvedAt)}`);
    },
  };
  const start = (more: readonly Receiver[]) =>
    startProcess({ store: outputs.store, send: outputs.send }, { more, groupFrom: null });
  // A process has one config as long as it lives.
  let process = start([pager]);
  let hasPager = true;
  let states: Snapshots = new Map();
  const run = async (pagerIs: 'with' | 'without' | 'refusing', ...reasons: readonly string[]) => {
    isRefusing = pagerIs === 'refusing';
    if (hasPager !== (pagerIs !== 'without')) {
      hasPager = !hasPager;
      process = start(hasPager ? [pager] : []);
    }
    const failures: string[] = [];
    for (const reason of reasons) {
      const done = await process.run(minute++, reason === 'removed' ? {} : { a: reason }, LINES);
      failures.push(...done.failures.map(({ message }) => message));
      states = done.states;
    }
    return failures;
  };
  return { outputs, got, run, states: () => states, skip: (minutes: number) => (minute += minutes) };
}

/** So many that not all are kept, half an hour apart. */
async function manyOutages({ run, skip }: ReturnType<typeof begin>, pagerIs: 'without' | 'refusing') {
  for (let outage = 0; outage < SETTLED_KEPT + 5; outage++) {
    await run(pagerIs, 'http_503', 'well');
    skip(45);
  }
}

it('keeps no incident: alerts that were due to it no longer are', async () => {
  const { outputs, got, run } = begin();
  await run('with', 'http_503');
  expect(await run('refusing', 'well')).toEqual([expect.stringMatching(/refused with 503/)]);
  expect(leftOf(outputs, 'a')).toEqual([expect.stringMatching(/^owes resolved of /)]);
  expect(await run('without', 'well', 'well')).toEqual([]);
  expect(leftOf(outputs, 'a')).toEqual([]);
  expect(got).toEqual(['opened 12:00']);
});

it('continues if it comes back: it gets the recovery of incidents it knows, with the true times', async () => {
  const { outputs, got, run } = begin();
  await run('with', 'http_503');
  await run('without', 'http_503', 'well', 'well', 'http_503');
  expect(await run('with', 'http_503', 'well', 'well')).toEqual([]);
  expect(got).toEqual(['opened 12:00', 'resolved 12:00 12:02', 'opened 12:04', 'resolved 12:04 12:06']);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('gets no recovery of an incident it was never notified of, and the opening first of one that was due', async () => {
  const { got, run, skip } = begin();
  await run('without', 'http_503', 'well');
  skip(45);
  await run('refusing', 'http_503');
  await run('without', 'well');
  skip(45);
  await run('with', 'well', 'well');
  expect(got).toEqual(['opened 12:47', 'resolved 12:47 12:48']);
});

it('does not make states grow: resolved incidents are stored no longer than without it', async () => {
  const story = begin();
  const { outputs, got, run } = story;
  await run('without', 'well');
  await manyOutages(story, 'refusing');
  expect(storedState(outputs, 'a').incidents).toHaveLength(SETTLED_KEPT + 5);
  const owing = JSON.stringify(storedState(outputs, 'a')).length;
  await manyOutages(story, 'without');
  const { incidents } = storedState(outputs, 'a');
  expect(incidents.map(({ settled }) => settled)).toEqual(Array(SETTLED_KEPT).fill(true));
  expect(JSON.stringify(storedState(outputs, 'a')).length).toBeLessThan(owing);
  expect(await run('with', 'well')).toEqual([]);
  // Of what was due to it nothing is kept any more, and nothing was due to it since.
  expect(got).toEqual([]);
});

it('does not keep a service that has left the config too', async () => {
  const { outputs, run, states } = begin();
  await run('with', 'http_503');
  await run('refusing', 'removed');
  expect(unsentAlerts(storedState(outputs, 'a'))).toHaveLength(1);
  expect(isDoneWith(storedState(outputs, 'a'))).toBe(false);
  for (let count = 0; count < 6; count++) await run('without', 'removed');
  expect(states().has('a')).toBe(false);
  expect(isDoneWith(storedState(outputs, 'a'))).toBe(true);
});
