/** Answers requests about silences, acknowledgements and the current state of services. Opens no incident and notifies nobody. */

import pLimit from 'p-limit';
import type { Config, Service, ServiceList } from '../config/config';
import { isCheckable, type ReadSecret, revealSecrets, secretRenewal } from '../config/secrets';
import { neutralize } from '../message/neutralize';
import { unexplainedIncidents } from '../notify/held-back';
import type { Authorizer } from '../probe/authorization';
import type { Check } from '../probe/check-result';
import { type CheckPorts, checkOnce, checkService } from '../probe/check-service';
import type { Probe } from '../probe/probe-request';
import {
  ackOfService,
  acksInForce,
  inForce,
  isNeeded,
  MAY_HAVE_FAILED,
  type Silenceable,
  silenceOfService,
} from '../silences/in-force';
import type { Planner } from '../silences/maintenance';
import { covers, isAck, MOST_SILENCES, type Silence, type SilenceStore } from '../silences/silence';
import type { RequestedSilence } from '../silences/silence-request';
import { failingSinceOf, incidentSinceOf } from '../state/overview';
import type { ReadStates } from '../state/store';
import { statesIn } from '../state/stored-state';
import type { Clock } from '../words/clock';
import type { RunFailure } from '../words/run-failure';
import {
  type Answer,
  type AnyAnswer,
  acknowledgedAnswer,
  askedAnswer,
  type Failing,
  nothingToAckAnswer,
  notSilencedAnswer,
  refusedAnswer,
  type ShowWhy,
  silencedAnswer,
  silencesAnswer,
  unsilencedAnswer,
} from './answer';
import type { AnswerableRequest, CheckerRequest } from './checker-request';

/** How requests are answered, by their kinds. Other kinds are refused. */
export type Answers<Ports> = {
  readonly [Kind in CheckerRequest['kind']]?: (
    request: AnswerableRequest<Extract<CheckerRequest, { kind: Kind }>>,
    config: Config,
    ports: Ports,
  ) => Promise<AnyAnswer>;
};

/** The ports for requests about silences. */
export interface SilencePorts {
  readonly clock: Clock;
  readonly silences: SilenceStore;
  readonly planned?: Planner;
  readonly readStates: ReadStates;
  /** Makes the id of a silence. */
  readonly newId: () => string;
}

export interface RequestPorts extends SilencePorts {
  readonly probe: Probe;
  /** Authorizes services that need a token or a signature; without it they can't be checked. */
  readonly authorizer?: Authorizer | undefined;
  readonly readSecret: ReadSecret;
  /** Ends the checks early: attempts in progress time out, and no other begins. */
  readonly signal?: AbortSignal;
}

/** Planned maintenance is listed for this long ahead, in milliseconds. */
const PLANNED_AHEAD_MS = 7 * 86_400_000;
/** The most services whose states are read. */
const MOST_LOOKED_AT = 100;

/** Answers a request. A faulty request gets the answer `refused`; a failing service is no failure. */
export async function answerRequest<Ports>(
  request: AnswerableRequest,
  answers: Answers<Ports>,
  config: Config,
  ports: Ports,
): Promise<AnyAnswer> {
  if (request.kind === 'refused') return refusedAnswer(request.faults);
  if (request.kind === 'command') return request.answer();
  // The compiler can't see that request and answer have the same kind.
  const answer = answers[request.kind] as
    | ((requested: AnswerableRequest, config: Config, ports: Ports) => Promise<AnyAnswer>)
    | undefined;
  return answer?.(request, config, ports) ?? refusedAnswer([`"${request.kind}" is not possible here`]);
}

/** The answers about silences. They reject if the silences can't be read or stored. */
export const SILENCE_ANSWERS: Answers<SilencePorts> = {
  silence: ({ requested, asLine }, config, ports) => addSilence(requested, idsOf(config), showWhyOf(asLine), ports),
  ack: ({ requested, asLine }, config, ports) => acknowledge(requested, idsOf(config), showWhyOf(asLine), ports),
  silences: async ({ asLine }, config, ports) =>
    silencesAnswer((await readSilences(idsOf(config), ports)).silences, showWhyOf(asLine)),
  unsilence: ({ id, asLine }, config, ports) => removeSilence(id, idsOf(config), showWhyOf(asLine), ports),
};

/** The answers that the page and the command line can get too: about silences, and to checks. */
export const REQUEST_ANSWERS: Answers<RequestPorts> = {
  ...SILENCE_ANSWERS,
  ask: async ({ services, once }, { concurrency }, ports) => {
    const gate = pLimit(concurrency);
    const check = once ? checkOnce : checkService;
    return askedAnswer(await Promise.all(services.map((service) => checkNow(service, check, gate, ports))));
  },
};

function idsOf({ services }: ServiceList): readonly string[] {
  return services.map(({ id }) => id);
}

/** A line may be shown in a chat. */
function showWhyOf(asLine: boolean): ShowWhy {
  return asLine ? neutralize : (why) => why;
}

async function addSilence(
  requested: RequestedSilence,
  configured: readonly string[],
  showWhy: ShowWhy,
  ports: SilencePorts,
): Promise<Answer> {
  const refusal = refusalIfFull(await ports.silences.read(requested.from));
  if (refusal !== null) return refusal;
  const kept = { ...requested, id: ports.newId() };
  await ports.silences.put(kept);
  const found = requested.untilWell ? await readFailing(requested.services ?? configured, requested.from, ports) : null;
  return silencedAnswer(kept, found, showWhy);
}

