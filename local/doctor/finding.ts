/** One thing that the doctor has looked at, what is wrong with it, and how to mend that. */

import type { Fact } from './facts';

export type Mark = 'ok' | 'bad' | 'unknown';

export interface Finding {
  readonly mark: Mark;
  /** What was looked at, in one or two words. */
  readonly about: string;
  readonly text: string;
  /** What to do, a paragraph each: commands too. Empty unless something is bad or unknown. */
  readonly mend: readonly string[];
}

/** How the stack's own state is brought back: a plain deployment changes nothing that was changed by hand. */
export const REVERT = 'Run "npx cdk deploy --revert-drift": it brings back what was changed by hand.';

export function ok(about: string, text: string): Finding {
  return { mark: 'ok', about, text, mend: [] };
}

export function bad(about: string, text: string, ...mend: readonly string[]): Finding {
  return { mark: 'bad', about, text, mend };
}

/** The finding of a known fact; otherwise one that says why it is not known. */
export function found<Value>(about: string, fact: Fact<Value>, conclude: (value: Value) => Finding): Finding {
  switch (fact.kind) {
    case 'known':
      return conclude(fact.value);
    case 'denied':
      return {
        mark: 'unknown',
        about,
        text: `not looked at: you are not allowed ${fact.action}`,
        mend: [`Allow ${fact.action}: docs/reference/doctor.md has the whole policy.`],
      };
    case 'failed':
      return { mark: 'unknown', about, text: `not looked at: ${fact.action}: ${fact.message}`, mend: [] };
    case 'unasked':
      return { mark: 'unknown', about, text: 'not looked at: it depends on what could not be read', mend: [] };
  }
}
