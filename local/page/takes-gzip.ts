/** Whether a reader takes what is packed. */

import type { Context } from 'hono';

export function takesGzip(c: Context): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(c.req.header('accept-encoding') ?? '');
}
