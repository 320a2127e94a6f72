/** Writes statuswatch.schema.json from the schema that parses the config, and the tables of docs/reference/configuration.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { configJsonSchema } from '../lambda/core/config/schema/config-schema';
import { withConfigTables } from './config-tables';

const PAGE = 'docs/reference/configuration.md';
const schema = configJsonSchema();

writeFileSync('statuswatch.schema.json', `${JSON.stringify(schema, null, 2)}\n`);
writeFileSync(PAGE, withConfigTables(readFileSync(PAGE, 'utf8'), schema));
