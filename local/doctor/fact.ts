/** A fact about a deployment: as an API has returned it, or the reason why it is unknown. */

/** `action` is the permission that the API needs, such as `sns:GetTopicAttributes`. */
export type Fact<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  /** The permission is missing. */
  | { readonly kind: 'denied'; readonly action: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Returns the fact of a call. Never rejects. */
export type Ask = <Value>(action: string, call: () => Promise<Value>) => Promise<Fact<Value>>;
