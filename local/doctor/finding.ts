/** The result of one check by the doctor: what is wrong, and how to fix it. */

import type { TopicRole } from '../../lambda/core/deliver/subscriptions/expected';
import type { Fact, FunctionFact } from './facts';

export type Mark = 'ok' | 'bad' | 'unknown';

export interface Finding {
  readonly mark: Mark;
  /** The checked part, in one or two words. */
  readonly about: string;
  readonly text: string;
  /** The steps to take, a paragraph each, commands included. Empty unless something is bad or unknown. */
  readonly mend: readonly string[];
}

/** The command that restores the stack's own state: a plain deployment does not revert changes made by hand. */
export const REVERT = 'Run "npx cdk deploy --revert-drift": it brings back what was changed by hand.';

export function ok(about: string, text: string): Finding {
  return { mark: 'ok', about, text, mend: [] };
}

export function bad(about: string, text: string, ...mend: readonly string[]): Finding {
  return { mark: 'bad', about, text, mend };
}

/** The finding for a known fact; otherwise a finding that explains why the fact is unknown. */
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
      return { mark: 'unknown', about, text: `not looked at: ${fact.message}`, mend: [] };
    case 'unasked':
      return { mark: 'unknown', about, text: 'not looked at: it depends on what could not be read', mend: [] };
  }
}

/** The ARN of a topic; empty if it is unknown. */
export function topicArnOf(checker: Fact<FunctionFact>, topic: TopicRole): string {
  return (checker.kind === 'known' ? checker.value.topicArns[topic] : null) ?? '';
}
