/** The login of a deployment's page, by its token. Without a session the only answer is the login form. */

import { createHmac, hkdfSync } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type Address, START } from '../core/documents/address';
import { errorMessage } from '../core/words/run-failure';
import { renderLogin } from '../view/page/login';
import { PAGE_PATHS } from '../view/page/page-paths';
import { pathBack } from './actions';
import { boundedForm, isSame, ownForm, readForm, textsOf } from './own-form';
import { readUrl } from './read-url';
import { isReading } from './web-app';

export interface LoginPorts {
  readonly deployment: string;
  readonly now: () => number;
  /** Rejects if the token can't be read, or may be guessed. */
  readonly readToken: () => Promise<string>;
  readonly log: (message: string) => void;
}

export type WithSessions = { Variables: { sessions: Sessions } };

/** The browser takes a cookie whose name begins with `__Host-` over TLS alone, and for this host alone. */
const SESSION = '__Host-statuswatch';
export const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const;

export function admitBySession(app: Hono<WithSessions>, ports: LoginPorts): void {
  const { deployment, now, readToken, log } = ports;
  const login = (c: Context, back: Address, isWrong: boolean, isLinked = false) =>
    c.html(renderLogin({ deployment, back, isWrong, isLinked }), 403);
  const withSessions: MiddlewareHandler<WithSessions> = async (c, next) => {
    try {
      c.set('sessions', sessionsOf(await readToken(), deployment));
    } catch (error) {
      // This answer is for anybody, so it says nothing more.
      log(`nobody can log in: ${errorMessage(error)}`);
      return c.text('Nobody can log in here: the log of this function says why.\n', 503);
    }
    return await next();
  };
  /** Answers a request for a page with the login form, any other request with a short text. */
  const onlyInSession: MiddlewareHandler<WithSessions> = async (c, next) => {
    if (c.var.sessions.lets(getCookie(c, SESSION), now())) return next();
    if (!isReading(c) || !c.req.header('accept')?.includes('text/html')) {
      return c.text('You are not logged in, or your session has ended: log in first.\n', 403);
    }
    return login(c, readUrl(c.req.url) ?? START, false, c.req.header('sec-fetch-site') === 'cross-site');
  };

  app.use(withSessions);
  app.post(PAGE_PATHS.login, ownForm, boundedForm, async (c) => {
    const textOf = textsOf(await readForm(c));
    const back = pathBack(textOf('back'), START);
    if (!c.var.sessions.isToken(textOf('token'))) return login(c, readUrl(back) ?? START, true);
    setCookie(c, SESSION, c.var.sessions.begin(now()), { ...COOKIE, maxAge: SESSION_MS / 1_000 });
    return c.redirect(back, 303);
  });
  app.use(onlyInSession);
  app.get(PAGE_PATHS.login, (c) => c.redirect('/', 303));
  app.post(PAGE_PATHS.logout, ownForm, (c) => {
    deleteCookie(c, SESSION, COOKIE);
    return c.redirect('/', 303);
  });
}

/** The length of a session, in milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

export interface Sessions {
  /** Whether a text is the token. */
  readonly isToken: (given: string) => boolean;
  /** The value of a cookie that admits its browser until `SESSION_MS` from now. */
  readonly begin: (now: number) => string;
  /** Whether the value of a cookie admits its browser. */
  readonly lets: (cookie: string | undefined, now: number) => boolean;
}

/** Another token, or another deployment, has another key: sessions signed with the former key end. */
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
