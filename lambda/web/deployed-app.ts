/** The page of a deployment, behind a function URL: locked without its token, and with actions that the checker performs. */

import type { Hono } from 'hono';
import { START } from '../core/documents/address';
import { errorMessage } from '../core/words/run-failure';
import type { Actions } from './actions';
import { admitByBearer, answerMetrics, keptUntilNextRun, METRICS_PATH } from './metrics';
import { readUrl } from './read-url';
import { OVER_TLS, type WithReader } from './sessions';
import { addUnlocking, isLocked, locked, type UnlockPorts } from './unlock';
import { createWebApp, type WebAppPorts } from './web-app';

export interface DeployedAppPorts
  extends Pick<UnlockPorts, 'deployment' | 'now' | 'log'>,
    Pick<WebAppPorts, 'documents' | 'script'> {
  /** Rejects if the token can't be read, or may be guessed. */
  readonly readToken: () => Promise<string>;
  /** The ids of all services. */
  readonly services: readonly string[];
  /** Lets the checker answer an event; `null` if the page has no actions. */
  readonly answer: Actions['answer'] | null;
  /** Reads the token of the metrics: rejects if it can't be read, or may be guessed. `null` if nobody reads them. */
  readonly readMetricsToken: (() => Promise<string>) | null;
}

/** A year, in seconds. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

export function createDeployedApp(ports: DeployedAppPorts): Hono<WithReader> {
  const { documents, script, services, answer, log, now, readMetricsToken } = ports;
  const actions: Actions | null = answer && {
    answer,
    canSilence: true,
    hasService: (id) => services.includes(id),
    // Nobody gets here without a session.
    refuse: () => null,
  };
  return createWebApp({
    documents,
    script,
    admit: (app) => {
      // Whoever sends its token needs no session, and gets none.
      if (readMetricsToken !== null) {
        const guard = admitByBearer({ readToken: readMetricsToken, log });
        app.get(METRICS_PATH, guard, answerMetrics(keptUntilNextRun(documents, now)));
      }
      const unlocking: UnlockPorts = { ...ports, isDeployed: true, takeCode: () => false, isSecure: () => true };
      addUnlocking(app, unlocking);
      app.use(async (c, next) => (isLocked(c) ? locked(c, unlocking, readUrl(c.req.url) ?? START) : next()));
    },
    controls: actions && { needsToken: true, canSilence: true },
    actions,
    answerCookie: OVER_TLS,
    describeError: (error, c) => {
      log(`${c.req.method} ${c.req.path}: ${errorMessage(error)}`);
      return 'This failed: the log of the function says why.\n';
    },
    strictTransportSecurity: STRICT_TRANSPORT_SECURITY,
  });
}
