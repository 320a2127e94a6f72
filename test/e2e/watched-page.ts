/** The page as a watch on a laptop would show it, run by run, without its server. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { readAddress } from '../../lambda/core/documents/address';
import { runCheck } from '../../lambda/core/run/run-check';
import type { Snapshots } from '../../lambda/core/state/snapshot';
import { createLiveSource } from '../../local/page/source/live-source';
import { createMemoryHistory, createMemoryStore } from '../../local/store/memory-store';
import { renderPage } from '../support/view/drawn-page';

export interface WatchedPage {
  /** Asks all services once. */
  run(): Promise<void>;
  /** What it shows now, or, with a service's id, of that service. */
  html(service?: string): string;
}

export function watchPage(config: Config): WatchedPage {
  const history = createMemoryHistory();
  let remembered: Snapshots = new Map();
  const source = createLiveSource(config, history, systemClock, { states: remembered, silences: [] });
  const outputs = {
    store: createMemoryStore(),
    history,
    receivers: [],
    publish: async () => undefined,
    links: { dashboard: null, logs: null },
  };
  return {
    run: async () => {
      const run = await runCheck(config, { probe: httpProbe, clock: systemClock, outputs }, { remembered });
      remembered = run.states;
      source.update(run);
    },
    html: (service) => {
      const address = readAddress(service === undefined ? '/' : `/services/${service}`, new URLSearchParams());
      if (address === null) throw new Error(`the page has no address for ${service}`);
      return renderPage(source.known(), address);
    },
  };
}
