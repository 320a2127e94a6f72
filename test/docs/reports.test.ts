/** Tests of docs/reference/reports.md: its permissions, and the schema of the document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../docs/reference/schemas/report.schema.json';
import { SHOWN } from '../../lambda/core/documents/report/report-document';
import { INCIDENT_KINDS, VERDICTS } from '../../lambda/core/words/codes';
import { DOCUMENT_SCHEMAS, eachPart } from '../support/core/document-schemas';

const TEXT = readFileSync(join(__dirname, '../../docs/reference/reports.md'), 'utf8');

it('lists exactly the permissions that are used', () => {
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

  it('has a schema with each of its codes', () => {
    expect(section).toContain('](schemas/report.schema.json)');
    const { objective, incident } = schema.$defs;
    expect(objective.properties.aim.enum).toEqual(['availability', 'responseTime']);
    expect(incident.properties.kind.enum).toEqual(INCIDENT_KINDS);
    expect(incident.properties.verdict.enum).toEqual(VERDICTS);
    expect(schema.properties.worst.maxItems).toBe(SHOWN);
  });
});
