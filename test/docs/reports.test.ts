/** docs/reference/reports.md is true: what a report reads, who may read it, and each field of its document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../docs/reference/schemas/report.schema.json';
import { DAY_MS, keysOfPeriods, periodBefore } from '../../lambda/core/documents/report/period';
import { SHOWN } from '../../lambda/core/documents/report/report-totals';
import { HOUR_MS, NO_HISTORY } from '../../lambda/core/history/running-history';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { FAILURE_KINDS, INCIDENT_KINDS, VERDICTS } from '../../lambda/core/words/codes';
import { readPeriod } from '../../local/report/read-period';
import { bucketOfHour, pastOutage } from '../support/core/past-services';
import { reportOf } from '../support/core/report-documents';

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
    expect(TEXT).toContain(`| ${name} | ${units} |\n`);
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

describe('the document', () => {
  const [, section = ''] = TEXT.split('## The document\n');

  it('has all of its fields explained', () => {
    const period = { from: NOW - DAY_MS, to: NOW };
    const buckets = [bucketOfHour(period.from, { checks: 60, failed: 1, maintained: 1 })];
    const incidents = [pastOutage(period.from, period.from + 1)];
    const changes = [{ at: period.from + HOUR_MS, restarted: true, version: { from: '1', to: '2' } }];
    const objective = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };
    const history = { service: { id: 'a', objective }, state: { ...NEW_STATE, incidents, changes } };
    const reading = { items: 1, units: 1 };
    const names = new Set<string>();
    const collect = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value) && !FAILURE_KINDS.some((kind) => kind === name)) names.add(name);
        collect(inner);
      }
    };
    collect(reportOf([{ ...history, buckets, before: buckets }], { period, now: NOW, reading }));
    expect([...names]).toEqual(
      expect.arrayContaining(['reading', 'reason', 'budgetLeftSeconds', 'points', 'restarted']),
    );
    expect([...names].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a schema that knows each of its fields and codes', () => {
    expect(section).toContain('](schemas/report.schema.json)');
    const { objective, incident } = schema.$defs;
    expect(objective.properties.aim.enum).toEqual(['availability', 'responseTime']);
    expect(incident.properties.kind.enum).toEqual(INCIDENT_KINDS);
    expect(incident.properties.verdict.enum).toEqual(VERDICTS);
    expect(schema.properties.worst.maxItems).toBe(SHOWN);
  });
});
