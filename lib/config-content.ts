/** The content of a config as people write it. */

import type { z } from 'zod';
import type { configSchema } from '../lambda/core/config/schema/config-schema';

/** What `statuswatch.yaml` may hold, key by key. In the package `scripts/write-types.ts` writes it out, with what each key means. */
export type ConfigContent = ReadonlyDeep<z.input<typeof configSchema>>;

type ReadonlyDeep<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> } : Value;
