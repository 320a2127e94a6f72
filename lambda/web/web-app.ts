/** What the page of a deployment answers. Without a session nothing but the form that begins one. */

import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type Address, readAddress, START } from '../core/documents/address';
import type { Known } from '../core/documents/facts/known';
import { serviceOf } from '../core/documents/facts/service-view';
import { storyAt } from '../core/documents/facts/stories';
import { incidentDocuments } from '../core/documents/incident-document';
import { readIncidentFilter } from '../core/documents/incident-filter';
import { serviceDocuments } from '../core/documents/service-document';
import { cut } from '../core/words/cut';
import type { JsonObject } from '../core/words/json';
import { messageOf } from '../core/words/run-failure';
import { jsonText } from '../core/words/without-commands';
import { PAGE_PATHS } from '../view/page/document';
import { renderIcon } from '../view/page/icon';
import { renderLogin } from '../view/page/login';
import { drawPage, renderNotFound } from '../view/page/page';
import { addActions, pathBack } from './actions';
import { boundedForm, ownForm, readForm } from './own-form';
import { pageHeaders } from './page-headers';
import { SESSION_MS, type Sessions, sessionsOf } from './session';

export interface WebAppPorts {
  readonly deployment: string;
  /** The ids of all services. */
  readonly services: readonly string[];
  readonly now: () => number;
  /** Rejects if the token can't be read, or may be guessed. */
  readonly readToken: () => Promise<string>;
  /** What is known for what an address shows. Never rejects. */
  readonly find: (address: Address) => Promise<Known>;
  /** Answers an event of the checker in a line; `null` if nothing can be done through the page. */
  readonly answer: ((event: JsonObject) => Promise<string>) | null;
  /** The text of the page's script. */
  readonly script: string;
  readonly log: (message: string) => void;
}

type Of = { Variables: { sessions: Sessions } };

/** The browser takes a cookie of such a name over TLS alone, and for this host alone. */
const [SESSION, ANSWER] = ['__Host-statuswatch', '__Host-statuswatch-answer'];
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const;
/** How long the answer to what was done waits for the page that shows it. */
const ANSWER_S = 60;
const ANSWER_LENGTH = 1_000;
const YEAR_S = 31_536_000;

