/** What the page's server answers. It only reads, but for the actions of `controls.ts`. */

import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { type Address, addressPath, readAddress, START } from '../../lambda/core/documents/address';
import type { Known } from '../../lambda/core/documents/facts/known';
import { serviceOf } from '../../lambda/core/documents/facts/service-view';
import { allKept, storyAt } from '../../lambda/core/documents/facts/stories';
import { incidentDocuments } from '../../lambda/core/documents/incident-document';
import { type IncidentFilter, readIncidentFilter } from '../../lambda/core/documents/incident-filter';
import { serviceDocuments } from '../../lambda/core/documents/service-document';
import { jsonText } from '../../lambda/core/words/without-commands';
import { renderBadge } from '../../lambda/view/page/badge';
import { PAGE_PATHS } from '../../lambda/view/page/document';
import { renderIcon } from '../../lambda/view/page/icon';
import { drawPage, renderNotFound } from '../../lambda/view/page/page';
import { pageHeaders } from '../../lambda/web/page-headers';
import { watcherReport } from '../documents/watcher-report';
import { createAnswers } from './answers';
import { addControls, type ControlOptions, offeredControls } from './controls';
import { createDrawings } from './drawings';
import { createLive } from './live';
import { isOwnHost, type Reach } from './reach';
import type { Source } from './source/source';

export interface PageAppOptions extends Partial<Pick<ControlOptions, 'control' | 'token'>> {
  readonly source: Source;
  /** The text of the page's script. */
  readonly script: string;
  readonly reach: Reach;
  /** The longest time that a page gets no event, in milliseconds. */
  readonly momentMs?: number;
}

type RequestContext = Context<{ Bindings: HttpBindings }>;

const MOMENT_MS = 5_000;
/** Limit for answers; with many services one has half a megabyte, which is held until its reader has taken it. */
const ANSWERS_AT_ONCE = 100;

export function createPageApp({
  source,
  script,
  reach,
  momentMs = MOMENT_MS,
  control = null,
  token = null,
}: PageAppOptions) {
  const controls = offeredControls({ control, token, reach });
  const answers = createAnswers();
  const draw = createDrawings(source);
  const page = async (c: RequestContext) => {
    const address = readUrl(c.req.url);
    if (address === null) return notFound(c, 'such page', source.known());
    const answer = answers.find(c.req.query('answer'));
    const drawn = await draw(
      `page ${addressPath(address)} ${answer ?? ''}`,
      () => source.find(address),
      (known) => ({ html: String(drawPage(known, address, controls, answer)), isThere: isKnown(known, address) }),
    );
    return fresh(c).html(drawn.html, drawn.isThere ? 200 : 404);
  };
  const document = async (
    c: RequestContext,
    address: Address,
    make: (known: Known) => Iterable<unknown>,
    name = c.req.path,
  ) => {
    const text = await draw(
      name,
      () => source.find(address),
      (known) => listText(make(known)),
    );
    return fresh(c).body(text, 200, { 'Content-Type': 'application/json' });
  };
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(headers, onlyOwnHost(reach));
  // A stream is bounded by itself. What watches the watcher gets its answer also when there are too many readers.
  app.get('/status', (c) => {
    const { deployment, now } = source.known();
    const report = watcherReport(deployment, source.trouble(), now);
    return fresh(c).json(report, report.status === 'healthy' ? 200 : 503);
  });
  app.get(PAGE_PATHS.live, createLive(source, momentMs));
  app.use(atMost(ANSWERS_AT_ONCE));
  addControls(app, { control, token, reach }, source.known, answers);
  app.use(onlyReading, compress());
  for (const path of ['/', '/services/:id', '/incidents', '/incidents/:service/:id']) app.get(path, page);
  app.get('/api/services', (c) => document(c, { ...START, range: '90d' }, serviceDocuments));
  app.get('/api/incidents', async (c) => {
    const filter = askedIncidents(c, source);
    if (typeof filter === 'string') return fresh(c).text(`${filter}\n`, 400);
    const name = `${c.req.path} ${JSON.stringify(filter)}`;
    return document(c, START, (known) => incidentDocuments(statesOf(known), known.now, filter), name);
  });
  app.get(PAGE_PATHS.script, etag(), (c) => asset(c, script, 'text/javascript'));
  // Browsers ask for the second name if they show an answer that is no HTML page.
  for (const path of [PAGE_PATHS.icon, '/favicon.ico']) {
    app.get(path, etag(), (c) => asset(c, renderIcon(c.req.query('state')), 'image/svg+xml'));
  }
  app.get('/badge/:file', async (c) => {
    const [, service] = /^(.+)\.svg$/.exec(c.req.param('file')) ?? [];
    const badge = service === undefined ? null : renderBadge(source.known(), service);
    if (badge === null) return notFound(c, `badge "${c.req.param('file')}"`, source.known());
    // If other machines may read the badge, their pages may show it too.
    if (reach.isOpen) c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return asset(c, badge, 'image/svg+xml');
  });
  app.notFound((c) => notFound(c, `page "${c.req.path}"`, source.known()));
  app.onError((error, c) => c.text(bugText(error), 500));
  return app;
}

