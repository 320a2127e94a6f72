/** How far the recovery of an outage has come, in words. */

import { describeDuration } from '../../words/duration';
import type { RecoveryDocument } from '../recovery-document';
import { plural } from './format';

/** `recovering: 3 of 8 healthy runs, it failed 3 times in 20 min`; `now` in milliseconds since 1970. */
export function recoveryWords({ runs, of, failures, failingSince }: RecoveryDocument, now: number): string {
  const sinceMs = Math.max(0, now - Date.parse(failingSince));
  const often = failures > 1 ? `, it failed ${failures} times in ${describeDuration(sinceMs)}` : '';
  return `recovering: ${runs} of ${plural(of, 'healthy run')}${often}`;
}
