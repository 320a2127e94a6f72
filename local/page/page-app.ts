/** The page of a watch, under its own host names, with a stream of news, and with a status and badges for other programs. */

import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { DeploymentDocument } from '../../lambda/core/documents/deployment-document';
import { documentsFrom } from '../../lambda/core/documents/documents';
import { renderBadge } from '../../lambda/view/page/badge';
import { renderNotFound } from '../../lambda/view/page/page';
import { PAGE_PATHS } from '../../lambda/view/page/page-paths';
import { answerMetrics, METRICS_PATH } from '../../lambda/web/metrics';
import { originOf } from '../../lambda/web/own-form';
import { COOKIE, type WithReader } from '../../lambda/web/sessions';
import { addUnlocking } from '../../lambda/web/unlock';
import { asset, createWebApp } from '../../lambda/web/web-app';
import { watcherReport } from '../documents/watcher-report';
import { actionsOf, type ControlOptions, offeredControls } from './controls';
import { createDrawings } from './drawings';
import { createLive } from './live';
import { isLoopback, isOwnHost, type Reach } from './reach';
import type { Source } from './source/source';
import type { UnlockCode } from './unlock-code';

export interface PageAppOptions extends Partial<Pick<ControlOptions, 'control' | 'token'>> {
  readonly source: Source;
  /** The text of the page's script. */
  readonly script: string;
  readonly reach: Reach;
  /** The code of the link that unlocks a browser; missing if there is none. */
  readonly unlockCode?: UnlockCode | null;
  readonly now?: () => number;
  /** The longest time that an open page gets no event, in milliseconds. */
  readonly momentMs?: number;
}

const MOMENT_MS = 5_000;
/** The most answers at once; with many services an answer has half a megabyte, which is in memory until its reader has received it. */
const ANSWERS_AT_ONCE = 200;

export function createPageApp(options: PageAppOptions): Hono<WithReader> {
  const { source, script, reach, momentMs = MOMENT_MS, control = null, token = null, unlockCode = null } = options;
  const controls: ControlOptions = { control, token, reach };
  const draw = createDrawings(source);
  const documents = documentsFrom(source.find);
  return createWebApp({
    script,
    documents,
    draw,
    admit: (app) => {
      app.use(onlyOwnHost(reach));
      // A check of the watcher itself is answered even if there are too many readers.
      app.get('/status', (c) => {
        const { deployment, now } = source.known();
        const report = watcherReport(deployment, source.trouble(), now);
        return c.json(report, report.status === 'healthy' ? 200 : 503);
      });
      // Streams have a limit of their own.
      app.get(PAGE_PATHS.live, createLive(source, momentMs));
      app.use(atMost(ANSWERS_AT_ONCE));
      addUnlocking(app, {
        deployment: source.known().deployment,
        isDeployed: false,
        now: options.now ?? systemClock.now,
        readToken: async () => token,
        // On other ways somebody could read the code and be the first to use it.
        takeCode: (c, code) => (isSecure(c) || isLoopback(originOf(c)?.hostname ?? '')) && !!unlockCode?.take(code),
        isSecure,
        log: () => undefined,
      });
    },
    controls: offeredControls(controls),
    actions: actionsOf(controls, source.known),
    answerCookie: COOKIE,
    addMore: (app) => {
      app.get(METRICS_PATH, answerMetrics(documents, draw));
      app.get('/badge/:file', async (c) =>
        badge(c, await draw('in brief', documents.deployment, (found) => found), reach),
      );
    },
    describeError: ({ message }) => `This is a bug in statuswatch, please report it: ${message}\n`,
    strictTransportSecurity: false,
  });
}

/** A proxy with TLS passes on the origin as the browser names it. */
function isSecure(c: Context): boolean {
  return originOf(c)?.protocol === 'https:';
}

function badge(c: Context, all: DeploymentDocument, reach: Reach): Response | Promise<Response> {
  const file = c.req.param('file') ?? '';
  const [, id] = /^(.+)\.svg$/.exec(file) ?? [];
  const found = all.services.find(({ service }) => service === id);
  if (found === undefined) return c.html(renderNotFound(all, `badge "${file}"`), 404);
  // If other machines may read the badge, their pages may show it too.
  if (reach.isOpen) c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return asset(c, renderBadge(found.service, found.state), 'image/svg+xml');
}

/** Refuses other host names, and does not reveal the right names: a script of another page could read the answer. */
function onlyOwnHost(reach: Reach): MiddlewareHandler {
  return async (c, next) => {
    if (isOwnHost(reach, c.req.header('host') ?? '')) return next();
    return c.text(
      'This page answers only to an address or a name of its machine. To allow this name too, start statuswatch with --allow-host and the name.\n',
      403,
    );
  };
}

/** Limits the answers in progress. An answer counts until it is made, and its client has received it or has gone. */
function atMost(most: number): MiddlewareHandler<{ Bindings: HttpBindings }> {
  let underWay = 0;
  return async (c, next) => {
    if (underWay >= most) {
      return c.text('Too many requests at the same time: try again in a few seconds.\n', 503, { 'Retry-After': '5' });
    }
    underWay++;
    const isOver = new Promise((resolve) => c.env.outgoing.once('close', resolve));
    try {
      return await next();
    } finally {
      void isOver.then(() => underWay--);
    }
  };
}
