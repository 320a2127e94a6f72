/** Publishes the public page: all its files if something has changed, and now and then a file that says that the page is current. */

import type { HistoryStore } from '../core/history/history-items';
import { type BucketsOf, NOTHING_READ, readBuckets } from '../core/history/past';
import type { AfterRun, ServiceStates } from '../core/run/after-run';
import type { Planner } from '../core/silences/maintenance';
import type { ReadStates } from '../core/state/store';
import { statesIn } from '../core/state/stored-state';
import type { Clock } from '../core/words/clock';
import { errorMessage, type RunFailure } from '../core/words/run-failure';
import { endOfPost, type Post, type PostStore } from './core/post';
import { publicFacts } from './core/public-facts';
import { dayOf, publicUptimes, uptimeRange } from './core/public-uptime';
import type { StatusPage } from './core/status-page';
import { freshFile, type PublicFile, publicFiles } from './view/public-files';

export interface PublishPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly planned: Planner;
  readonly posts: Pick<PostStore, 'read'>;
  /** Reads the states of the page's services that other parts check. */
  readonly readStates: ReadStates;
  readonly readHistory: HistoryStore['read'];
  /** Replaces files. Rejects unless all are written. */
  readonly write: (files: readonly PublicFile[]) => Promise<void>;
}

export interface PublishedPage {
  readonly page: StatusPage;
  readonly url: string;
  readonly intervalMs: number;
}

/** How often the page is confirmed as current, with room for a run that begins early, and the least time for which that holds. */
const FRESH_MS = 2 * 60_000 - 10_000;
const FRESH_FOR_MS = 10 * 60_000;
/** How often the bars of today follow an outage that goes on. */
const LENGTHS_MS = 15 * 60_000;
/** After so many intervals without a run, another process may have written the page. */
const FORGOTTEN_AFTER = 3;

/** `freshForMs` is how long the page is current if nobody writes it again. */
export function createPublisher(
  { page, url, intervalMs }: PublishedPage,
  { clock, planned, posts, readStates, readHistory, write }: PublishPorts,
  freshForMs: number = Math.max(FRESH_FOR_MS, FORGOTTEN_AFTER * intervalMs),
): AfterRun {
  const ids = page.components.flatMap(({ services }) => services);
  /** The last publication by this process. */
  let written: { readonly key: string | null; readonly at: number } | null = null;
  let freshAt = Number.NEGATIVE_INFINITY;
  let ranAt = Number.NEGATIVE_INFINITY;
  let knownPosts: readonly Post[] = [];
  let knownOthers: ServiceStates = new Map();

  return async (known) => {
    const failures: RunFailure[] = [];
    /** Uses the last value of what can't be read, and publishes the page again in the next run. */
    const otherwise = async <Value>(reading: Promise<Value>, what: string, before: () => Value | Promise<Value>) => {
      try {
        return await reading;
      } catch (error) {
        failures.push(failureOf(`${what} can't be read: ${errorMessage(error)}`));
        return before();
      }
    };
    const now = clock.now();
    const own = new Map([...known].filter(([id]) => ids.includes(id)));
    const othersMayHaveWritten = Math.abs(now - ranAt) > FORGOTTEN_AFTER * intervalMs;
    ranAt = now;
    knownPosts = await otherwise(posts.read(now), 'posts', () =>
      knownPosts.filter((post) => post.at <= now && now < endOfPost(post)),
    );
    const lacking = ids.filter((id) => !own.has(id));
    knownOthers = await otherwise(readOthers(lacking, readStates, now), 'the states of other parts', () => knownOthers);
    const states = new Map([...knownOthers, ...own]);
    const sources = { page, url, states, posts: knownPosts, planned, intervalMs, now };
    const facts = publicFacts(sources);
    const isDown = facts.components.some(({ state }) => state === 'down' || state === 'partly_down');
    const key = JSON.stringify([facts, dayOf(now), isDown ? Math.floor(now / LENGTHS_MS) : null]);
    const fresh = (madeAt: number) => freshFile(now, now + freshForMs, madeAt);
    try {
      if (written !== null && written.key === key && !othersMayHaveWritten) {
        if (now - freshAt >= FRESH_MS) {
          await write([fresh(written.at)]);
          freshAt = now;
        }
        return { isWritten: false, failures };
      }
      const buckets: BucketsOf = await otherwise(bucketsOf(states, { read: readHistory }, now), 'histories', () =>
        bucketsOf(states, NOTHING_READ, now),
      );
      const uptimes = publicUptimes(sources, buckets);
      await write([...publicFiles({ ...facts, madeAt: now, uptimes }), fresh(now)]);
      written = { key: failures.length === 0 ? key : null, at: now };
      freshAt = now;
      return { isWritten: true, failures };
    } catch (error) {
      return {
        isWritten: false,
        failures: [...failures, failureOf(`the page can't be written: ${errorMessage(error)}`)],
      };
    }
  };
}

/** The states of the page's services that other parts check. */
async function readOthers(ids: readonly string[], readStates: ReadStates, now: number): Promise<ServiceStates> {
  const stored = ids.length === 0 ? [] : await readStates(ids, now);
  return statesIn(stored).states;
}

async function bucketsOf(
  states: ServiceStates,
  store: Parameters<typeof readBuckets>[2],
  now: number,
): Promise<BucketsOf> {
  const histories = new Map([...states].map(([id, { history }]) => [id, history]));
  return readBuckets(histories, uptimeRange(now), store, now);
}

function failureOf(message: string): RunFailure {
  return { output: 'status page', service: null, message };
}
