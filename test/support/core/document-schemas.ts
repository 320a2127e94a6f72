/** The JSON Schemas of the documents: what is wrong with a document by its schema, and which properties of them were ever seen. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';

const FOLDER = join(__dirname, '../../../docs/reference/schemas');

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** By the name of the document: `service` for `service.schema.json`. */
export const DOCUMENT_SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace('.schema.json', ''),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as JsonSchema,
  ]),
);

/** What is wrong with a document by the schema of this name, each as a line. The document is taken as the JSON that it becomes. */
export function faultsOf(name: string, document: unknown): readonly string[] {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (validate === undefined) throw new Error(`there is no schema ${name}`);
  if (validate(JSON.parse(JSON.stringify(document)))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, schemaPath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)} (${schemaPath})`,
  );
}

/** The properties of schemas that were in no document that was looked at: `service.schema.json/properties/url`. */
export function unseenProperties(names: readonly string[]): readonly string[] {
  return [...all].filter((path) => !seen.has(path) && names.includes(path.split('.')[0] ?? ''));
}

/** Calls `look` with each part of a schema that is an object, and where it is. */
export function eachPart(part: unknown, look: (part: JsonSchema, path: string) => void, path = ''): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) look(part as JsonSchema, path);
  for (const [name, inner] of Object.entries(part)) eachPart(inner, look, `${path}/${name}`);
}

/** Where each property is, and each that was looked at. */
const all = new Set<string>();
const seen = new Set<string>();

// It stops at the first fault, so that what a document is not is not seen in it.
const ajv = new Ajv2020({ allowUnionTypes: true });
ajv.addKeyword({
  keyword: 'isSeenAs',
  validate: (path: string) => {
    seen.add(path);
    return true;
  },
});
for (const schema of DOCUMENT_SCHEMAS.values()) ajv.addSchema(watched(schema));

/** A copy in which each property notes that it was seen. */
function watched(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  eachPart(copy, ({ properties }, path) => {
    // A property may have this name itself.
    if (path.endsWith('/properties') || typeof properties !== 'object') return;
    for (const [name, property] of Object.entries(properties as Record<string, Record<string, unknown>>)) {
      const place = `${schema.$id}${path}/properties/${name}`;
      all.add(place);
      property.isSeenAs = place;
    }
  });
  return copy;
}
