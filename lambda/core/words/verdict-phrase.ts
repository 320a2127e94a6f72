/** The words for each verdict in a sentence: `billing is …`, `it was … for 4 min`. */

import type { VerdictKind } from './codes';

export const VERDICT_PHRASES: Readonly<Record<VerdictKind, string>> = {
  healthy: 'healthy',
  unhealthy: 'unhealthy',
  error: 'in error',
  unreachable: 'unreachable',
  invalid: 'without a valid report',
};
