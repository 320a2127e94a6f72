/** Only the page's own forms may change anything. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Enough for the ids of 200 services. */
const MOST_BYTES = 16_384;
const FORM = 'application/x-www-form-urlencoded';

/** Admits requests of the page's own forms, before any of their content is read. */
export const ownForm: MiddlewareHandler = async (c, next) => {
  if (!isSameOrigin(c)) return c.text('This request comes from another page.\n', 403);
  if (!c.req.header('content-type')?.startsWith(FORM)) return c.text(`Only form data is accepted: ${FORM}.\n`, 415);
  return await next();
};

export const boundedForm = bodyLimit({
  maxSize: MOST_BYTES,
  onError: (c) => c.text('This form is too large.\n', 413),
});

/** Browsers name the origin of each `POST`. A form of another site, or of another port, has another origin. */
function isSameOrigin(c: Context): boolean {
  const { host = '', 'sec-fetch-site': site = 'same-origin' } = c.req.header();
  return host !== '' && originOf(c)?.host === host.toLowerCase() && site === 'same-origin';
}

/** Returns the origin of a form, as its browser names it; `null` if it names none. */
export function originOf(c: Context): URL | null {
  const origin = c.req.header('origin') ?? '';
  return URL.canParse(origin) ? new URL(origin) : null;
}

/** The text of a field of a form; empty if it is missing. */
export type TextOf = (name: string) => string;

export async function readForm(c: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text());
}

export function textsOf(form: URLSearchParams): TextOf {
  return (name) => form.get(name) ?? '';
}

/** Takes the same time wherever the texts differ, and however long they are. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
