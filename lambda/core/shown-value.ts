/** What a fault may show of a value: enough to find it, never a credential. */

const LONGEST_SHOWN = 120;

/** The kind of a value, where the value itself is better not shown or says nothing. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`;
}

/** An address may carry a password before its `@` and a token behind its `?` or `#`: neither is ever shown. */
export function hideCredentials(text: string): string {
  const isAddress = text.includes('@') || /^[a-z][a-z0-9+.-]*:|[/\\]{2}/i.test(text);
  if (!isAddress) return text;
  return text.replace(/^([a-z][a-z0-9+.-]*:(?=[/\\]))?([/\\]*).*@/is, '$1$2***@').replace(/([?#]).*$/s, '$1***');
}

export function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
