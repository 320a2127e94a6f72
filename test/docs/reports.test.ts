/** docs/reference/reports.md is right about what a report reads, its permissions, and the fields of its document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../docs/reference/schemas/report.schema.json';
import { keysOfPeriods, periodBefore } from '../../lambda/core/documents/report/period';
import { SHOWN } from '../../lambda/core/documents/report/report-totals';
import { HOUR_MS, NO_HISTORY } from '../../lambda/core/history/running-history';
import { INCIDENT_KINDS, VERDICTS } from '../../lambda/core/words/codes';
import { readPeriod } from '../../local/report/read-period';
import { DOCUMENT_SCHEMAS, eachPart } from '../support/core/document-schemas';

const TEXT = readFileSync(join(__dirname, '../../docs/reference/reports.md'), 'utf8');
const NOW = Date.parse('2026-11-22T10:58:00Z');

describe('the units that are read', () => {
  /** The state: its item is always smaller than 4 kB. */
  const STATE_UNITS = 1;
  it.each([
    ['`--last 30d`', { last: '30d' }],
    ['`--month`', { month: '2026-10' }],
    ['`--last 400d`', { last: '400d' }],
  ])('are as in the table: %s', (name, options) => {
    const period = readPeriod(options, NOW);
    const running = { ...NO_HISTORY, hours: [{ from: Math.floor(NOW / HOUR_MS) * HOUR_MS, buckets: [], written: 0 }] };
    const units = keysOfPeriods([period, periodBefore(period)], running).length + STATE_UNITS;
    expect(TEXT).toContain(`| ${name} | ${units} |\n`);
  });
});

it('the policy has the permissions for all calls, and no others', () => {
  const policy = JSON.parse(/```json\n([\s\S]*?)```/.exec(TEXT)?.[1] ?? '{}') as {
    Statement: { Action: string | string[] }[];
  };
  const source = [
    'local/archive/table-archive.ts',
    'local/remote/deployed-function.ts',
    'lambda/adapters/table/state-reader.ts',
  ]
    .map((file) => readFileSync(join(__dirname, '../..', file), 'utf8'))
    .join('');
  const actions = policy.Statement.flatMap(({ Action }) => Action);
  expect(actions).toEqual(['lambda:GetFunctionConfiguration', 'lambda:InvokeFunction', 'dynamodb:BatchGetItem']);
  const calls = actions.map((action) => action.split(':')[1]?.replace('InvokeFunction', 'Invoke'));
  for (const call of calls) expect(source).toContain(`new ${call}Command(`);
});

describe('the document', () => {
  const [, section = ''] = TEXT.split('## JSON\n');

  it('has a schema that explains each of its fields', () => {
    const unexplained: string[] = [];
    for (const name of ['report', 'history'])
      eachPart(DOCUMENT_SCHEMAS.get(name) ?? {}, (part, path) => {
        const isField = path.split('/').at(-2) === 'properties';
        if (isField && !['description', '$ref', 'enum', 'const'].some((key) => key in part)) unexplained.push(path);
      });
    expect(unexplained).toEqual([]);
  });

  it('has a schema with each of its fields and codes', () => {
    expect(section).toContain('](schemas/report.schema.json)');
    const { objective, incident } = schema.$defs;
    expect(objective.properties.aim.enum).toEqual(['availability', 'responseTime']);
    expect(incident.properties.kind.enum).toEqual(INCIDENT_KINDS);
    expect(incident.properties.verdict.enum).toEqual(VERDICTS);
    expect(schema.properties.worst.maxItems).toBe(SHOWN);
  });
});
