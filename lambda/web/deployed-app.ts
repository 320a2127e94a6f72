/** The page of a deployment, behind a function URL: with a login, and with actions that the checker performs. */

import type { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { cut } from '../core/words/clean-text';
import { errorMessage } from '../core/words/run-failure';
import type { Actions } from './actions';
import { admitBySession, COOKIE, type LoginPorts, type WithSessions } from './login';
import { admitByBearer, answerMetrics, keptUntilNextRun, METRICS_PATH } from './metrics';
import { createWebApp, type WebAppPorts } from './web-app';

export interface DeployedAppPorts extends LoginPorts, Pick<WebAppPorts<WithSessions>, 'documents' | 'script'> {
  /** The ids of all services. */
  readonly services: readonly string[];
  /** Lets the checker answer an event; `null` if the page has no actions. */
  readonly answer: Actions['answer'] | null;
  /** Reads the token of the metrics: rejects if it can't be read, or may be guessed. `null` if nobody reads them. */
  readonly readMetricsToken: (() => Promise<string>) | null;
}

const ANSWER = '__Host-statuswatch-answer';
/** How long the answer to an action waits for the page that shows it. */
const ANSWER_S = 60;
const ANSWER_LENGTH = 1_000;
/** A year, in seconds. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

export function createDeployedApp(ports: DeployedAppPorts): Hono<WithSessions> {
  const { documents, script, services, answer, log, now, readMetricsToken } = ports;
  const actions: Actions | null = answer && {
    answer,
    canSilence: true,
    hasService: (id) => services.includes(id),
    refuse: () => null,
    show: (c, path, text) => {
      if (text !== null) setCookie(c, ANSWER, cut(text, ANSWER_LENGTH), { ...COOKIE, maxAge: ANSWER_S });
      return c.redirect(path, 303);
    },
  };
  return createWebApp<WithSessions>({
    documents,
    script,
    admit: (app) => {
      // Whoever sends its token needs no session, and gets none.
      if (readMetricsToken !== null) {
        const guard = admitByBearer({ readToken: readMetricsToken, log });
        app.get(METRICS_PATH, guard, answerMetrics(keptUntilNextRun(documents, now)));
      }
      admitBySession(app, ports);
    },
    controls: actions && { needsToken: false, canSilence: true },
    actions,
    answerFor: (c) => {
      const answered = getCookie(c, ANSWER) ?? null;
      if (answered !== null) deleteCookie(c, ANSWER, COOKIE);
      return answered;
    },
    describeError: (error, c) => {
      log(`${c.req.method} ${c.req.path}: ${errorMessage(error)}`);
      return 'This failed: the log of the function says why.\n';
    },
    strictTransportSecurity: STRICT_TRANSPORT_SECURITY,
  });
}
