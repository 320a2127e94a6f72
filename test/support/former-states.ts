/** States that the version before wrote, and how they go on. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredState } from '../../lambda/core/state/store';

export function formerState(name: string): StoredState {
  return JSON.parse(readFileSync(join(__dirname, '../fixtures/states', `${name}.json`), 'utf8'));
}

/** Each with a reason that its service is then found with, and the events of its incident that people have been notified of in the end. */
export const FORMER_STORIES: readonly (readonly [name: string, reason: string, events: readonly string[]])[] = [
  ['pending', 'http_503', ['opened']],
  ['open', 'well', ['resolved']],
  ['recovering', 'well', ['resolved']],
  ['owing', 'well', ['opened', 'updated', 'resolved']],
  ['owing-an-end', 'well', ['opened', 'resolved']],
  ['twins', 'well', ['resolved', 'resolved']],
];
