/** The content security policy of the public page: it may load only itself and the file that shows its freshness. */

/** The SHA-256 of the style and of the script, in base64. A test checks them. */
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

/** The policy as an element of the page, which always matches the page's own style and script. */
export const PAGE_POLICY = DIRECTIVES.join('; ');
/**
 * The policy as a header: only the directive that an element can't have. CloudFront applies a new header at another time than the new page
 * is written, and both policies apply, so a header with the hashes would block the style of the other version.
 * Source: Content Security Policy Level 3, an element's `frame-ancestors` is ignored; "8.1. The effect of multiple policies".
 */
export const HEADER_POLICY = "frame-ancestors 'none'";