export function createWebApp(ports: WebAppPorts): Hono<Of> {
  const { deployment, services, now, readToken, find, answer, script, log } = ports;
  const controls = answer && ({ needsToken: false, canSilence: true } as const);
  const login = (c: Context, back: Address, isWrong: boolean, isLinked = false) =>
    c.html(renderLogin({ deployment, back, isWrong, isLinked }), 403);

  /** Somebody who asks for a page may log in; to all else the answer is short. */
  const onlyInSession: MiddlewareHandler<Of> = async (c, next) => {
    if (c.var.sessions.lets(getCookie(c, SESSION), now())) return next();
    if (!isReading(c) || !c.req.header('accept')?.includes('text/html')) {
      return c.text('The session is over, or never began: log in first.\n', 403);
    }
    return login(c, readUrl(c) ?? START, false, c.req.header('sec-fetch-site') === 'cross-site');
  };
  const withSessions: MiddlewareHandler<Of> = async (c, next) => {
    try {
      c.set('sessions', sessionsOf(await readToken(), deployment));
    } catch (error) {
      // Whoever reads this may be anybody.
      log(`nobody can log in: ${messageOf(error)}`);
      return c.text(
        'Nobody can log in here: the log of this function says why, and so does "statuswatch doctor".\n',
        503,
      );
    }
    return await next();
  };
  const page = async (c: Context<Of>) => {
    const address = readUrl(c);
    if (address === null) return c.notFound();
    const said = getCookie(c, ANSWER) ?? null;
    if (said !== null) deleteCookie(c, ANSWER, COOKIE);
    const known = await find(address);
    return c.html(String(drawPage(known, address, controls, said)), isThere(known, address) ? 200 : 404);
  };

  const app = new Hono<Of>();
  app.use(pageHeaders(`max-age=${YEAR_S}`), compress(), async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.use(withSessions);
  app.post(PAGE_PATHS.login, ownForm, boundedForm, async (c) => {
    const textOf = await readForm(c);
    const back = pathBack(textOf('back'), START);
    if (!c.var.sessions.isToken(textOf('token'))) return login(c, readPath(back) ?? START, true);
    setCookie(c, SESSION, c.var.sessions.begin(now()), { ...COOKIE, maxAge: SESSION_MS / 1_000 });
    return c.redirect(back, 303);
  });
  app.use(onlyInSession);
  app.get(PAGE_PATHS.login, (c) => c.redirect('/', 303));
  app.post(PAGE_PATHS.logout, ownForm, (c) => {
    deleteCookie(c, SESSION, COOKIE);
    return c.redirect('/', 303);
  });
  if (answer !== null) {
    addActions(app, {
      answer,
      canSilence: true,
      hasService: (id) => services.includes(id),
      refuse: () => null,
      show: (c, path, text) => {
        setCookie(c, ANSWER, cut(text, ANSWER_LENGTH), { ...COOKIE, maxAge: ANSWER_S });
        return c.redirect(path, 303);
      },
    });
  }
  app.use(async (c, next) =>
    isReading(c) ? next() : c.text('This page is read-only: use GET.\n', 405, { Allow: 'GET, HEAD' }),
  );
  for (const path of ['/', '/services/:id', '/incidents', '/incidents/:service/:id']) app.get(path, page);
  app.get('/api/services', async (c) => json(c, serviceDocuments(await find({ ...START, range: '90d' }))));
  app.get('/api/incidents', async (c) => {
    const filter = readFilter(c.req.query(), services, now());
    if (typeof filter === 'string') return c.text(`${filter}\n`, 400);
    const known = await find({ ...START, of: 'incidents', service: filter.service });
    const states = known.services.flatMap(({ service, state }) =>
      state === null ? [] : [[service.id, state] as const],
    );
    return json(c, incidentDocuments(states, known.now, filter));
  });
  app.get(PAGE_PATHS.script, (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.get(PAGE_PATHS.icon, (c) =>
    c.body(renderIcon(c.req.query('state')), 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' }),
  );
  app.notFound(async (c) => c.html(renderNotFound(await find(START), `page "${c.req.path}"`), 404));
  app.onError((error, c) => {
    log(`${c.req.method} ${c.req.path}: ${messageOf(error)}`);
    return c.text('This failed: the log of the function says why.\n', 500);
  });
  return app;
}

function isReading({ req }: Context): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}

function readUrl(c: Context): Address | null {
  const { pathname, searchParams } = new URL(c.req.url);
  return readAddress(pathname, searchParams);
}

function readPath(path: string): Address | null {
  const { pathname, searchParams } = new URL(path, 'http://page');
  return readAddress(pathname, searchParams);
}

function isThere(known: Known, { of, service, incident }: Address): boolean {
  if (service === null) return true;
  if (incident !== null) return storyAt(known, service, incident) !== null;
  return of === 'incidents' || serviceOf(known, service) !== null;
}

function json(c: Context, items: Iterable<unknown>) {
  const text = `[${Array.from(items, (item) => jsonText(item)).join(',')}]`;
  return c.body(text, 200, { 'Content-Type': 'application/json' });
}

const FILTERS = ['service', 'kind', 'since'];

/** What incidents are asked for, or what is wrong with that, in a sentence. `ids` are those of all services. */
function readFilter(given: Readonly<Record<string, string>>, ids: readonly string[], now: number) {
  const strange = Object.keys(given).find((name) => !FILTERS.includes(name));
  if (strange !== undefined) return `"${strange}" is not known: expected ${FILTERS.join(', ')}`;
  // A field of a form that is left empty is no filter.
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return readIncidentFilter(filled, { ids, now });
}
