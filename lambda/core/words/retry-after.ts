/** The header `Retry-After`. */

/**
 * The time at which a request may be sent again, in milliseconds since 1970; `null` if `Retry-After` holds no time. Source: RFC 9110,
 * section 10.2.3: it is an HTTP date, or a number of seconds.
 */
export function retryAt(retryAfter: string, now: number): number | null {
  const text = retryAfter.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return HTTP_DATE_OR_SECONDS.test(text) && Number.isFinite(at) ? at : null;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, as every sender has to write it (RFC 9110, section 5.6.7), or `120`. */
const HTTP_DATE_OR_SECONDS = /^(?:\d+|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/;