function refusalIfFull({ length }: readonly Silence[]): Answer | null {
  return length < MOST_SILENCES ? null : refusedAnswer([`there are ${length} silences: end one of them first`]);
}

async function acknowledge(
  requested: RequestedSilence,
  configured: readonly string[],
  showWhy: ShowWhy,
  ports: SilencePorts,
): Promise<Answer> {
  const all = await ports.silences.read(requested.from);
  const refusal = refusalIfFull(all);
  if (refusal !== null) return refusal;
  const named = requested.services ?? configured;
  const known = await readFailures(named, requested.from, ports);
  // If the states can't be read, it covers whatever is open.
  const others = known === null ? [] : named.filter((id) => known.get(id)?.isOpen !== true);
  if (others.length === named.length) return nothingToAckAnswer(requested.services);
  const services = known === null ? requested.services : named.filter((id) => !others.includes(id));
  const kept = { ...requested, services, id: ports.newId() };
  const before = all.filter((silence) => isAck(silence) && hasSameServices(silence, kept));
  await ports.silences.put(kept);
  // A second acknowledgement of the same services replaces the first, and those that have expired are removed.
  for (const { id } of before) await ports.silences.remove(id);
  return acknowledgedAnswer(kept, requested.services === null ? [] : others, showWhy);
}

function hasSameServices(left: Silence, right: Silence): boolean {
  const names = ({ services }: Silence) => (services === null ? null : [...services].sort());
  return JSON.stringify(names(left)) === JSON.stringify(names(right));
}

async function readFailing(ids: readonly string[], now: number, ports: SilencePorts): Promise<Failing | null> {
  const known = await readFailures(ids, now, ports);
  if (known === null) return null;
  return {
    count: ids.length,
    notFailing: ids.filter((id) => known.get(id)?.incidentSince === null),
    unchecked: ids.filter((id) => !known.has(id)).length,
  };
}

/**
 * Reads since when services have had incidents, and whether one is open now. A service that was never checked is missing. `null` for too many
 * services, or if the states can't be read.
 */
async function readFailures(
  ids: readonly string[],
  now: number,
  { readStates }: SilencePorts,
): Promise<ReadonlyMap<string, Silenceable & { readonly isOpen: boolean }> | null> {
  if (ids.length > MOST_LOOKED_AT) return null;
  const stored = await readStates(ids, now).catch(() => null);
  if (stored === null) return null;
  const found = [...statesIn(stored).states].map(([id, state]) => {
    const since = { failingSince: failingSinceOf(state), incidentSince: incidentSinceOf(state) };
    return [id, { id, ...since, isOpen: unexplainedIncidents(state).length > 0 }] as const;
  });
  return new Map(found);
}

/** Removes a silence; `name` is its id, or the id of a service that has only this silence. */
async function removeSilence(
  name: string,
  configured: readonly string[],
  showWhy: ShowWhy,
  ports: SilencePorts,
): Promise<Answer> {
  const { silences, spent, services, now } = await readSilences(configured, ports);
  const named = silences.filter((held) => held.services?.join() === name && !held.planned);
  const found =
    [...silences, ...spent].find((silence) => silence.id === name) ?? (named.length === 1 ? named[0] : undefined);
  const id = found?.id ?? name;
  if (found?.planned) return refusedAnswer([`${id} is planned maintenance: change the config to end it`]);
  const left = silences.filter((silence) => silence.id !== id);
  if (!found || !(await ports.silences.remove(id))) {
    const others = left.filter(({ planned }) => !planned);
    return notSilencedAnswer(
      id,
      named.map((silence) => silence.id),
      others.map((silence) => silence.id),
    );
  }
  const own = services.filter((service) => covers(found, service.id));
  const [heldBy, ofService] = isAck(found) ? [acksInForce, ackOfService] : [inForce, silenceOfService];
  const others = heldBy(left, own, now);
  const still = own.filter((service) => ofService(others, service, now) !== null);
  return unsilencedAnswer(found, { others, still: still.map((service) => service.id) }, showWhy);
}

/**
 * Reads the silences in force, with the current or next time of each planned maintenance. A silence until services are healthy is `spent` if
 * none of them fails any more.
 */
async function readSilences(configured: readonly string[], ports: SilencePorts) {
  const now = ports.clock.now();
  const times = ports.planned?.(now, now + PLANNED_AHEAD_MS) ?? [];
  const next = times.filter(({ id }, index) => times.findIndex((other) => other.id === id) === index);
  const held = await ports.silences.read(now);
  const untilWell = held.filter((silence) => silence.untilWell);
  const looked = configured.filter((id) => untilWell.some((silence) => covers(silence, id)));
  const known = looked.length === 0 ? null : await readFailures(looked, now, ports);
  const services = configured.map((id): Silenceable => known?.get(id) ?? { id, ...MAY_HAVE_FAILED });
  const silences = held.filter((silence) => isNeeded(silence, services, now));
  const spent = held.filter((silence) => !silences.includes(silence));
  return { silences: [...silences, ...next], spent, services, now };
}

/** Checks a service now, if its secrets can be read. */
async function checkNow(
  configured: Service,
  check: typeof checkService,
  gate: CheckPorts['gate'],
  { probe, clock, authorizer, readSecret, signal }: RequestPorts,
): Promise<Check> {
  const own = { services: [configured] };
  const { config, failures } = await revealSecrets(own, readSecret);
  const [service] = config.services;
  if (!service || !isCheckable(service)) {
    return { service: configured, kind: null, failure: failures[0] as RunFailure };
  }
  return check(service, { probe, clock, authorizer, gate, renewSecrets: secretRenewal(own, readSecret) }, signal);
}
