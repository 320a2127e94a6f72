/** Tests of a report as CSV, for spreadsheets and parsers. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Objective } from '../../../lambda/core/config/config';
import { DAY_MS } from '../../../lambda/core/documents/report/period';
import { HOUR_MS } from '../../../lambda/core/history/running-history';
import { NEW_STATE } from '../../../lambda/core/state/service-state';
import { CSV_COLUMNS } from '../../../lambda/view/report/report-columns';
import { renderReportCsv } from '../../../local/report/report-csv';
import { bucketOfHour, pastOutage } from '../../support/core/past-services';
import { reportOf } from '../../support/core/report-documents';
import { runs } from '../../support/jest/lane';

const TO = Date.parse('2026-11-01T00:00:00Z');
const PERIOD = { from: TO - 2 * DAY_MS, to: TO };
const OBJECTIVE: Objective = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };

function csvOf(version: string, objective: Objective | null = null): string {
  const buckets = [bucketOfHour(PERIOD.from, { checks: 60, failed: 12, ms: 100 })];
  const lastHealthy = { at: TO, version, environment: null, uptime: 60, memory: { used: 1, total: 2 } };
  const incidents = [pastOutage(PERIOD.from, PERIOD.from + 720_000)];
  const state = { ...NEW_STATE, lastHealthy, incidents };
  const service = { service: { id: 'a', objective }, state, buckets, before: [] };
  return renderReportCsv(
    reportOf([service, { ...service, service: { id: 'b', objective: null } }], PERIOD, TO + HOUR_MS),
  );
}

/** RFC 4180, 2: "Each record is located on a separate line, delimited by a line break (CRLF)"; a quote within quotes is doubled. */
function parsed(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const NAMES = CSV_COLUMNS.map(({ name }) => name);
const valueIn = (csv: string, name: string, index = 1) => parsed(csv)[index]?.[NAMES.indexOf(name)];

it('has a row with the names, then one for each service', () => {
  const [head, ...rows] = parsed(csvOf('1.4.2', OBJECTIVE));
  expect(head).toEqual(NAMES);
  expect(rows.map(([service]) => service)).toEqual(['a', 'b']);
  for (const row of rows) expect(row).toHaveLength(NAMES.length);
});

it('has figures that a program can read, and empty cells for unknown values', () => {
  const csv = csvOf('1.4.2', OBJECTIVE);
  const values = (index: number) => (name: string) => valueIn(csv, name, index);
  expect(
    ['from', 'to', 'checks', 'failed_checks', 'availability', 'outages', 'downtime_seconds'].map(values(1)),
  ).toEqual(['2026-10-30T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '60', '12', '0.8', '1', '720']);
  const objective = ['target', 'reached', 'missed'].map((name) => `availability_${name}`);
  expect(objective.map(values(1))).toEqual(['0.999', '0.8', 'true']);
  expect(Number(values(1)('availability_budget_left_seconds'))).toBeLessThan(0);
  expect([...objective, 'availability_before', 'response_time_under_ms'].map(values(2))).toEqual(['', '', '', '', '']);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("https://evil.test","x")'])(
  'never gives a spreadsheet a formula: %j',
  (version) => {
    expect(valueIn(csvOf(version), 'version_at_end')).toBe(`'${version}`);
  },
);

it('keeps any text unchanged, except for the sign before a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', "'", '=', '-', 'ü', ' ') }), (version) => {
      const csv = csvOf(version);
      expect(valueIn(csv, 'version_at_end')).toBe(/^[=+\-@\t\r]/.test(version) ? `'${version}` : version);
      expect(parsed(csv)).toHaveLength(3);
    }),
    { numRuns: runs(100) },
  );
});

it('has each column in docs/reference/reports.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/reference/reports.md'), 'utf8');
  const [, section = ''] = /## CSV\n(.*?)\n## /s.exec(page) ?? [];
  const cells = Array.from(section.matchAll(/^\| (`.*?) \|/gm), ([, cell = '']) => cell.split(', '));
  expect(new Set(cells.flat())).toEqual(new Set(NAMES.map((name) => `\`${name}\``)));
});
