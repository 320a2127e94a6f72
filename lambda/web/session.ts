/** The sessions of a deployed page. Nothing is stored: who logs in gets a time that is signed with a key of the token. */

import { createHmac, hkdfSync } from 'node:crypto';
import { isSame } from './own-form';

/** How long somebody stays logged in, in milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

export interface Sessions {
  /** Whether a text is the token. */
  readonly isToken: (given: string) => boolean;
  /** The value of a cookie that lets in until `SESSION_MS` from now. */
  readonly begin: (now: number) => string;
  /** Whether the value of a cookie lets in. */
  readonly lets: (cookie: string | undefined, now: number) => boolean;
}

/** Another token, or another deployment, has another key: what was signed before ends. */
export function sessionsOf(token: string, deployment: string): Sessions {
  const key = Buffer.from(hkdfSync('sha256', token, '', `statuswatch page session: ${deployment}`, 32));
  const signed = (until: string) => `${until}.${createHmac('sha256', key).update(until).digest('base64url')}`;
  return {
    isToken: (given) => isSame(given, token),
    begin: (now) => signed(String(now + SESSION_MS)),
    lets: (cookie = '', now) => {
      const until = cookie.split('.')[0] ?? '';
      const isSigned = isSame(cookie, signed(until));
      return isSigned && now < Number(until) && Number(until) <= now + SESSION_MS;
    },
  };
}
