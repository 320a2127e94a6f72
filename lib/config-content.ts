/** The content of a config as people write it; a file of its own, since the package has it written out. */

import type { z } from 'zod';
import type { configSchema } from '../lambda/core/config/schema/config-schema';

/** The content of `statuswatch.yaml`, key by key. In the package `scripts/write-types.ts` writes it out, with the meaning of each key. */
export type ConfigContent = ReadonlyDeep<z.input<typeof configSchema>>;

type ReadonlyDeep<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> } : Value;
