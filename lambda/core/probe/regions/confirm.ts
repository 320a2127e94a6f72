/** Confirms from other regions that a service is unreachable, in parallel with its retries. */

import type { Service } from '../../config/config';
import { reasonPhrase } from '../../reasons/reason-phrases';
import { cleanText } from '../../words/clean-text';
import type { Clock } from '../../words/clock';
import { describePartly, type RegionView, type RegionViews } from '../../words/regions/region-views';
import { errorMessage } from '../../words/run-failure';
import { resultsBy } from '../../words/time-limit';
import { type Check, type CheckResult, hasVerdict } from '../check-result';
import { isWithoutRequest, NO_PHASES } from '../observation';
import {
  type AskedRequest,
  questionAbout,
  type RegionAnswer,
  type RegionQuestion,
  VIEW_LENGTH,
} from './region-question';
import { isDecided, isPartlyUnreachable } from './vote';

/** How long unreachable services are collected, in milliseconds: one network fault usually shows in all of them at once. */
const COLLECT_MS = 300;
/** How long a region has at least for its vote, from the first failed attempt on, in milliseconds. */
export const LEAST_WAIT_MS = 4_000;
/** How often each region is invoked in a run at most. */
const MOST_INVOCATIONS = 4;
/** How many unreachable services a region checks at once: more would be slow with its small share of a CPU. */
const MOST_SERVICES = 25;
/** How many healthy services a region checks too, to see whether it reaches anything. */
const CONTROLS = 3;
/** The votes of the run before count if it was at most this many intervals ago. */
const KEPT_INTERVALS = 2;

/** Asks one region. Rejects with the reason why there is no vote. */
export type AskRegion = (region: string, question: RegionQuestion) => Promise<RegionAnswer>;

/** The votes of a service in its last run, in which it was unreachable. */
interface LastVotes {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly views: RegionViews;
}

export interface Regions {
  /** The region of the checker. */
  readonly home: string;
  readonly others: readonly string[];
  readonly ask: AskRegion;
  /**
   * The last votes by the id of the service. Each run changes it. They are not stored: a Lambda process lives for many runs, and in the first run of
   * the next one a lost vote counts as none, which errs on the side of an alert.
   */
  readonly lastVotes: Map<string, LastVotes>;
}

interface Suspect {
  readonly request: AskedRequest;
  /** By `clock.elapsed`. */
  readonly failedAt: number;
  /** The latest attempt that did not reach it. */
  check: CheckResult;
  /** Whether it was sent to the regions. */
  isSent: boolean;
  readonly views: Map<string, RegionView>;
  /** Called for each region that was heard. */
  onView: () => void;
}

export interface Confirming {
  /** Notes an attempt with its request, whatever its verdict. */
  readonly note: (request: AskedRequest, check: CheckResult) => void;
  /** Returns a check of this run, with what other regions saw. It is healthy if the service is only partly unreachable. Never rejects. */
  readonly confirm: (check: Check) => Promise<Check>;
}

interface ConfirmContext {
  readonly clock: Clock;
  readonly startedAt: number;
  readonly intervalMs: number;
  readonly signal?: AbortSignal;
}

