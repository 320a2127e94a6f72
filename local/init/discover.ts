/** Checks addresses to find their services. */

import pLimit from 'p-limit';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config, Service } from '../../lambda/core/config/config';
import type { AttemptPorts } from '../../lambda/core/probe/attempt';
import { type Check, hasVerdict } from '../../lambda/core/probe/check-result';
import { checkService } from '../../lambda/core/probe/check-service';
import type { HttpAnswer } from '../../lambda/core/probe/observation';
import { askWithOtherOrigin } from '../../lambda/core/probe/other-origin';
import type { Probe } from '../../lambda/core/probe/probe-request';
import { type AnswerForm, failureBy, recognizeForm } from './answer-form';
import { NO_PATH, type Place, placesFor, placeUrl, withSlash } from './places';

/**
 * `known`: the answer at `place` fits a form; `failing`: it does not answer there, or with a 5xx that says no more, so its form is not known;
 * `unknown`: it answers, but in no form that is known.
 */
export type Finding =
  | { readonly kind: 'known'; readonly place: Place; readonly form: AnswerForm }
  | { readonly kind: 'failing'; readonly place: Place }
  | { readonly kind: 'unknown'; readonly answers: readonly PlaceAnswer[] };

export interface PlaceAnswer {
  readonly path: string;
  readonly httpStatus: number;
}

export interface Discovery {
  /** The address as it was given. */
  readonly baseUrl: string;
  /** The `Origin` that the service needs, since it answers 500 or 403 without one; `null` if it needs none. */
  readonly origin: string | null;
  /** The check at the place that was found, by the own contract; if none was, that of the first place. */
  readonly check: Check;
  readonly finding: Finding;
  /** Why a watch would find the service failing at once, in words; `null` if it would not, or if unknown. */
  readonly failing: string | null;
}

/** After this time no other path of an address is tried. */
const SEARCH_MS = 20_000;
/** The pause before a service is asked again that did not answer. */
const PAUSE_MS = 500;

/**
 * Asks all services at once, up to `concurrency`; the paths of a service one after the other, until its answer is known. A service that
 * refuses requests without an `Origin`, but accepts the origin of its own address, is asked with it from then on. Never rejects because of a
 * service.
 */
export function discover(
  { services, concurrency }: Config,
  signal: AbortSignal,
  onResult: (check: Check) => void,
): Promise<readonly Discovery[]> {
  const ports = { clock: systemClock, gate: pLimit(concurrency), signal };
  const asking = services.map(async (service): Promise<Discovery> => {
    const found = await search(service, ports);
    onResult(found.check);
    return found;
  });
  return Promise.all(asking);
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
  /** See `Discovery`. */
  readonly failing: string | null;
}

async function search(service: Service, ports: SearchPorts): Promise<Discovery> {
  const { clock, signal } = ports;
  const end = clock.elapsed() + SEARCH_MS;
  const looks: Look[] = [];
  let failing: Look | null = null;
  const address = service.baseUrl;
  for (const place of placesFor(address)) {
    if (place.kind === 'usual' && failing !== null) break;
    if (looks.length > 0 && (signal.aborted || clock.elapsed() > end)) break;
    const look = await lookAt(place, service, ports);
    looks.push(look);
    if (look.form?.isSaid) return foundAt(look, look.form, service);
    if (hasFailed(look) && place.kind !== 'usual') failing = look;
    if (look.answer === null || look.answer.httpStatus === 429) break;
  }
  const vague = looks.find(({ form, place }) => form !== null && place.kind === 'given') ?? null;
  if (vague?.form) return foundAt(vague, vague.form, service);
  const [first] = looks;
  if (first === undefined) throw new Error('no place was asked');
  if (failing !== null) {
    const { check, origin, place } = failing;
    return { baseUrl: address, origin, check, finding: { kind: 'failing', place }, failing: checkMessage(check) };
  }
  const good = looks.find(({ form }) => form !== null);
  if (good?.form && !(await answersAnyPath(service, ports))) return foundAt(good, good.form, service);
  const answers = looks.flatMap(({ place, answer }) =>
    answer === null ? [] : [{ path: place.path, httpStatus: answer.httpStatus }],
  );
  const finding = { kind: 'unknown', answers } as const;
  return { baseUrl: address, origin: null, check: first.check, finding, failing: null };
}

function foundAt({ place, check, origin, failing }: Look, form: AnswerForm, service: Service): Discovery {
  return { baseUrl: service.baseUrl, origin, check, finding: { kind: 'known', place, form }, failing };
}

function checkMessage(check: Check): string {
  return hasVerdict(check) ? check.message : check.failure.message;
}

/** Whether it did not answer, or with a 5xx that says no more: later it may answer in any form. */
function hasFailed({ answer, form }: Look): boolean {
  return form === null && (answer === null || answer.httpStatus >= 500 || answer.httpStatus === 429);
}

async function answersAnyPath(service: Service, ports: SearchPorts): Promise<boolean> {
  const { form } = await askAt({ baseUrl: service.baseUrl, path: NO_PATH, kind: 'usual' }, service, ports);
  return form !== null;
}

/** A usual path is checked once, another one again if it fails. Follows a redirect to the same path with a slash. */
async function lookAt(place: Place, service: Service, ports: SearchPorts): Promise<Look> {
  const look = await askAt(place, service, ports);
  const slashed = withSlash(place, look.answer?.headers.location ?? null);
  if (slashed !== null && (look.answer?.httpStatus ?? 0) < 400) return askAt(slashed, service, ports);
  if (place.kind === 'usual' || look.form !== null || ports.signal.aborted) return look;
  const withOrigin = await lookWithOrigin(look, service, ports);
  if (withOrigin !== null || !hasFailed(look)) return withOrigin ?? look;
  await ports.clock.sleep(PAUSE_MS, ports.signal);
  return ports.signal.aborted ? look : askAt(place, service, ports);
}

/** Checks a service that refuses the request again, with the origin of its own address; `null` if it still refuses. */
async function lookWithOrigin({ place, check }: Look, service: Service, ports: SearchPorts): Promise<Look | null> {
  if (!hasVerdict(check) || check.isRefusedThroughout !== true) return null;
  const { signal } = ports;
  const { origin } = new URL(service.baseUrl);
  const other = await askWithOtherOrigin(
    { ...service, statusUrl: placeUrl(place) },
    Number.POSITIVE_INFINITY,
    { ...ports, probe: httpProbe },
    signal,
  );
  return other === null ? null : askAt(place, { ...service, origin }, ports);
}

async function askAt(place: Place, service: Service, ports: SearchPorts): Promise<Look> {
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
