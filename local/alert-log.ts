/** The alerts that a watch has told, as lines of JSON: what stands in for SNS on a laptop. */

import { existsSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlertSink } from '../lambda/core/ports';

const MAX_BYTES = 5_000_000;

/** Appends each alert to `alerts.jsonl` and flushes it; the file before the current one is kept. */
export function createAlertLog(folder: string): AlertSink {
  const file = join(folder, 'alerts.jsonl');
  return async (alert) => {
    if (existsSync(file) && statSync(file).size > MAX_BYTES) await rename(file, join(folder, 'alerts.old.jsonl'));
    const handle = await open(file, 'a');
    try {
      await handle.writeFile(`${JSON.stringify(alert)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
}
