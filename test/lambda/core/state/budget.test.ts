/** The incident of a budget that is used too fast: opened once, beside outages, whichever process goes on with it. */

import { openIncidents } from '../../../../lambda/core/incident/incident';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';

const OBJECTIVE = { availability: 0.999, responseTime: null, windowMs: 30 * 86_400_000 };
const of = () => ({ objective: OBJECTIVE });

/** An hour in which all is well, then each third run fails, and after that hours in which all is well again. */
const foundAt = (minute: number) => ({ a: minute >= 70 && minute < 100 && minute % 3 === 0 ? 'http_503' : 'well' });

it('opens once, beside the outages, and ends once, though each run is of another process', async () => {
  const outputs = memoryOutputs();
  for (let minute = 0; minute < 9 * 60; minute += 1) await startProcess(outputs, { of }).run(minute, foundAt(minute));
  const alerts = outputs.notifications.flatMap((one) => one.alerts);
  const budget = alerts.filter(({ kind }) => kind === 'objective');
  expect(budget.map(({ event, reason, severity }) => [event, reason, severity])).toEqual([
    ['opened', 'availability_burns_fast', 'critical'],
    ['resolved', 'ok', 'critical'],
  ]);
  expect(budget[0]?.message).toMatch(
    /^99\.9 % of checks should be healthy: 3 of \d+ in the last hour were not; at this rate /,
  );
  expect(alerts.filter(({ kind }) => kind === 'outage').length).toBeGreaterThan(2);
  const { incidents } = storedState(outputs, 'a');
  expect(incidents.filter(({ kind }) => kind === 'objective')).toMatchObject([{ over: { why: 'well' } }]);
  expect(incidents.every(({ over }) => over !== null)).toBe(true);
});

it('does not open before the outage that has used it up, which is pending', async () => {
  const outputs = memoryOutputs();
  const lines = ['alerts: { failureThreshold: 6, successThreshold: 1, remindEvery: never }'];
  const process = startProcess(outputs, { of });
  for (let minute = 0; minute < 100; minute += 1)
    await process.run(minute, { a: minute >= 90 ? 'http_503' : 'well' }, lines);
  expect(outputs.sent.map(({ kind, event }) => [kind, event])).toEqual([['outage', 'opened']]);
});

it('ends as soon as there is no objective any more', async () => {
  const outputs = memoryOutputs();
  for (let minute = 0; minute < 110; minute += 1) await startProcess(outputs, { of }).run(minute, foundAt(minute));
  const objectives = () => openIncidents(storedState(outputs, 'a')).filter(({ kind }) => kind === 'objective');
  expect(objectives()).toHaveLength(1);
  await startProcess(outputs).run(110, foundAt(110));
  expect(objectives()).toEqual([]);
  expect(storedState(outputs, 'a').history.counters).toBeNull();
});
