/** Tests of the documents of incidents. */

import { incidentDocuments } from '../../../../lambda/core/documents/incident-document';
import { holdParts, partsText } from '../../../../lambda/core/documents/words/hold-words';
import { incidentText, spentWords } from '../../../../lambda/core/documents/words/incident-words';
import { advanceProblems } from '../../../../lambda/core/incident/advance-problems';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { pastOutage, withSpentBudget } from '../../../support/core/past-services';
import { ackAt, silenceAt } from '../../../support/core/silences';

const MINUTE = 60_000;

/** Returns `silenced` of each incident after runs a minute apart; the silence covers those before minute 4. */
async function silencedAfter(reasons: readonly string[]) {
  const outputs = memoryOutputs();
  const process = startProcess(outputs, { planned: [silenceAt(NOW, { until: NOW + 4 * MINUTE })] });
  for (const [minute, reason] of reasons.entries()) await process.run(minute, { a: reason });
  return [...incidentDocuments([['a', storedState(outputs, 'a')]], NOW)].map(({ open, silenced }) => ({
    open,
    silenced,
  }));
}

it('each incident has its kind, and only an outage has failed runs', async () => {
  const outputs = memoryOutputs();
  await startProcess(outputs).run(0, { a: 'http_503' });
  const when = { since: NOW, stage: 0 };
  const matter = { kind: 'condition', reason: 'slow', message: 'p50 is 900 ms', severity: 'warning', ...when } as const;
  const subject = { severity: 'warning', environment: null } as const;
  const state = advanceProblems(NEW_STATE, 'condition', [matter], { subject, url: '', now: NOW });
  const states = [
    ['a', storedState(outputs, 'a')],
    ['b', state],
  ] as const;
  const documents = [...incidentDocuments(states, NOW)];
  expect(documents).toMatchObject([
    { service: 'a', kind: 'outage', verdict: 'unhealthy', reason: 'http_503', failedRuns: 1 },
    { service: 'b', kind: 'condition', verdict: 'healthy', reason: 'slow', failedRuns: 0 },
  ]);
  expect(documents.map(incidentText)).toEqual(['down: it is http_503', 'degraded: slow: p50 is 900 ms']);
});

it('an outage has its clues', async () => {
  const outputs = memoryOutputs();
  await startProcess(outputs).run(0, { a: 'http_503' });
  const state = storedState(outputs, 'a');
  const clues = [
    { code: 'version_changed', at: NOW - MINUTE, message: 'version 2.4.1 → 2.5.0' },
    { code: 'slow', at: null, message: 'tripled' },
  ];
  const incidents = state.incidents.map((one) => ({ ...one, clues }));
  const [document] = incidentDocuments([['a', { ...state, incidents }]], NOW);
  expect(document?.clues).toEqual([{ ...clues[0], at: new Date(NOW - MINUTE).toISOString() }, clues[1]]);
});

const BY_ANA = { event: 'opened', silence: { by: 'ana', reason: 'deploy 2.5.0', planned: false } };

it('an incident within a silence says who silenced it, and that nobody was notified', async () => {
  expect(await silencedAfter(['http_503', 'well', 'well'])).toEqual([
    { open: false, silenced: { ...BY_ANA, notified: false, notifiedAt: null } },
  ]);
});

it('an incident that outlives the silence says when people were notified', async () => {
  const notifiedAt = new Date(NOW + 4 * MINUTE).toISOString();
  expect(await silencedAfter(Array(6).fill('http_503'))).toEqual([
    { open: true, silenced: { ...BY_ANA, notified: true, notifiedAt } },
  ]);
});

it('an incident after the silence does not mention it', async () => {
  expect(await silencedAfter(['well', 'well', 'well', 'well', 'http_503'])).toEqual([{ open: true, silenced: null }]);
});

it('an incident has its current and its earlier acknowledgements', async () => {
  const outputs = memoryOutputs();
  const acks = [ackAt(NOW + MINUTE), ackAt(NOW + 2 * MINUTE, { id: 'b', by: null, reason: null })];
  const silences = { read: async () => acks };
  const process = startProcess(outputs, { silences });
  const linesAt = async (minute: number, reason: string) => {
    await process.run(minute, { a: reason }, ['alerts: { successThreshold: 1 }']);
    const now = NOW + minute * MINUTE;
    const [document] = incidentDocuments([['a', storedState(outputs, 'a')]], now);
    return document ? holdParts(document, now).map((parts) => partsText(parts, now)) : [];
  };
  expect(await linesAt(0, 'http_503')).toEqual([]);
  expect(await linesAt(1, 'http_503')).toEqual(['acknowledged by ana since 12:01:00 UTC: it is the database']);
  acks.shift();
  expect(await linesAt(3, 'http_503')).toEqual([
    'acknowledged by ana from 12:01:00 UTC to 12:03:00 UTC: it is the database',
    'acknowledged by somebody since 12:02:00 UTC',
  ]);
  expect((await linesAt(4, 'well'))[1]).toBe('acknowledged by somebody from 12:02:00 UTC to 12:04:00 UTC');
  const [document] = incidentDocuments([['a', storedState(outputs, 'a')]], NOW);
  const iso = (minute: number) => new Date(NOW + minute * MINUTE).toISOString();
  expect(document?.acks).toEqual([
    { id: 'a7c1d2', by: 'ana', note: 'it is the database', since: iso(1), until: iso(3) },
    { id: 'b', by: null, note: null, since: iso(2), until: iso(4) },
  ]);
  expect(document?.silenced).toBeNull();
});

it('an incident says that nobody was notified, despite later alerts', async () => {
  const others = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'http_503' : 'well'));
  const outputs = memoryOutputs();
  const process = startProcess(outputs, { planned: [silenceAt(NOW, { until: NOW + MINUTE })] });
  await process.run(0, { a: 'http_503' });
  await process.run(2, { a: 'well' });
  // Far apart, so that no end is held.
  for (const [index, reason] of others.entries()) await process.run(100 * (index + 1), { a: reason });
  const documents = [...incidentDocuments([['a', storedState(outputs, 'a')]], NOW)];
  expect(documents.at(-1)?.silenced).toEqual({ ...BY_ANA, notified: false, notifiedAt: null });
});

it.each([
  ['unknown, if others were sent since', ['http_503', 'http_503', 'http_500', 'dns_failure', 'well'], null],
  ['known, if none was', ['http_503', 'http_500', 'well'], false],
])('whether people were notified later of a silenced change is %s', async (_, reasons, notified) => {
  const outputs = memoryOutputs();
  const silence = silenceAt(NOW + MINUTE, { until: NOW + 2 * MINUTE });
  const process = startProcess(outputs, { planned: [silence] });
  await process.run(0, { a: 'http_500' });
  for (const [index, reason] of reasons.entries()) await process.run(index + 1, { a: reason });
  const [document] = incidentDocuments([['a', storedState(outputs, 'a')]], NOW);
  expect(document?.silenced).toMatchObject({ event: 'updated', notified });
});

it('an incident of a budget names the outage that spent it', () => {
  const outage = pastOutage(NOW - 40 * MINUTE, NOW - 20 * MINUTE);
  const documents = [...incidentDocuments([['a', withSpentBudget(NEW_STATE, outage, true)]], NOW)];
  expect(documents.map(({ kind, open, spentBy }) => [kind, open, spentBy])).toEqual([
    ['objective', true, [outage.id]],
    ['outage', false, []],
  ]);
  expect(spentWords([outage.id])).toBe(`its outage ${outage.id} spent the budget`);
});
