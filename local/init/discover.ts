/** Checks addresses to find their services. */

import pLimit from 'p-limit';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config, Service } from '../../lambda/core/config/config';
import type { AttemptPorts } from '../../lambda/core/probe/attempt';
import { type Check, hasVerdict } from '../../lambda/core/probe/check-result';
import { checkService } from '../../lambda/core/probe/check-service';
import type { HttpAnswer } from '../../lambda/core/probe/observation';
import { checkWithOtherOrigin } from '../../lambda/core/probe/other-origin';
import type { Probe } from '../../lambda/core/probe/probe-request';
import type { Report } from '../../lambda/core/probe/report';
import { isSuccess } from '../../lambda/core/words/http-status';
import { nameSome } from '../../lambda/core/words/shown-value';
import { type AnswerForm, failureBy, guessed, recognizeForm } from './answer-form';
import { NO_PATH, OWN_PATH, type Place, placesFor, placeUrl, withSlash } from './places';

/** A service at an address, as it can be written into a config. */
export interface Discovery {
  /** The address as it was given. */
  readonly address: string;
  /** Where it says how it is; a guess if it answers in no known form. */
  readonly place: Place;
  /** `null` for the own contract. */
  readonly form: AnswerForm | null;
  /** The `Origin` that the service needs, since it answers 500 or 403 without one; `null` if it needs none. */
  readonly origin: string | null;
  /** Its report by the own contract, if it gave one. */
  readonly report: Report | null;
  /** The reason why a watch would find it failing at once; `null` if it is healthy. */
  readonly problem: string | null;
  /** Whether it answers in no known form, so that place and form are guesses. */
  readonly isUnknown: boolean;
}

/** After this time no other path of an address is tried. */
const SEARCH_MS = 20_000;
/** The pause before a service that did not answer is checked again. */
const PAUSE_MS = 500;

/**
 * Checks all services at once, up to `concurrency`; the paths of a service one after the other, until an answer has a known form. A service
 * that refuses requests without an `Origin`, but accepts the origin of its own address, is then checked with it. Never rejects because of a
 * service.
 */
export function discover(
  { services, concurrency }: Config,
  signal: AbortSignal,
  onResult: (done: { readonly service: Service }) => void,
): Promise<readonly Discovery[]> {
  const ports = { clock: systemClock, gate: pLimit(concurrency), signal };
  const searches = services.map(async (service): Promise<Discovery> => {
    const found = await search(service, ports);
    onResult({ service });
    return found;
  });
  return Promise.all(searches);
}

interface SearchPorts extends Pick<AttemptPorts, 'clock' | 'gate'> {
  readonly signal: AbortSignal;
}

/** The result of one check at a place. */
interface Look {
  readonly place: Place;
  readonly check: Check;
  readonly origin: string | null;
  /** `null` if no whole answer came. */
  readonly answer: HttpAnswer | null;
  readonly form: AnswerForm | null;
  /** Why a watch by this form finds the service failing; `null` if it finds it healthy, or without a form. */
  readonly failing: string | null;
}

async function search(service: Service, ports: SearchPorts): Promise<Discovery> {
  const { clock, signal } = ports;
  const { baseUrl: address } = service;
  const end = clock.elapsed() + SEARCH_MS;
  const places = placesFor(address);
  const looks: Look[] = [];
  let failing: Look | null = null;
  for (const place of places) {
    if (place.kind === 'usual' && failing !== null) break;
    if (looks.length > 0 && (signal.aborted || clock.elapsed() > end)) break;
    const look = await lookAt(place, service, ports);
    looks.push(look);
    if (look.form?.isSaid) return foundAt(address, look);
    if (hasFailed(look) && place.kind !== 'usual') failing = look;
    if (look.answer === null || look.answer.httpStatus === 429) break;
  }
  const vague = looks.find(({ form, place }) => form !== null && place.kind === 'given');
  if (vague !== undefined) return foundAt(address, vague);
  if (failing !== null) {
    const { check, place } = failing;
    const message = hasVerdict(check) ? check.message : check.failure.message;
    return foundAt(address, { ...failing, form: place.path === OWN_PATH ? null : ANY_2XX, failing: message });
  }
  const good = looks.find(({ form }) => form !== null);
  if (good !== undefined) {
    const any = await checkAt({ baseUrl: address, path: NO_PATH, kind: 'usual' }, service, ports);
    if (any.form === null) return foundAt(address, good);
  }
  const place = places.find(({ kind }) => kind !== 'own') as Place;
  return { address, place, form: GUESS, origin: null, report: null, problem: shownAnswers(looks), isUnknown: true };
}

