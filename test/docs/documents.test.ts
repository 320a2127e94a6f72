/** The schemas of documents fit everything that a whole deployment shows, and docs/reference/documents.md links to them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITION_CODES } from '../../lambda/core/conditions/conditions';
import { INCIDENT_NOWS } from '../../lambda/core/documents/incident-details';
import { STEP_MARKS } from '../../lambda/core/documents/incident-story/step';
import { SUMMARY_STATES } from '../../lambda/core/documents/state';
import { ALERT_EVENTS, FAILURE_KINDS, INCIDENT_KINDS, SEVERITIES, VERDICTS } from '../../lambda/core/words/codes';
import {
  DOCUMENT_SCHEMAS,
  eachPart,
  faultsOf,
  type JsonSchema,
  unseenProperties,
} from '../support/core/document-schemas';
import { type WholeWorld, wholeWorld } from '../support/core/whole-world';
import { documentsOf } from '../support/core/world-documents';

let world: WholeWorld;
let documents: Readonly<Record<string, readonly unknown[]>>;
beforeAll(async () => {
  world = await wholeWorld();
  documents = await documentsOf(world);
});

/** Reports are in test/docs/reports.test.ts. */
const NAMES = [...DOCUMENT_SCHEMAS.keys()].filter((name) => name !== 'report');

describe('the schemas', () => {
  it.each(NAMES.filter((name) => name !== 'common'))('fit each document: %s', (name) => {
    const all = documents[name] ?? [];
    expect(all.length).toBeGreaterThan(0);
    expect([...new Set(all.flatMap((document) => faultsOf(name, document)))]).toEqual([]);
  });

  it('have no property that no document has', () => {
    for (const [name, all] of Object.entries(documents)) for (const document of all) faultsOf(name, document);
    expect(unseenProperties(NAMES)).toEqual([]);
  });

  it('take no other properties, and need all but these', () => {
    const optional: string[] = [];
    const open: string[] = [];
    for (const [name, schema] of DOCUMENT_SCHEMAS) {
      eachPart(schema, (part, path) => {
        const { properties, required, additionalProperties, unevaluatedProperties } = part;
        if (path.endsWith('/properties') || typeof properties !== 'object' || properties === null) return;
        if (additionalProperties !== false && unevaluatedProperties !== false) open.push(`${name}${path}`);
        const needed = Array.isArray(required) ? required : [];
        optional.push(...Object.keys(properties).filter((property) => !needed.includes(property)));
      });
    }
    expect(new Set(optional)).toEqual(new Set([...FAILURE_KINDS, ...SUMMARY_STATES, 'blockedMs', 'tokenMs', 'name']));
    // Others are made of these, and close them.
    expect(open.sort()).toEqual([
      'common/$defs/silenceFields',
      'history/$defs/changeFields',
      'incident/$defs/heldIncident',
      'incident/$defs/incident',
      'page/$defs/detailFields',
      'page/$defs/groupFields',
      'service/$defs/now',
      'service/$defs/service',
      'story/$defs/timeline',
    ]);
  });

  it('know each code', () => {
    const { verdict, severity, incidentKind, event, conditionCode, state, summaryState, failures } =
      definitionsOf('common');
    expect(verdict?.enum).toEqual(VERDICTS);
    expect(severity?.enum).toEqual(SEVERITIES);
    expect(incidentKind?.enum).toEqual(INCIDENT_KINDS);
    expect(event?.enum).toEqual(ALERT_EVENTS);
    expect(conditionCode?.enum).toEqual(CONDITION_CODES);
    expect(new Set(state?.enum as string[])).toEqual(new Set([...VERDICTS, 'degraded', 'unknown']));
    expect(summaryState?.enum).toEqual(SUMMARY_STATES);
    expect(Object.keys(failures?.properties ?? {})).toEqual(FAILURE_KINDS);
    expect(JSON.stringify(definitionsOf('story'))).toContain(JSON.stringify({ type: 'string', enum: STEP_MARKS }));
    expect(JSON.stringify(definitionsOf('page'))).toContain(JSON.stringify({ type: 'string', enum: INCIDENT_NOWS }));
  });
});

it('docs/reference/documents.md links to each schema', () => {
  const text = readFileSync(join(__dirname, '../../docs/reference/documents.md'), 'utf8');
  const pages = [...DOCUMENT_SCHEMAS.keys()].filter((name) => !['common', 'history'].includes(name));
  expect(pages.filter((name) => !text.includes(`](schemas/${name}.schema.json)`))).toEqual([]);
});

function definitionsOf(name: string): Readonly<Record<string, JsonSchema>> {
  return (DOCUMENT_SCHEMAS.get(name)?.$defs ?? {}) as Record<string, JsonSchema>;
}
