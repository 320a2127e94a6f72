/** The headers of a page's answers: what a browser may load, and from where, and which sites may show the page. */

import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { FRAME_STYLE, PAGE_STYLE } from '../view/page/page-style';
import { WALL_STYLE } from '../view/page/wall-style';

const NONE = ["'none'"];
const SELF = ["'self'"];
/** No other style is allowed. */
const STYLES = [FRAME_STYLE, PAGE_STYLE, WALL_STYLE];

/** `strictTransportSecurity` is for hosts that always speak TLS; `false` for a host that never does. */
export function pageHeaders(strictTransportSecurity: string | false) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NONE,
      scriptSrc: SELF,
      styleSrc: STYLES.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`),
      imgSrc: SELF,
      connectSrc: SELF,
      formAction: SELF,
      baseUri: NONE,
      frameAncestors: NONE,
    },
    // With no referrer at all, a browser would not name the origin of a form of this page.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity,
    // These headers are for pages that open others.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // These headers are for browsers that nobody uses any more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // A header that an answer sets itself is kept.
    overwrite: false,
  });
}

/** Answers each request with 400: for requests that are refused before an app sees them, such as one without a host. */
export function invalidRequests(strictTransportSecurity: string | false): Hono {
  const app = new Hono().use(pageHeaders(strictTransportSecurity));
  return app.all('*', (c) => c.text('This request is not valid.\n', 400, { 'Cache-Control': 'no-store' }));
}