const ANY_2XX = guessed('http', 'a guess, since it has not answered well yet: any 2xx is healthy');
const GUESS = guessed('common', 'a guess');

function foundAt(address: string, { place, check, origin, form, failing }: Look): Discovery {
  const isOwn = form === null || form.contract === 'own';
  const report = isOwn && hasVerdict(check) ? check.report : null;
  return { address, place, form: isOwn ? null : form, origin, report, problem: failing, isUnknown: false };
}

/** `it answers 404 at /status, /health, /healthz and 5 more; 401 at /actuator/health`, and what that may mean. */
function shownAnswers(looks: readonly Look[]): string {
  const paths = new Map<number, readonly string[]>();
  for (const { place, answer } of looks) {
    if (answer !== null) paths.set(answer.httpStatus, [...(paths.get(answer.httpStatus) ?? []), place.path]);
  }
  const list = `it answers ${Array.from(paths, ([status, at]) => `${status} at ${nameSome(at, 3)}`).join('; ')}`;
  if (paths.has(401) || paths.has(403)) return `${list} (credentials may be missing)`;
  return [...paths.keys()].every(isSuccess) ? `${list} (and the same at any path)` : list;
}

/** Whether it did not answer, or with a 5xx that says no more: later it may answer in any form. */
function hasFailed({ answer, form }: Look): boolean {
  return form === null && (answer === null || answer.httpStatus >= 500 || answer.httpStatus === 429);
}

/** A usual path is checked once, another one again if it fails. Follows a redirect to the same path with a slash. */
async function lookAt(place: Place, service: Service, ports: SearchPorts): Promise<Look> {
  const look = await checkAt(place, service, ports);
  const slashed = withSlash(place, look.answer?.headers.location ?? null);
  if (slashed !== null && (look.answer?.httpStatus ?? 0) < 400) return checkAt(slashed, service, ports);
  if (place.kind === 'usual' || look.form !== null || ports.signal.aborted) return look;
  const withOrigin = await lookWithOrigin(look, service, ports);
  if (withOrigin !== null || !hasFailed(look)) return withOrigin ?? look;
  await ports.clock.sleep(PAUSE_MS, ports.signal);
  return ports.signal.aborted ? look : checkAt(place, service, ports);
}

/** Checks a service that refuses the request again, with the origin of its own address; `null` if it still refuses. */
async function lookWithOrigin({ place, check }: Look, service: Service, ports: SearchPorts): Promise<Look | null> {
  if (!hasVerdict(check) || check.isRefusedThroughout !== true) return null;
  const { signal } = ports;
  const { origin } = new URL(service.baseUrl);
  const other = await checkWithOtherOrigin(
    { ...service, statusUrl: placeUrl(place) },
    Number.POSITIVE_INFINITY,
    { ...ports, probe: httpProbe },
    signal,
  );
  return other === null ? null : checkAt(place, { ...service, origin }, ports);
}

async function checkAt(place: Place, service: Service, ports: SearchPorts): Promise<Look> {
  let answer: HttpAnswer | null = null;
  const probe: Probe = async (request, signal) => {
    const seen = await httpProbe(request, signal);
    answer = seen.kind === 'answer' ? seen : null;
    return seen;
  };
  const asked = { ...service, statusUrl: placeUrl(place), retry: { ...service.retry, attempts: 1 } };
  const check = await checkService(asked, { ...ports, probe }, ports.signal);
  const now = ports.clock.now();
  const form = answer === null ? null : recognizeForm(answer, service, now);
  const failing = answer === null || form === null ? null : failureBy(form, answer, service, now);
  return { place, check, origin: service.origin, answer, form, failing };
}
