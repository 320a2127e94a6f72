/** The runs of a watch, counted by what they save: each saves the latest figures of a service. */

import { existsSync, readFileSync } from 'node:fs';
import { until } from '../http/real-alertmanager';

/** `file` is the state of a service; 0 if there is none yet. */
export function savesIn(file: string): number {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).revision : 0;
}

/** Resolves once another run has ended. */
export async function anotherRun(file: string): Promise<void> {
  const before = savesIn(file);
  await until(async () => savesIn(file) > before);
}
