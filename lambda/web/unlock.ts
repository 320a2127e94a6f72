/** Unlocks a page for a reader, by its token, and locks it again. */

import type { Context, Hono } from 'hono';
import { type Address, START } from '../core/documents/address';
import { cleanText } from '../core/words/clean-text';
import { BY_LIMIT } from '../core/words/limits';
import { errorMessage } from '../core/words/run-failure';
import { renderLocked } from '../view/page/locked';
import { PAGE_PATHS } from '../view/page/page-paths';
import { isScript, pathBack } from './actions';
import { boundedForm, isSame, ownForm, readForm, textsOf } from './own-form';
import { readUrl } from './read-url';
import { sessionsOf, type WithReader } from './sessions';

export interface UnlockPorts {
  readonly deployment: string;
  readonly isDeployed: boolean;
  readonly now: () => number;
  /** Resolves to `null` if the page needs none. Rejects if the token can't be read, or may be guessed. */
  readonly readToken: () => Promise<string | null>;
  /** Returns whether the code of a link unlocks the page; it does so once. */
  readonly takeCode: (c: Context, code: string) => boolean;
  /** Whether the browser that sends a form uses TLS. */
  readonly isSecure: (c: Context) => boolean;
  readonly log: (message: string) => void;
}

export function addUnlocking(app: Hono<WithReader>, ports: UnlockPorts): void {
  const { deployment, now, readToken, takeCode, isSecure, log } = ports;
  app.use(async (c, next) => {
    try {
      const token = await readToken();
      const sessions = sessionsOf(token ?? '', deployment);
      c.set('token', token);
      c.set('sessions', sessions);
      c.set('reader', await sessions.reader(c, now()));
    } catch (error) {
      // This answer is for anybody, so it says nothing more.
      log(`nobody can unlock the page: ${errorMessage(error)}`);
      return c.text('Nobody can unlock this page: the log of this function says why.\n', 503);
    }
    return await next();
  });
  app.post(PAGE_PATHS.unlock, ownForm, boundedForm, async (c) => {
    const textOf = textsOf(await readForm(c));
    const back = pathBack(textOf('back'), START);
    const name = cleanText(textOf('name'), BY_LIMIT);
    const code = textOf('code');
    const { token, sessions } = c.var;
    const isRight = token === null || (code === '' ? isSame(textOf('password'), token) : takeCode(c, code));
    if (!isRight) return locked(c, ports, readUrl(back) ?? START, { name, fault: code === '' ? WRONG : USED });
    const isRemembered = textOf('remember') === 'on';
    c.header('Set-Cookie', await sessions.begin({ name, now: now(), isRemembered, isSecure: isSecure(c) }));
    return isScript(c) ? c.text('Unlocked.\n') : c.redirect(back, 303);
  });
  app.get(PAGE_PATHS.unlock, (c) => (isLocked(c) ? locked(c, ports, START) : c.redirect('/', 303)));
  app.post(PAGE_PATHS.lock, ownForm, boundedForm, async (c) => {
    const textOf = textsOf(await readForm(c));
    c.var.sessions.end(c);
    return c.redirect(pathBack(textOf('back'), START), 303);
  });
  app.get(PAGE_PATHS.lock, (c) => c.redirect('/', 303));
}

const WRONG = 'Wrong token: check it, and try again.';
const USED = 'This link has been used, has expired, or came without TLS. Use the token.';

export function isLocked({ var: { reader, token } }: Context<WithReader>): boolean {
  return token !== null && reader === null;
}

interface Refused {
  readonly name: string;
  readonly fault: string;
}

/** Answers with a form that unlocks the page and leads to `back`; scripts get a line. */
export function locked(
  c: Context,
  { deployment, isDeployed }: Pick<UnlockPorts, 'deployment' | 'isDeployed'>,
  back: Address,
  { name, fault }: Partial<Refused> = {},
): Response | Promise<Response> {
  if (!c.req.header('accept')?.includes('text/html')) {
    return c.text(`${fault ?? 'This needs the token: unlock the page first.'}\n`, 403);
  }
  // Along a link on another site a browser does not send the cookie of a session; it does once this document asks again.
  const isLinked = c.req.header('sec-fetch-site') === 'cross-site';
  return c.html(renderLocked({ deployment, isDeployed, back, name, fault, isLinked }), 403);
}
