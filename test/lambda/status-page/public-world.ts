/** Runs of a config with a public page, minute by minute, and the files that they publish. */

import type { Config } from '../../../lambda/core/config/config';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { AfterRunResult } from '../../../lambda/core/run/after-run';
import { runCheck } from '../../../lambda/core/run/run-check';
import { plannerOf } from '../../../lambda/core/silences/maintenance';
import type { Silence } from '../../../lambda/core/silences/silence';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import type { Post } from '../../../lambda/status-page/core/post';
import { publicFacts } from '../../../lambda/status-page/core/public-facts';
import type { PublicFacts } from '../../../lambda/status-page/core/public-status';
import { createPublisher } from '../../../lambda/status-page/publish-status';
import type { PublicFile } from '../../../lambda/status-page/view/public-files';
import { createMemoryHistory } from '../../../local/store/memory-store';
import { memoryOutputs } from '../../support/core/memory-outputs';
import { answer, NOW } from '../../support/core/observations';

const MINUTE_MS = 60_000;
export const URL_OF_PAGE = 'https://status.company.com/';

export const healthy = (service: string) => answer(200, { status: 'healthy', service, version: '1.0.0' });
export const failing = () => answer(503, { error: 'out of memory', service: 'other' });

export interface PublicWorld {
  /** Posts that are there. */
  readonly posts: Post[];
  readonly silences: Silence[];
  /** What is published, by path. */
  readonly files: Map<string, PublicFile>;
  /** Each time that files were written: their paths. */
  readonly writes: (readonly string[])[];
  /** A run at a minute, and what it publishes. `found` gives what a service answers. */
  run(minute: number, found?: (service: string) => Observation): Promise<AfterRunResult>;
  /** What a run publishes that has found nothing out. */
  publishAt(minute: number): Promise<AfterRunResult>;
  /** The states after the last run. */
  states(): Snapshots;
  /** Another process takes over, which remembers nothing. */
  restart(): void;
  /** The facts that the last run has published. */
  facts(): PublicFacts;
  json(path: string): Record<string, unknown>;
  text(path: string): string;
  /** Fails what is named. */
  readonly failing: Set<'posts' | 'history' | 'write'>;
}

export function publicWorld(config: Config, url = URL_OF_PAGE): PublicWorld {
  const page = config.statusPage;
  if (page === null) throw new Error('the config has no page');
  const outputs = memoryOutputs();
  const history = createMemoryHistory();
  const planned = plannerOf(config, () => null);
  const posts: Post[] = [];
  const silences: Silence[] = [];
  const files = new Map<string, PublicFile>();
  const writes: (readonly string[])[] = [];
  const broken: PublicWorld['failing'] = new Set();
  let now = NOW;
  const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };
  const orFail = <Value>(name: 'posts' | 'history' | 'write', value: Value): Value => {
    if (broken.has(name)) throw new Error(`${name} is away`);
    return value;
  };
  const publisher = () =>
    createPublisher(
      { page, url, intervalMs: config.intervalMs },
      {
        clock,
        planned,
        posts: { read: async () => orFail('posts', posts) },
        readStates: async () => [],
        readHistory: async (wanted) => orFail('history', history.read(wanted)),
        write: async (written) => {
          orFail('write', null);
          writes.push(written.map(({ path }) => path));
          for (const file of written) files.set(file.path, file);
        },
      },
    );
  let publish = publisher();
  let remembered: Snapshots = new Map();
  const known = () => new Map([...remembered].map(([id, { state }]) => [id, state]));
  const text = (path: string) => files.get(path)?.text ?? '';
  return {
    posts,
    silences,
    files,
    writes,
    text,
    failing: broken,
    run: async (minute, found = healthy) => {
      now = NOW + minute * MINUTE_MS;
      const probe = async ({ url: asked }: { readonly url: string }) => found(idOf(config, asked));
      const { store, receivers } = outputs;
      const { states } = await runCheck(
        config,
        {
          probe,
          clock,
          planned,
          outputs: {
            store,
            receivers,
            history,
            publish: async () => undefined,
            silences: { read: async () => silences },
            links: { dashboard: null, logs: null },
          },
        },
        { remembered },
      );
      remembered = states;
      return publish(known());
    },
    publishAt: async (minute) => {
      now = NOW + minute * MINUTE_MS;
      return publish(known());
    },
    states: () => remembered,
    restart: () => {
      publish = publisher();
    },
    facts: () => publicFacts({ page, url, states: known(), posts, planned, intervalMs: config.intervalMs, now }),
    json: (path) => JSON.parse(text(path)),
  };
}

function idOf({ services }: Config, url: string): string {
  return services.find(({ statusUrl }) => statusUrl === url)?.id ?? '';
}
