/** Tests of charts over time: scale, marks, gaps, and where the history of a service begins. */

import { type Address, START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts, ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { historyView } from '../../../../lambda/core/documents/facts/history-view';
import { allKept, incidentRecords } from '../../../../lambda/core/documents/facts/incident-records';
import type { Span } from '../../../../lambda/core/documents/facts/service-view';
import { historyDocument } from '../../../../lambda/core/documents/history-document';
import { incidentDocument } from '../../../../lambda/core/documents/incident-document';
import { marksOf } from '../../../../lambda/view/charts/chart-marks';
import { sinceItBegan } from '../../../../lambda/view/charts/record';
import { niceScale } from '../../../../lambda/view/charts/scales';
import { labelsOf } from '../../../../lambda/view/charts/time-chart';
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
  [...html.matchAll(/<div class="chart"><svg class="scale".*?<line class="cursor"/gs)].map(([chart]) => chart);
const axisIn = (html: string) => {
  const [, axis = ''] = /<svg class="times"(.*?)<\/svg>/s.exec(html) ?? [];
  return [...axis.matchAll(/<text [^>]*data-at="(\d+)"[^>]*>([^<]*)</g)].map(([, at, text]) => [
    new Date(Number(at)).toISOString().slice(0, 16),
    text,
  ]);
};
const namesIn = (html: string) => axisIn(html).map(([, text]) => text);

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

it('a chart has a scale from zero and times, and an area up to p95 for longer ranges', async () => {
  const [known] = await only(often('well', 60));
  const [latest = ''] = chartsIn(pageOf(known));
  expect(textOf(latest)).toContain('0 5 ms 10 ms 15 ms');
  expect(namesIn(pageOf(known))).toEqual(
    ['05', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'].map((minute) => `11:${minute}`).concat('12:00'),
  );
  expect(latest).not.toContain('class="area"');
  const [day = ''] = chartsIn(pageOf(known, { range: '24h' }));
  for (const part of ['class="area"', 'class="line p50"', 'class="line p95"']) expect(day).toContain(part);
});

it('a chart has a gap without answers, in lines and areas', async () => {
  const [known] = await only([...often('well', 20), ...often('refused', 12), ...often('well', 20)]);
  const pieces = (html: string, name: string) => {
    const [, path = ''] = new RegExp(`<path class="${name}" d="([^"]+)"`).exec(chartsIn(html)[0] ?? '') ?? [];
    return path.match(/M/g)?.length;
  };
  expect(pieces(pageOf(known), 'line p50')).toBe(2);
  const short = { from: NOW - 55 * MINUTE_MS, to: NOW };
  expect(pieces(pageOf(known, { range: short }), 'area')).toBe(2);
});

it('a chart names times to the second for ranges below five minutes', async () => {
  const [{ services, ...known }, { state }] = await only(often('well', 60));
  if (state === null) throw new Error('it was checked');
  const checks = state.history.checks.map((check) => ({ ...check, at: NOW - (NOW - check.at) / 30 }));
  const quick = services.map((one) => ({ ...one, state: { ...state, history: { ...state.history, checks } } }));
  expect(namesIn(pageOf({ ...known, services: quick })).slice(0, 3)).toEqual(['11:58:10', '11:58:20', '11:58:30']);
});

it('a chart draws a target that is near, and only names one that is far', async () => {
  const threshold = async (line: string) => {
    const html = pageOf((await only(often('well', 5), [line]))[0]);
    return [/<line class="threshold"/.test(chartsIn(html)[0] ?? ''), textOf(html).includes('Slow over')];
  };
  expect(await threshold('slow: 30ms')).toEqual([true, true]);
  expect(await threshold('slow: 2s')).toEqual([false, true]);
});

it('a chart marks outages, versions, and restarts without a new version', async () => {
  const [known, service] = await only([
    ...often('well', 20),
    ...often('503', 5),
    ...often('well', 20),
    { version: '9', uptime: 1 },
    ...often({ version: '9' }, 4),
  ]);
  const history = recordOf(known, service, { kind: 'checks' }, 60);
  const incidents = incidentRecords(allKept(known)).map(({ id, state, incident }) =>
    incidentDocument(id, state, incident, NOW),
  );
  const marks = marksOf(history, incidents, NOW);
  const count = history.points.length;
  expect(count).toBe(50);
  expect(marks.map(({ kind, from, to }) => [kind, from * count, to * count])).toEqual([
    // From its first failing check to the first healthy one.
    ['incident', 20.5, 25.5],
    ['version', expect.closeTo(45.5), expect.closeTo(45.5)],
  ]);
  expect(marks.map(({ name }) => name)).toEqual(['5 min', '1.4.2 → 9']);
});

it('a chart names the newest marks that fit', () => {
  const marks = [0.1, 0.5, 0.51, 0.9].map((at, index) => ({ at, text: `label ${index}` }));
  const textsIn = (rows: number) => labelsOf(marks, 'middle', rows).map(({ text, row }) => [text, row]);
  expect(textsIn(1)).toEqual([
    ['label 3', 0],
    ['label 2', 0],
    ['label 0', 0],
  ]);
  expect(textsIn(2)).toContainEqual(['label 1', 1]);
  const [version] = labelsOf([{ at: 0.97, text: '2.9.4 → 3.0.0' }], 'start', 1);
  expect(version?.anchor).toBe('end');
});

it('a chart says when the history of a service begins', async () => {
  const [known, service] = await only(often('well', 30));
  const span = { kind: 'time', from: NOW - 600 * MINUTE_MS, to: NOW + 1 } as const;
  expect(recordOf(known, service, span, 100).points).toHaveLength(20);
  expect(textOf(pageOf(known, { range: { from: NOW - 20 * MINUTE_MS, to: NOW } }))).not.toContain('History starts');
  expect(textOf(pageOf(known, { range: '24h' }))).toContain('History starts 11:31');
  // The strip has twenty bars of a quarter of an hour at least: its axis begins with the first of them.
  expect(namesIn(pageOf(known, { range: '24h' })).at(0)).toBe('07:30');
});

it('a chart names the first check only if it is drawn', async () => {
  expect(textOf(pageOf((await only(often('well', 60)))[0]))).toContain('History starts 11:01');
  expect(textOf(pageOf((await only(often('well', 61)))[0]))).not.toContain('History starts');
});

it('a chart names days at midnight, and has the instant of each time for other time zones', async () => {
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
    return axisIn(pageOf({ ...known, services }, { range }));
  };
  expect(axisOf(60)).toEqual([
    ['2026-02-27T00:00', '27 Feb'],
    ['2026-02-27T06:00', '06:00'],
    ['2026-02-27T12:00', '12:00'],
    ['2026-02-27T18:00', '18:00'],
    ['2026-02-28T00:00', '28 Feb'],
    ['2026-02-28T06:00', '06:00'],
    ['2026-02-28T12:00', '12:00'],
    ['2026-02-28T18:00', '18:00'],
    ['2026-03-01T00:00', '1 Mar'],
    ['2026-03-01T06:00', '06:00'],
    ['2026-03-01T12:00', '12:00'],
  ]);
  expect(axisOf(24 * 60).map(([, text]) => text)).toContain('12 Feb');
});
