/** A fact about a deployment, and the finding of a check: what is wrong, and how to fix it. */

/** A fact as an API has returned it, or why it is unknown; `action` is the permission that the API needs, such as `sns:GetTopicAttributes`. */
export type Fact<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  /** The permission is missing. */
  | { readonly kind: 'denied'; readonly action: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Returns the fact of a call. Never rejects. */
export type Ask = <Value>(action: string, call: () => Promise<Value>) => Promise<Fact<Value>>;

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

/** Returns the finding for a known fact; otherwise a finding that explains why the fact is unknown. */
export function found<Value>(about: string, fact: Fact<Value>, conclude: (value: Value) => Finding): Finding {
  if (fact.kind === 'known') return conclude(fact.value);
  const fix =
    fact.kind === 'denied' ? [`Allow ${fact.action}: "statuswatch doctor --policy" prints the whole policy.`] : [];
  return { mark: 'unknown', about, text: `not checked: ${whyUnknown(fact)}`, fix, tookMs: null };
}

export function whyUnknown(fact: Exclude<Fact<unknown>, { kind: 'known' }>): string {
  return fact.kind === 'denied' ? `you are not allowed ${fact.action}` : fact.message;
}
