/** The content policy of the public page: it may load itself, and the file that shows whether it is fresh. */

/** The SHA-256 of the style and of the script, in base64. A test says what they have to be. */
export const STYLE_HASH = '9ClHWN4rKTPvxY2u3N7eEIDufvXXsFdLmZm0h8YIHh8=';
export const SCRIPT_HASH = 'fGs9whh1oZ1rWOiTpyqhUwauGqALi2F7IWRr76zfZ1U=';

const DIRECTIVES = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
];

/** As an element of the page, which always comes with the style and the script that it names. */
export const PAGE_POLICY = DIRECTIVES.join('; ');
/**
 * As a header: what an element can't say, and nothing else. CloudFront takes a new header at another time than the new page is written,
 * and both policies count: a header with the hashes would block the style of the other version.
 * Source: Content Security Policy Level 3, an element's `frame-ancestors` is ignored; "8.1. The effect of multiple policies".
 */
export const HEADER_POLICY = "frame-ancestors 'none'";
