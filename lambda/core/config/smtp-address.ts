/** The address of a mail server, with the user and the password that it asks for. */

export const SMTP_EXPECTED =
  'expected an address such as smtps://user:password@mail.company.com, or smtp:// and a port; other signs than letters and digits of a password as in a URL, such as %40 for @';

export function isSmtp({ protocol, hostname, pathname, search, hash, username, password }: URL): boolean {
  const isPlace = hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === '';
  const isWhole = (username === '') === (password === '') && isDecodable(username) && isDecodable(password);
  return ['smtp:', 'smtps:'].includes(protocol) && isPlace && isWhole;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
