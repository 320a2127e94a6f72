/** The result of one check of a deployment: what is wrong, and how to fix it. */

import type { TopicRole } from '../../lambda/core/deliver/subscriptions/expected';
import type { Fact, FunctionFact } from './facts';

/** `skipped`: there was nothing to check. `unknown`: it could not be checked. The text says why. */
export type Mark = 'ok' | 'failed' | 'skipped' | 'unknown';

export interface Finding {
  readonly mark: Mark;
  /** The checked part, in one or two words. */
  readonly about: string;
  readonly text: string;
  /** The steps to take, a paragraph each, commands included. */
  readonly fix: readonly string[];
  /** How long it took, in milliseconds; `null` if that has no meaning. */
  readonly tookMs: number | null;
}

/** The command that restores the stack's own state: a plain deployment does not revert changes made by hand. */
export const REVERT = 'Run "npx cdk deploy --revert-drift": it brings back what was changed by hand.';

export function ok(about: string, text: string, tookMs: number | null = null): Finding {
  return { mark: 'ok', about, text, fix: [], tookMs };
}

export function failed(about: string, text: string, ...fix: readonly string[]): Finding {
  return { mark: 'failed', about, text, fix, tookMs: null };
}

export function skipped(about: string, text: string): Finding {
  return { mark: 'skipped', about, text, fix: [], tookMs: null };
}

function unknown(about: string, why: string, ...fix: readonly string[]): Finding {
  return { mark: 'unknown', about, text: `not checked: ${why}`, fix, tookMs: null };
}

/** Returns the finding for a known fact; otherwise a finding that explains why the fact is unknown. */
export function found<Value>(about: string, fact: Fact<Value>, conclude: (value: Value) => Finding): Finding {
  switch (fact.kind) {
    case 'known':
      return conclude(fact.value);
    case 'denied':
      return unknown(
        about,
        `you are not allowed ${fact.action}`,
        `Allow ${fact.action}: "statuswatch doctor --policy" prints the whole policy.`,
      );
    case 'failed':
      return unknown(about, fact.message);
    case 'unasked':
      return unknown(about, 'it depends on something that could not be read');
  }
}

/** The ARN of a topic; empty if it is unknown. */
export function topicArnOf(checker: Fact<FunctionFact>, topic: TopicRole): string {
  return (checker.kind === 'known' ? checker.value.topicArns[topic] : null) ?? '';
}
