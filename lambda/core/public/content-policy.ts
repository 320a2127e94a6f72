/** What the public page may load: itself, and what says whether it is fresh. */

/** The SHA-256 of the style and of the script, in base64. A test says what they have to be. */
export const STYLE_HASH = '1YHAjKJOt/osbTv0ijfFEwejEs8U1d3b7otEo1cbaTU=';
export const SCRIPT_HASH = 'NqQVdbA0oProyep5lQNowGq7Ahz2mDdENG/JPLoSf3Y=';

const DIRECTIVES = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
];

/** As an element of the page. */
export const PAGE_POLICY = DIRECTIVES.join('; ');
/** As a header, which can say who may frame the page. Source: Content Security Policy Level 3: an element's `frame-ancestors` is ignored. */
export const HEADER_POLICY = [...DIRECTIVES, "frame-ancestors 'none'"].join('; ');
