/** Answers requests to the checker besides runs: silences, acknowledgements, and how a service is now. It opens no incident and notifies nobody. */

import pLimit from 'p-limit';
import type { Config, Service, ServiceList } from '../config/config';
import { isAskable, type ReadSecret, revealSecrets, secretRenewal } from '../config/secrets';
import { neutralize } from '../message/neutralize';
import { unexplainedIncidents } from '../notify/held-back';
import type { Authorizer } from '../probe/authorization';
import type { Check } from '../probe/check-result';
import { askOnce, type CheckPorts, checkService } from '../probe/check-service';
import type { Probe } from '../probe/probe-request';
import type { AskedSilence } from '../silences/ask-silence';
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
import { failingSinceOf, incidentSinceOf } from '../state/overview';
import type { ReadStates } from '../state/store';
import { statesIn } from '../state/stored-state';
import type { Clock } from '../words/clock';
import type { RunFailure } from '../words/run-failure';
import {
  type Answer,
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

/** The ports that requests about silences need. */
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
  /** For services that need a token or a signature; without it they can't be asked. */
  readonly authorizer?: Authorizer | undefined;
  readonly readSecret: ReadSecret;
  /** Ends the asking early: attempts under way end as timed out, and none begins. */
  readonly signal?: AbortSignal;
}

/** For how long ahead planned maintenance is listed, in milliseconds. */
const PLANNED_AHEAD_MS = 7 * 86_400_000;
/** Of more services it is not looked up whether they are failing. */
const MOST_LOOKED_AT = 100;

/** The answer to a request. A caller who is mistaken gets the answer `refused`; a service that is not well is an answer. */
export async function answerRequest(
  request: AnswerableRequest<Exclude<CheckerRequest, { kind: 'drill' | 'config' | 'post' }>>,
  config: Config,
  ports: RequestPorts,
): Promise<Answer> {
  if (request.kind !== 'ask') return answerOnSilences(request, config, ports);
  const gate = pLimit(config.concurrency);
  const asker = request.once ? askOnce : checkService;
  return askedAnswer(await Promise.all(request.services.map((service) => ask(service, asker, gate, ports))));
}

/** The same for requests about silences. Rejects if the silences can't be read or kept. */
export async function answerOnSilences(
  request: AnswerableRequest<Exclude<CheckerRequest, { kind: 'drill' | 'config' | 'ask' | 'post' }>>,
  config: ServiceList,
  ports: SilencePorts,
): Promise<Answer> {
  // A line may be shown in a chat.
  const showWhy: ShowWhy = request.asLine ? neutralize : (why) => why;
  const ids = config.services.map(({ id }) => id);
  switch (request.kind) {
    case 'silence':
      return silence(request.asked, ids, showWhy, ports);
    case 'ack':
      return acknowledge(request.asked, ids, showWhy, ports);
    case 'silences':
      return silencesAnswer((await allSilences(ids, ports)).silences, showWhy);
    case 'unsilence':
      return unsilence(request.id, ids, showWhy, ports);
    case 'refused':
      return refusedAnswer(request.faults);
  }
}

async function silence(
  asked: AskedSilence,
  configured: readonly string[],
  showWhy: ShowWhy,
  ports: SilencePorts,
): Promise<Answer> {
  const refusal = refusedIfFull(await ports.silences.read(asked.from));
  if (refusal !== null) return refusal;
  const kept = { ...asked, id: ports.newId() };
  await ports.silences.put(kept);
  const found = asked.untilWell ? await failingOf(asked.services ?? configured, asked.from, ports) : null;
  return silencedAnswer(kept, found, showWhy);
}

function refusedIfFull({ length }: readonly Silence[]): Answer | null {
  return length < MOST_SILENCES ? null : refusedAnswer([`there are ${length} silences: end one of them first`]);
}

async function acknowledge(
  asked: AskedSilence,
  configured: readonly string[],
  showWhy: ShowWhy,
  ports: SilencePorts,
): Promise<Answer> {
  const all = await ports.silences.read(asked.from);
  const refusal = refusedIfFull(all);
  if (refusal !== null) return refusal;
  const named = asked.services ?? configured;
  const known = await failures(named, asked.from, ports);
  // If that can't be known, it covers whatever is open.
  const others = known === null ? [] : named.filter((id) => known.get(id)?.isOpen !== true);
  if (others.length === named.length) return nothingToAckAnswer(asked.services);
  const services = known === null ? asked.services : named.filter((id) => !others.includes(id));
  const kept = { ...asked, services, id: ports.newId() };
  const before = all.filter((silence) => isAck(silence) && hasSameServices(silence, kept));
  await ports.silences.put(kept);
  // A second acknowledgement of the same services replaces the first, and those that have expired are removed.
  for (const { id } of before) await ports.silences.remove(id);
  return acknowledgedAnswer(kept, asked.services === null ? [] : others, showWhy);
}

function hasSameServices(left: Silence, right: Silence): boolean {
  const names = ({ services }: Silence) => (services === null ? null : [...services].sort());
  return JSON.stringify(names(left)) === JSON.stringify(names(right));
}

async function failingOf(ids: readonly string[], now: number, ports: SilencePorts): Promise<Failing | null> {
  const known = await failures(ids, now, ports);
  if (known === null) return null;
  return {
    count: ids.length,
    notFailing: ids.filter((id) => known.get(id)?.incidentSince === null),
    unchecked: ids.filter((id) => !known.has(id)).length,
  };
}

/**
 * Since when each of few services has had incidents, and whether an incident is open by now. A service that was never checked is missing.
 * `null` if they are too many, or if the states can't be read.
 */
async function failures(
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

/** `name` is the id of a silence, or the service of its only silence. */
async function unsilence(
  name: string,
  configured: readonly string[],
  showWhy: ShowWhy,
  ports: SilencePorts,
): Promise<Answer> {
  const { silences, spent, services, now } = await allSilences(configured, ports);
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
 * Those that hold, and of each window of planned maintenance the time that is or comes next. Those until services are well that have
 * nothing to hold back any more are `spent`, as far as that is known.
 */
async function allSilences(configured: readonly string[], ports: SilencePorts) {
  const now = ports.clock.now();
  const times = ports.planned?.(now, now + PLANNED_AHEAD_MS) ?? [];
  const next = times.filter(({ id }, index) => times.findIndex((other) => other.id === id) === index);
  const held = await ports.silences.read(now);
  const untilWell = held.filter((silence) => silence.untilWell);
  const looked = configured.filter((id) => untilWell.some((silence) => covers(silence, id)));
  const known = looked.length === 0 ? null : await failures(looked, now, ports);
  const services = configured.map((id): Silenceable => known?.get(id) ?? { id, ...MAY_HAVE_FAILED });
  const silences = held.filter((silence) => isNeeded(silence, services, now));
  const spent = held.filter((silence) => !silences.includes(silence));
  return { silences: [...silences, ...next], spent, services, now };
}

/** Without the secrets it needs, a service is not asked. */
async function ask(
  configured: Service,
  asker: typeof checkService,
  gate: CheckPorts['gate'],
  { probe, clock, authorizer, readSecret, signal }: RequestPorts,
): Promise<Check> {
  const own = { services: [configured] };
  const { config, failures } = await revealSecrets(own, readSecret);
  const [service] = config.services;
  if (!service || !isAskable(service)) {
    return { service: configured, kind: null, failure: failures[0] as RunFailure };
  }
  return asker(service, { probe, clock, authorizer, gate, renewSecrets: secretRenewal(own, readSecret) }, signal);
}
