/** Writes statuswatch.schema.json from the schema that parses the config. */

import { writeFileSync } from 'node:fs';
import { configJsonSchema } from '../lambda/core/config/schema/config-schema';

writeFileSync('statuswatch.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
