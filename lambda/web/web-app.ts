/** The page's answers: on a laptop, and behind a function URL. Ports define where documents come from, who may look, and who may act. */

import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { type Address, addressPath } from '../core/documents/address';
import type { Documents, Make } from '../core/documents/documents';
import type { IncidentDocument } from '../core/documents/incident-document';
import type { PageDocument } from '../core/documents/page-document';
import { jsonText } from '../core/words/without-commands';
import type { PageControls } from '../view/controls/page-controls';
import { renderIcon } from '../view/page/badge';
import { drawPage, renderNotFound } from '../view/page/page';
import { PAGE_PATHS } from '../view/page/page-paths';
import { type Actions, type AnswerCookie, addActions, takeAnswer } from './actions';
import { pageHeaders } from './page-headers';
import { readUrl } from './read-url';
import type { WithReader } from './sessions';

/** Resolves to the drawing of a document. `find` resolves to a function that makes the document. Requests with the same name may share the drawing. */
export type Draw = <Found, Drawn>(
  name: string,
  find: () => Promise<Make<Found>>,
  draw: (found: Found) => Drawn,
) => Promise<Drawn>;

export interface WebAppPorts {
  readonly documents: Documents;
  /** Decides when to draw; by default each request is drawn at once, by itself. */
  readonly draw?: Draw;
  /** Adds unlocking, and the answers to requests without a session. It comes before all other routes. */
  readonly admit: (app: Hono<WithReader>) => void;
  /** The actions that the page offers; `null` if it can only be read. */
  readonly controls: PageControls | null;
  readonly actions: Actions | null;
  readonly answerCookie: AnswerCookie;
  /** Adds the answers that only this page has. */
  readonly addMore?: (app: Hono<WithReader>) => void;
  /** The text of an error. */
  readonly describeError: (error: Error, c: Context) => string;
  /** The text of the page's script. */
  readonly script: string;
  /** For hosts that always speak TLS; `false` for a host that never does. */
  readonly strictTransportSecurity: string | false;
}

export const drawAtOnce: Draw = async (_, find, draw) => draw((await find())());

export function createWebApp(ports: WebAppPorts): Hono<WithReader> {
  const { documents, draw = drawAtOnce, controls, actions, answerCookie, script } = ports;
  const page = async (c: Context<WithReader>) => {
    const address = readUrl(c.req.url);
    if (address === null) return c.notFound();
    const answer = takeAnswer(c, answerCookie);
    const { reader } = c.var;
    const drawn = await draw(
      JSON.stringify(['page', addressPath(address), answer, reader]),
      () => documents.page(address),
      (found) => ({ html: String(drawPage(found, address, controls, { answer, reader })), status: statusOf(found) }),
    );
    return c.html(drawn.html, drawn.status);
  };

  const app = new Hono<WithReader>();
  app.use(pageHeaders(ports.strictTransportSecurity), compress(), keptByNobody);
  ports.admit(app);
  if (actions !== null) addActions(app, actions, answerCookie);
  app.use(onlyReading);
  for (const path of ['/', '/services/:id', '/incidents', '/incidents/:service/:id', '/report']) app.get(path, page);
  app.get('/api/deployment', async (c) => json(c, await draw(c.req.path, documents.deployment, jsonText)));
  app.get('/api/page', async (c) => {
    const address = readPath(c.req.query('at') ?? '');
    if (address === null) return c.text(NO_PATH, 400);
    const { text, status } = await draw(
      `${c.req.path} ${addressPath(address)}`,
      () => documents.page(address),
      (found) => ({ text: jsonText(found), status: statusOf(found) }),
    );
    return json(c, text, status);
  });
  app.get('/api/services', async (c) => json(c, await draw(c.req.path, documents.services, listText)));
  app.get('/api/incidents', async (c) => {
    const { search, searchParams } = new URL(c.req.url);
    const { fault, text } = await draw(
      `${c.req.path}${search}`,
      () => findIncidents(documents, searchParams),
      (found) => (typeof found === 'string' ? { fault: found, text: '' } : { fault: null, text: listText(found) }),
    );
    return fault === null ? json(c, text) : c.text(`${fault}\n`, 400);
  });
  app.get(PAGE_PATHS.script, etag(), (c) => asset(c, script, 'text/javascript'));
  // Browsers ask for the second name if they show an answer that is no HTML page.
  for (const path of [PAGE_PATHS.icon, '/favicon.ico']) {
    app.get(path, etag(), (c) => asset(c, renderIcon(c.req.query('state')), 'image/svg+xml'));
  }
  ports.addMore?.(app);
  app.notFound(async (c) => c.html(renderNotFound((await documents.deployment())(), `page "${c.req.path}"`), 404));
  app.onError((error, c) => c.text(ports.describeError(error, c), 500));
  return app;
}

/** Forbids caching, unless an answer allows it: an answer is true only now. */
const keptByNobody: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};

const onlyReading: MiddlewareHandler = async (c, next) => {
  if (isReading(c)) return next();
  return c.text('This page is read-only: use GET.\n', 405, { Allow: 'GET, HEAD' });
};

export function isReading({ req }: Context): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}

/** A file that a browser keeps, and asks about before it uses it again. */
export function asset(c: Context, text: string, type: string): Response {
  return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' });
}

/** 404 for a service or an incident that is not there. */
function statusOf({ content }: PageDocument): 200 | 404 {
  return 'shown' in content && content.shown === null ? 404 : 200;
}

const NO_PATH = 'at is not the path of a page; expected a path such as /services/user-service?range=24h\n';

/** The address that a path with its query stands for; `null` for any other text. */
function readPath(text: string): Address | null {
  return text.startsWith('/') ? readUrl(text) : null;
}

const FILTERS = ['service', 'kind', 'since'];

/** The incidents that a query asks for, or what is wrong with it. */
async function findIncidents(
  { incidents }: Documents,
  query: URLSearchParams,
): Promise<Make<readonly IncidentDocument[] | string>> {
  const strange = [...query.keys()].find((name) => !FILTERS.includes(name));
  if (strange !== undefined) return () => `"${strange}" is not known: expected ${FILTERS.join(', ')}`;
  // A field of a form that is left empty is no filter.
  return incidents(Object.fromEntries([...query].filter(([, value]) => value !== '')));
}

function listText(items: Iterable<unknown>): string {
  return `[${Array.from(items, (item) => jsonText(item)).join(',')}]`;
}

function json(c: Context, text: string, status: 200 | 404 = 200): Response {
  return c.body(text, status, { 'Content-Type': 'application/json' });
}