function bugText({ message }: Error): string {
  return `This is a bug in statuswatch, please report it: ${message}\n`;
}

/** A list as JSON. */
function listText(items: Iterable<unknown>): string {
  return `[${Array.from(items, (item) => jsonText(item)).join(',')}]`;
}

const headers = pageHeaders(false);

/** Refuses other host names, and does not say which are right: a script of another page could read it. */
function onlyOwnHost(reach: Reach): MiddlewareHandler {
  return async (c, next) => {
    if (isOwnHost(reach, c.req.header('host') ?? '')) return next();
    return c.text(
      'This page is called by an address or a name of its machine, and was called by another name. To have it called by this one too, start statuswatch with --allow-host and the name.\n',
      403,
    );
  };
}

const onlyReading: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  return c.text('This page is read-only: use GET.\n', 405, { Allow: 'GET, HEAD' });
};

/** Limits the answers that are under way. An answer counts until the client has received it. */
function atMost(most: number): MiddlewareHandler<{ Bindings: HttpBindings }> {
  let underWay = 0;
  return async (c, next) => {
    if (underWay >= most) {
      return c.text('Too many requests at the same time: try again in a few seconds.\n', 503, { 'Retry-After': '5' });
    }
    underWay++;
    c.env.outgoing.once('close', () => underWay--);
    return next();
  };
}

function isKnown(known: Known, { of, service, incident }: Address): boolean {
  if (service === null) return true;
  if (incident !== null) return storyAt(known, service, incident) !== null;
  return of === 'incidents' || serviceOf(known, service) !== null;
}

/** What the query asks for, or what is wrong with it, in a sentence. */
function askedIncidents(c: RequestContext, source: Source): IncidentFilter | string {
  const known = source.known();
  const { now, services } = known;
  const ids = [...new Set([...services.map(({ service }) => service.id), ...statesOf(known).map(([id]) => id)])];
  const given = c.req.query();
  const strange = Object.keys(given).find((name) => !FILTERS.includes(name));
  if (strange !== undefined) return `"${strange}" is not known: expected ${FILTERS.join(', ')}`;
  // A field of a form that is left empty is no filter.
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return readIncidentFilter(filled, { ids, now });
}

function statesOf(known: Known) {
  return allKept(known).map(({ id, state }) => [id, state] as const);
}

const FILTERS = ['service', 'kind', 'since'];

function readUrl(url: string): Address | null {
  if (!URL.canParse(url, 'http://page')) return null;
  const { pathname, searchParams } = new URL(url, 'http://page');
  return readAddress(pathname, searchParams);
}

function notFound(c: Context, what: string, known: Known) {
  return fresh(c).html(renderNotFound(known, what), 404);
}

/** Marks an answer that is true only now: no cache may keep it. */
function fresh(c: Context): Context {
  c.header('Cache-Control', 'no-store');
  return c;
}

function asset(c: Context, text: string, type: string) {
  return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' });
}
