/** docs/reference/reports.md is true: what a report reads, who may read it, and each field of its document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRICES } from '../../lambda/core/cost/prices';
import { HOUR_MS, NO_HISTORY } from '../../lambda/core/history/running-history';
import { DAY_MS, keysOfPeriods, periodBefore } from '../../lambda/core/report/period';
import { addToTotals, noTotals } from '../../lambda/core/report/report';
import { serviceReport } from '../../lambda/core/report/service-report';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { reportDocument, serviceReportDocument } from '../../local/documents/report-documents';
import { BATCH } from '../../local/report/gather';
import { readPeriod } from '../../local/report/read-period';
import { bucketOfHour, pastOutage } from '../support/core/past-services';

const TEXT = readFileSync(join(__dirname, '../../docs/reference/reports.md'), 'utf8');
const NOW = Date.parse('2026-11-22T10:58:00Z');

describe('what is read', () => {
  /** Of the state: its item is smaller than 4 kB, whatever was. */
  const STATE_UNITS = 1;
  it.each([
    ['`--last 30d`', { last: '30d' }],
    ['`--month`', { month: '2026-10' }],
    ['`--last 400d`', { last: '400d' }],
  ])('is as many units as the table says: %s', (name, options) => {
    const period = readPeriod(options, NOW);
    const running = { ...NO_HISTORY, hours: [{ from: Math.floor(NOW / HOUR_MS) * HOUR_MS, buckets: [], written: 0 }] };
    const units = keysOfPeriods([period, periodBefore(period)], running).length + STATE_UNITS;
    const [, table = ''] = TEXT.split('| | units for each service |');
    const [, row = ''] = table.split(`| ${name} | `);
    const [cells = ''] = row.split(' |\n');
    const price = Number((10_000 * units * PRICES.dynamodbRead).toFixed(4));
    const [few, some, many] = [10, 1_000, 10_000].map((services) => (services * units).toLocaleString('en-US'));
    const shown = price > 0.03 ? price.toFixed(2) : price;
    expect(cells.split(' | ')).toEqual([String(units), few, some, `${many}, $${shown}`]);
  });

  it('is as many services at once as it says', () => {
    expect(BATCH).toBe(50);
    expect(TEXT).toContain('Fifty services are read at once');
  });
});

it('has a policy with what is called, and no more', () => {
  const policy = JSON.parse(/```json\n([\s\S]*?)```/.exec(TEXT)?.[1] ?? '{}') as { Statement: { Action: string }[] };
  const source = [
    'local/archive/table-archive.ts',
    'local/remote/deployed-function.ts',
    'lambda/adapters/table/state-reader.ts',
  ]
    .map((file) => readFileSync(join(__dirname, '../..', file), 'utf8'))
    .join('');
  expect(policy.Statement.map(({ Action }) => Action)).toEqual([
    'lambda:GetFunctionConfiguration',
    'dynamodb:BatchGetItem',
  ]);
  for (const { Action } of policy.Statement) expect(source).toContain(`new ${Action.split(':')[1]}Command(`);
});

it('explains each field of the document', () => {
  const period = { from: NOW - DAY_MS, to: NOW };
  const buckets = [bucketOfHour(period.from, { checks: 60, failed: 1, maintained: 1 })];
  const state = { ...NEW_STATE, past: [pastOutage(period.from, period.from + 1)] };
  const objective = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };
  const one = serviceReport({ service: { id: 'a', objective }, state, buckets, before: buckets }, period, NOW);
  const totals = addToTotals(noTotals(period), [one]);
  const reading = { items: 1, units: 1 };
  const report = { deployment: 'shop', period, now: NOW, intervalMs: 60_000, totals, shown: [], reading };
  const names = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && !(name in one.whole.failures)) names.add(name);
      collect(inner);
    }
  };
  collect(reportDocument(report, [serviceReportDocument(one)]));
  expect(names.size).toBeGreaterThan(40);
  const [, section = ''] = TEXT.split('## The document\n');
  expect([...names].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
