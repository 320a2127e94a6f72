/** Sessions of a page's readers. A signed cookie holds the name of the reader and the end of the session; the server stores nothing. */

import { hkdfSync } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, generateSignedCookie, getSignedCookie } from 'hono/cookie';

/** The longest session that is not remembered, in milliseconds: some browsers keep all cookies when they are closed. */
export const SESSION_MS = 12 * 3_600_000;
export const REMEMBERED_MS = 30 * 24 * 3_600_000;

export const COOKIE = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
/** Browsers accept such a cookie over TLS alone, and for this host alone. */
export const OVER_TLS = { ...COOKIE, secure: true, prefix: 'host' } as const;

export interface NewSession {
  /** The reader's name. */
  readonly name: string;
  readonly now: number;
  /** Whether the browser keeps it when it is closed. */
  readonly isRemembered: boolean;
  /** Whether the browser uses TLS. */
  readonly isSecure: boolean;
}

export interface Sessions {
  /** Resolves to the header `Set-Cookie` that begins a session. */
  readonly begin: (session: NewSession) => Promise<string>;
  /** Resolves to the name of the reader whose session a request is in; `null` without a session. */
  readonly reader: (c: Context, now: number) => Promise<string | null>;
  readonly end: (c: Context) => void;
}

/** The variables of a request. `reader` is the name of the person who unlocked the page; `null` while it is locked. */
export type WithReader = { Variables: { reader: string | null; token: string | null; sessions: Sessions } };

/** Signs with a key from the token: with another token, or of another deployment, no session is valid. */
export function sessionsOf(token: string, deployment: string): Sessions {
  const key = Buffer.from(hkdfSync('sha256', token, '', `statuswatch page session: ${deployment}`, 32));
  // All ports of a host share their cookies, and a machine may have several watches.
  const cookie = `statuswatch-${deployment}`;
  return {
    begin: ({ name, now, isRemembered, isSecure }) => {
      const lengthMs = isRemembered ? REMEMBERED_MS : SESSION_MS;
      return generateSignedCookie(cookie, `${now + lengthMs}.${name}`, key, {
        ...(isSecure ? OVER_TLS : COOKIE),
        ...(isRemembered && { maxAge: lengthMs / 1_000 }),
      });
    },
    reader: async (c, now) => {
      const signed = (await getSignedCookie(c, key, cookie, 'host')) || (await getSignedCookie(c, key, cookie));
      const [, until = '', name = ''] = /^(\d+)\.(.*)$/s.exec(signed || '') ?? [];
      return now < Number(until) && Number(until) <= now + REMEMBERED_MS ? name : null;
    },
    end: (c) => {
      deleteCookie(c, cookie, OVER_TLS);
      deleteCookie(c, cookie, COOKIE);
    },
  };
}
