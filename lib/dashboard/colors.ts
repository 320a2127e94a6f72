/** The colours of the dashboard: each means the same in every widget. */

import type { VerdictKind } from '../../lambda/core/words/codes';

export const VERDICT_COLORS: Readonly<Record<VerdictKind, string>> = {
  healthy: '#2ca02c',
  unhealthy: '#ff7f0e',
  error: '#d62728',
  unreachable: '#3c3c3c',
  invalid: '#8c564b',
};

/** The colours of lines that should not be crossed: a limit, and the time to act. */
export const LIMIT_COLORS = { limit: VERDICT_COLORS.error, warning: VERDICT_COLORS.unhealthy } as const;

/** The colours of percentiles, from the typical value to the worst: the rarer, the darker. */
export const RARITY_COLORS = { usual: '#9ecae1', rare: '#3182bd', worst: '#08306b' } as const;

/** The colours of counts and amounts, and of the whole that they are compared with. */
export const AMOUNT_COLORS = { amount: '#1f77b4', whole: '#a0a0a0' } as const;

/** A colour for each service, different from the verdicts' colours. Up to this many services are drawn one by one. */
export const SERVICE_COLORS: readonly string[] = (
  '#2970ae #ae9329 #29aea5 #8f29ae #dd88c3 #78ae29 #2936ae #88b5dd #a788dd #ddcc88 ' +
  '#ae2986 #88ddd7 #5929ae #bbdd88 #2997ae #c988dd #a0ae29 #8891dd #88cfdd #d4dd88'
).split(' ');
