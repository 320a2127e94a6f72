/** Runs in which every service fails for reasons of the checker's own network: they open nothing and end nothing. */

import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { runLog } from '../../../../lambda/core/invoke/run-log';
import type { MeasuredRun } from '../../../../lambda/core/metrics/metrics';
import type { Check } from '../../../../lambda/core/probe/check-result';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { createMemoryHistory } from '../../../../local/store/memory-store';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const MINUTE_MS = 60_000;
const IDS = ['shop', 'mail', 'cart'] as const;
const LINES = ['retry: { attempts: 1 }', 'alerts: { failureThreshold: 2, successThreshold: 2 }'];

type Answers = Readonly<Record<string, Observation>>;

const noAnswer = failure('dns_failure', { errorCode: 'EAI_AGAIN', detail: 'getaddrinfo EAI_AGAIN' });
const unknownName = failure('dns_failure', { errorCode: 'ENOTFOUND', detail: 'getaddrinfo ENOTFOUND' });
const allOf = (observation: Observation): Answers => Object.fromEntries(IDS.map((id) => [id, observation]));
const WELL: Answers = Object.fromEntries(
  IDS.map((id) => [id, answer(200, reportOf({ service: id, timestamp: undefined }))]),
);
const CUT_OFF = allOf(noAnswer);

/** Services on hosts of their own, asked once a minute by one process. */
function startMinutes(lines = LINES) {
  const outputs = memoryOutputs();
  const published: MeasuredRun[] = [];
  let now = NOW;
  let remembered: Snapshots = new Map();
  const config = configOf(Object.fromEntries(IDS.map((id) => [id, `https://${id}.internal`])), lines);
  const minute = async (answers: Answers, onResult?: (check: Check) => void) => {
    now += MINUTE_MS;
    const ports = {
      probe: async ({ url }: { url: string }) => answers[new URL(url).hostname.split('.')[0] ?? ''] as Observation,
      clock: { ...systemClock, now: () => now },
      outputs: {
        ...outputs,
        history: createMemoryHistory(),
        publish: async (measured: MeasuredRun) => void published.push(measured),
        links: { dashboard: null, logs: null },
      },
    };
    const run = await runCheck(config, ports, onResult ? { remembered, onResult } : { remembered });
    remembered = run.states;
    return {
      ...run,
      notified: run.sent.flatMap(({ alerts }) => alerts.map(({ event, service }) => `${event} ${service.id}`)),
    };
  };
  return { minute, outputs, published };
}

const INCONCLUSIVE = expect.stringMatching(
  /^inconclusive: none of 3 services, on 3 hosts, could be checked, .*EAI_AGAIN/,
);

it('has no verdict and no metric of any service, is reported of all, and fails once', async () => {
  const { minute, published, outputs } = startMinutes();
  const done: Check[] = [];
  const run = await minute(CUT_OFF, (check) => done.push(check));
  expect(run.results).toEqual([]);
  expect(run.unchecked.map(({ service }) => service.id)).toEqual(IDS);
  expect(run.failures).toEqual([{ output: 'probe', service: null, message: INCONCLUSIVE }]);
  expect(done.map(({ service, kind }) => [service.id, kind])).toEqual(IDS.map((id) => [id, null]));
  expect(published.map(({ results }) => results)).toEqual([[]]);
  expect(outputs.calls).toEqual(['load']);
  expect(runLog(run, 'shop')).toEqual([
    expect.objectContaining({ level: 'ERROR', event: 'run', checked: 0, healthy: 0, failures: run.failures }),
  ]);
});

it('opens nothing, and neither confirms nor forgets what is pending', async () => {
  const { minute } = startMinutes();
  expect((await minute({ ...WELL, shop: answer(503, '') })).notified).toEqual([]);
  for (let time = 0; time < 3; time++) expect((await minute(CUT_OFF)).notified).toEqual([]);
  expect((await minute({ ...WELL, shop: answer(503, '') })).notified).toEqual(['opened shop']);
});

it('leaves the states as they were, open and recovering ones too', async () => {
  const { minute, outputs } = startMinutes();
  for (let time = 0; time < 2; time++) await minute({ ...WELL, shop: answer(503, '') });
  expect((await minute(WELL)).notified).toEqual([]);
  const before = JSON.stringify([...outputs.stored]);
  for (let time = 0; time < 3; time++) expect((await minute(CUT_OFF)).notified).toEqual([]);
  expect(JSON.stringify([...outputs.stored])).toBe(before);
  expect((await minute(WELL)).notified).toEqual(['resolved shop']);
});

it('is none where one service was reached: all of the others fail', async () => {
  const { minute } = startMinutes();
  const answers = { ...CUT_OFF, cart: WELL.cart as Observation };
  await minute(answers);
  const { notified, failures } = await minute(answers);
  expect([notified.sort(), failures]).toEqual([['opened mail', 'opened shop'], []]);
});

it('is none where a resolver says that there are no such names', async () => {
  const { minute } = startMinutes();
  await minute(allOf(unknownName));
  const { notified, failures } = await minute(allOf(unknownName));
  expect([notified.sort(), failures]).toEqual([['opened cart', 'opened mail', 'opened shop'], []]);
});

it('still sends the pending alerts of a service', async () => {
  const { minute, outputs } = startMinutes();
  outputs.failing.add('send');
  await minute({ ...WELL, shop: answer(503, '') });
  expect((await minute({ ...WELL, shop: answer(503, '') })).notified).toEqual([]);
  outputs.failing.clear();
  expect((await minute(CUT_OFF)).notified).toEqual(['opened shop']);
  expect((await minute(CUT_OFF)).notified).toEqual([]);
});

it('reminds nobody: that a service still fails is known only by asking it', async () => {
  const { minute } = startMinutes(['retry: { attempts: 1 }', 'alerts: { failureThreshold: 1, remindEvery: 5m }']);
  const down = { ...WELL, shop: answer(503, '') };
  expect((await minute(down)).notified).toEqual(['opened shop']);
  for (let time = 0; time < 6; time++) expect((await minute(CUT_OFF)).notified).toEqual([]);
  expect((await minute(down)).notified).toEqual(['reminder shop']);
});
