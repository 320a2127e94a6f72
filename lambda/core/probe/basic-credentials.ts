/** User and password as the scheme `Basic` sends them. */

/** The value of the header `Authorization`. Source: RFC 7617, section 2: the user and the password are joined by a colon, here in UTF-8. */
export function basicCredentials(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
