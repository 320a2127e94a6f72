/** User and password as the scheme `Basic` sends them. */

/**
 * The value of the header `Authorization`, with both in UTF-8. Throws for a user with a colon. Source: RFC 7617, section 2: "a user-id containing a
 * colon character is invalid, as the first colon in a user-pass string separates user-id and password from one another".
 */
export function basicCredentials(user: string, password: string): string {
  if (user.includes(':')) throw new Error('the name of its user has a colon, which no user of HTTP Basic can have');
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