export function startConfirming(
  services: readonly Service[],
  regions: Regions,
  { clock, startedAt, intervalMs, signal }: ConfirmContext,
): Confirming {
  const { home, others, ask, lastVotes } = regions;
  // The key of a client certificate never leaves the checker.
  const confirmed = services.filter(({ confirmFrom, tls }) => confirmFrom === null && !tls?.client);
  const ids = new Set(confirmed.map(({ id }) => id));
  const before = new Map(services.map(({ id }) => [id, lastVotes.get(id)]));
  for (const { id } of services) lastVotes.delete(id);
  const reached = new Set<string>();
  const healthy = new Map<string, AskedRequest>();
  const suspects = new Map<string, Suspect>();
  const collecting: Suspect[] = [];
  let invocations = 0;

  const note = (request: AskedRequest, check: CheckResult) => {
    const { id } = request;
    if (check.kind !== 'unreachable') reached.add(id);
    if (!ids.has(id)) return;
    if (check.kind === 'healthy') healthy.set(id, request);
    if (check.kind !== 'unreachable') return;
    const known = suspects.get(id);
    if (known !== undefined) {
      known.check = check;
      return;
    }
    const suspect = { request, failedAt: clock.elapsed(), check, isSent: false, views: new Map(), onView: () => {} };
    suspects.set(id, suspect);
    collecting.push(suspect);
    if (collecting.length === 1) clock.sleep(COLLECT_MS, signal).then(send);
  };

  const send = () => {
    while (collecting.length > 0) {
      const batch = collecting.splice(0, MOST_SERVICES);
      if (signal?.aborted || invocations++ >= MOST_INVOCATIONS) continue;
      const asked = batch.map(({ request }) => request);
      const controls = [...healthy.values()].filter(({ id }) => !asked.some((each) => each.id === id));
      const question = questionAbout([...asked, ...controls.slice(0, CONTROLS)]);
      for (const suspect of batch) suspect.isSent = true;
      for (const region of others) void hear(region, question, batch);
    }
    for (const { onView } of suspects.values()) onView();
  };

  const hear = async (region: string, question: RegionQuestion, batch: readonly Suspect[]) => {
    const answer = await ask(region, question).catch((error: unknown) => cleanText(errorMessage(error), VIEW_LENGTH));
    for (const { request, views, onView } of batch) {
      views.set(region, viewOf(region, request.id, answer));
      onView();
    }
  };

  const homeView = ({ request, check }: Suspect): RegionView => {
    const hasReached = [...reached].some((id) => id !== request.id);
    return hasReached
      ? { region: home, vote: 'unreachable', text: reasonPhrase(check.reason, check.errorCode) }
      : { region: home, vote: null, text: REACHED_NOTHING };
  };

  const isSettled = (suspect: Suspect) => {
    if (collecting.includes(suspect)) return false;
    const votes = [homeView(suspect), ...suspect.views.values()].map(({ vote }) => vote);
    return !suspect.isSent || isDecided(votes, others.length - suspect.views.size);
  };

  const confirm = async (check: Check): Promise<Check> => {
    const { id } = check.service;
    const suspect = suspects.get(id);
    if (suspect === undefined || !isStillUnreachable(check) || signal?.aborted) return check;
    const settled = new Promise<void>((resolve) => {
      suspect.onView = () => {
        if (isSettled(suspect)) resolve();
      };
      suspect.onView();
    });
    await resultsBy([settled], suspect.failedAt + LEAST_WAIT_MS, clock);
    if (!suspect.isSent) return check;
    const own = others.map((region) => suspect.views.get(region) ?? { region, vote: null, text: 'no answer yet' });
    lastVotes.set(id, { at: startedAt, views: own });
    const last = before.get(id);
    const isRecent = last !== undefined && startedAt - last.at <= KEPT_INTERVALS * intervalMs;
    const kept = own.map((view) =>
      view.vote !== null || !isRecent ? view : (keptView(last.views, view.region) ?? view),
    );
    const views = [homeView(suspect), ...kept];
    if (isPartlyUnreachable(views.map(({ vote }) => vote))) return partlyUnreachable(suspect.check, views);
    return hasVerdict(check) ? { ...check, views: [homeView(suspect), ...own] } : check;
  };

  return { note, confirm };
}

const REACHED_NOTHING = 'it reached no other service';

function viewOf(region: string, id: string, answer: RegionAnswer | string): RegionView {
  if (typeof answer === 'string') return { region, vote: null, text: answer };
  const found = answer.seen.find((seen) => seen.id === id);
  if (found === undefined) return { region, vote: null, text: 'not checked there' };
  const { kind, reason, httpStatus } = found;
  if (kind === 'healthy') return { region, vote: kind, text: 'healthy' };
  if (kind !== 'unreachable') return { region, vote: 'reached', text: `HTTP ${httpStatus ?? 200}` };
  const hasReached = answer.seen.some((seen) => seen.id !== id && seen.kind !== 'unreachable');
  return hasReached
    ? { region, vote: 'unreachable', text: reasonPhrase(reason) }
    : { region, vote: null, text: REACHED_NOTHING };
}

/** Returns the vote of the run before: a single lost answer must not turn a service that is partly unreachable into one that is down. */
function keptView(views: RegionViews, region: string): RegionView | null {
  return views.find((view) => view.region === region && view.vote !== null) ?? null;
}

/** Whether home did not reach it in the end, or concludes nothing. Without a token it was not asked. */
function isStillUnreachable(check: Check): boolean {
  if (!hasVerdict(check)) return check.cause === undefined;
  return check.kind === 'unreachable' && !isWithoutRequest(check.timings);
}

/** A check that the votes decide: healthy, without figures that only an answer has. */
function partlyUnreachable({ service, at, attempts }: CheckResult, views: RegionViews): CheckResult {
  return {
    service,
    at,
    attempts,
    kind: 'healthy',
    reason: 'ok',
    message: describePartly(views),
    httpStatus: null,
    errorCode: null,
    report: null,
    errorBody: null,
    warnings: [],
    certificate: null,
    timings: NO_PHASES,
    views,
  };
}
