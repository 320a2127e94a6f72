/** The headers of a page's answers: what a browser may load, and from where, and which sites may show the page. */

import { createHash } from 'node:crypto';
import { secureHeaders } from 'hono/secure-headers';
import { PAGE_STYLE } from '../view/page/page-style';

const NONE = ["'none'"];
const SELF = ["'self'"];

/** `strictTransportSecurity` is for hosts that always speak TLS; `false` for a host that never does. */
export function pageHeaders(strictTransportSecurity: string | false) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NONE,
      scriptSrc: SELF,
      // Only the page's own style is allowed.
      styleSrc: [`'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`],
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
