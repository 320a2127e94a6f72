/** Charts over time: their scale, what is marked in them, and where the record of a service begins. */

import { type Address, START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts, ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { historyView } from '../../../../lambda/core/documents/facts/history-view';
import { allKept, incidentRecords } from '../../../../lambda/core/documents/facts/incident-records';
import type { Span } from '../../../../lambda/core/documents/facts/service-view';
import { historyDocument } from '../../../../lambda/core/documents/history-document';
import { incidentDocument } from '../../../../lambda/core/documents/incident-document';
import { marksOf } from '../../../../lambda/view/charts/chart-marks';
import { sinceItBegan } from '../../../../lambda/view/charts/record';
import { niceScale } from '../../../../lambda/view/charts/time-chart';
import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { textOf } from '../../../support/view/text-of';

const MINUTE_MS = 60_000;
const only = async (story: readonly Found[], lines?: readonly string[]): Promise<[DeploymentFacts, ServiceFacts]> => {
  const known = await knownOf({ a: story }, {}, lines);
  return [known, known.services[0] as ServiceFacts];
};
const recordOf = (known: DeploymentFacts, service: ServiceFacts, span: Span, most: number) =>
  sinceItBegan(historyDocument(historyView(known, service, span, most), span));
const pageOf = (known: DeploymentFacts, more: Partial<Address> = {}) =>
  renderPage(known, { ...START, service: 'a', ...more });
const chartsIn = (html: string) =>
  [...html.matchAll(/<svg class="chart".*?<line class="cursor"/gs)].map(([chart]) => chart);

it.each([
  [0, 1, 1],
  [0.6, 0.6, 0.2],
  [15, 15, 5],
  [38, 40, 20],
  [81, 100, 50],
  [1_234, 1_500, 500],
  [3_010, 4_000, 2_000],
])('the scale up to %d ends at %d, in steps of %d', (highest, top, step) => {
  const scale = niceScale(highest);
  expect(scale.top).toBeCloseTo(top);
  expect(scale.step).toBeCloseTo(step);
});

it('has a scale and times, and bands of the percentiles over a longer time', async () => {
  const [known] = await only(often('well', 60));
  const [latest = ''] = chartsIn(pageOf(known));
  expect(textOf(latest)).toContain('5.0 ms 10 ms 15 ms 11:01 11:16 11:31 11:45 12:00');
  expect(latest).not.toContain('class="band"');
  const [day = ''] = chartsIn(pageOf(known, { range: '24h' }));
  for (const part of ['class="band"', 'class="line p50"', 'class="line p95"', 'class="line p99"'])
    expect(day).toContain(part);
});

it('names times of less than five minutes to the second: minutes would say the same twice', async () => {
  const [{ services, ...known }, { state }] = await only(often('well', 60));
  if (state === null) throw new Error('it was checked');
  const checks = state.history.checks.map((check) => ({ ...check, at: NOW - (NOW - check.at) / 30 }));
  const quick = services.map((one) => ({ ...one, state: { ...state, history: { ...state.history, checks } } }));
  const [chart = ''] = chartsIn(pageOf({ ...known, services: quick }));
  expect(textOf(chart)).toContain('11:58:02 11:58:32 11:59:02 11:59:30 12:00:00');
});

it('shows what should be kept, if it is near; otherwise it only names it', async () => {
  const threshold = async (line: string) => {
    const html = pageOf((await only(often('well', 5), [line]))[0]);
    return [/<line class="threshold"/.test(chartsIn(html)[0] ?? ''), textOf(html).includes('slow over')];
  };
  expect(await threshold('slow: 30ms')).toEqual([true, true]);
  expect(await threshold('slow: 2s')).toEqual([false, true]);
});

it('marks incidents, restarts and versions where they were', async () => {
  const [known, service] = await only([
    ...often('well', 20),
    ...often('503', 5),
    ...often('well', 20),
    { version: '9', uptime: 1 },
    ...often({ version: '9' }, 4),
  ]);
  const { history } = recordOf(known, service, { kind: 'checks' }, 60);
  const incidents = incidentRecords(allKept(known)).map(({ id, state, incident }) =>
    incidentDocument(id, state, incident, NOW),
  );
  const marks = marksOf(history, incidents, NOW);
  const count = history.points.length;
  expect(count).toBe(50);
  expect(marks.map(({ kind, from, to }) => [kind, from * count, to * count])).toEqual([
    // From its first failing check to the first healthy one.
    ['incident', 20, 26],
    ['restart', 45.5, 45.5],
    ['version', 45.5, 45.5],
  ]);
});

it('says when the record of a service begins, instead of drawing what is not there', async () => {
  const [known, service] = await only(often('well', 30));
  const view = (minutes: number) =>
    recordOf(known, service, { kind: 'time', from: NOW - minutes * MINUTE_MS, to: NOW + 1 }, 100);
  expect(view(20).isYoung).toBe(false);
  expect(view(600)).toMatchObject({ isYoung: true, history: { points: { length: 20 } } });
  expect(textOf(pageOf(known, { range: '24h' }))).toContain('The record of it begins 11:31');
  // The strip has twenty bars of a quarter of an hour at least: its axis begins with the first of them.
  expect(textOf(pageOf(known, { range: '24h' }))).toMatch(/ 07:15 12:\d\d Response time/);
  expect(textOf(pageOf((await only(often('well', 60)))[0]))).not.toContain('The record of it begins');
});

it('names the first check only if that is drawn', async () => {
  expect(textOf(pageOf((await only(often('well', 60)))[0]))).toContain('first check 11:01');
  expect(textOf(pageOf((await only(often('well', 61)))[0]))).not.toContain('first check');
});

it('names a day on the axis once, and gives the moment of each time for those who read it in another zone', async () => {
  const [known] = await only(often('well', 60));
  const hours = (count: number) =>
    bucketsFrom(
      Array.from({ length: count }, (_, index) => pastCheck(NOW - (count - index) * 60 * MINUTE_MS)),
      [],
      60 * MINUTE_MS,
    );
  const axisOf = (count: number) => {
    const services = known.services.map(({ service, state }) => ({ service, state, buckets: hours(count) }));
    const range = { from: NOW - count * 60 * MINUTE_MS, to: NOW };
    const [chart = ''] = chartsIn(pageOf({ ...known, services }, { range }));
    return [...chart.matchAll(/<text [^>]*data-at="(\d+)"[^>]*>([^<]*)</g)].map(([, at, text]) => [
      new Date(Number(at)).toISOString().slice(0, 16),
      text,
    ]);
  };
  expect(axisOf(60)).toEqual([
    ['2026-02-27T00:00', '02-27'],
    ['2026-02-28T06:00', '02-28'],
    ['2026-03-01T11:00', '03-01'],
  ]);
  expect(axisOf(12).map(([, text]) => text)).toEqual(['00:00', '03:00', '06:00', '08:00', '11:00']);
});
