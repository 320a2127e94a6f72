/** What is asked of a checker besides runs: silences, and how a service is now. It opens no incident and notifies nobody. */

import pLimit from 'p-limit';
import type { Config, Service } from './core/config/config';
import { isAskable, type ReadSecret, revealSecrets, secretRenewal } from './core/config/secrets';
import type { Check } from './core/probe/check-result';
import { type CheckPorts, checkService } from './core/probe/check-service';
import type { Probe } from './core/probe/probe-request';
import {
  type Answer,
  askedAnswer,
  listed,
  refusedAnswer,
  silencedAnswer,
  silencesAnswer,
  unsilencedAnswer,
} from './core/run/answer';
import type { CheckerRequest } from './core/run/checker-event';
import type { AskedSilence } from './core/silence/ask-silence';
import type { Planner } from './core/silence/maintenance';
import { MOST_SILENCES, type Silence } from './core/silence/silence';
import type { SilenceStore } from './core/silence/silence-store';
import { readState } from './core/state/service-state';
import type { ReadStates } from './core/state/store';
import type { Clock } from './core/words/clock';
import type { RunFailure } from './core/words/run-failure';

/** What requests about silences need. */
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
  readonly readSecret: ReadSecret;
  /** Ends the asking early: attempts under way end as timed out, and none begins. */
  readonly signal?: AbortSignal;
}

type Services = Pick<Config, 'services'>;

/** For how long ahead planned maintenance is listed, in milliseconds. */
export const PLANNED_AHEAD_MS = 7 * 86_400_000;
/** Of more services it is not said whether they are failing. */
const MOST_LOOKED_AT = 100;

/** The answer to a request. A caller who is mistaken gets the answer `refused`; a service that is not well is an answer. */
export async function answerRequest(
  request: Exclude<CheckerRequest, { kind: 'drill' | 'config' }>,
  config: Services & Pick<Config, 'concurrency'>,
  ports: RequestPorts,
): Promise<Answer> {
  if (request.kind !== 'ask') return answerOnSilences(request, config, ports);
  const gate = pLimit(config.concurrency);
  return askedAnswer(await Promise.all(request.services.map((service) => ask(service, gate, ports))));
}

/** The same for requests about silences. Rejects if the silences can't be read or kept. */
export async function answerOnSilences(
  request: Exclude<CheckerRequest, { kind: 'drill' | 'config' | 'ask' }>,
  config: Services,
  ports: SilencePorts,
): Promise<Answer> {
  switch (request.kind) {
    case 'silence':
      return silence(request.asked, config, ports);
    case 'silences':
      return silencesAnswer(await allSilences(ports));
    case 'unsilence':
      return unsilence(request.id, ports);
    case 'refused':
      return refusedAnswer(request.faults);
  }
}

async function silence(asked: AskedSilence, config: Services, ports: SilencePorts): Promise<Answer> {
  const held = await ports.silences.read(asked.from);
  if (held.length >= MOST_SILENCES) return refusedAnswer([`there are ${held.length} silences: end one of them first`]);
  const kept = { ...asked, id: ports.newId() };
  await ports.silences.put(kept);
  const ids = asked.services ?? config.services.map(({ id }) => id);
  const well = asked.untilWell ? await notFailing(ids, asked.from, ports) : [];
  return silencedAnswer(kept, well, ids.length);
}

/** Those of few services that have no incident and may not be about to have one. If that can't be read, none is named. */
async function notFailing(
  ids: readonly string[],
  now: number,
  { readStates }: SilencePorts,
): Promise<readonly string[]> {
  if (ids.length > MOST_LOOKED_AT) return [];
  const stored = await readStates(ids, now).catch(() => null);
  if (stored === null) return [];
  const failing = stored.flatMap(({ service, state: raw }) => {
    const state = readState(raw);
    return state && (state.open.length > 0 || state.pending !== null) ? [service] : [];
  });
  return ids.filter((id) => !failing.includes(id));
}

async function unsilence(id: string, ports: SilencePorts): Promise<Answer> {
  const all = await allSilences(ports);
  const found = all.find((one) => one.id === id);
  if (found?.planned) return refusedAnswer([`${id} is planned maintenance: change the config to end it`]);
  if (found && (await ports.silences.remove(id))) return unsilencedAnswer(found);
  const others = all.filter((one) => one.id !== id && !one.planned);
  return refusedAnswer([`no silence has this id: there is ${others.length === 0 ? 'none' : listed(others)}`]);
}

/** Those that hold, and of each window of planned maintenance the time that is or comes next. */
async function allSilences({ clock, silences, planned }: SilencePorts): Promise<readonly Silence[]> {
  const now = clock.now();
  const times = planned?.(now, now + PLANNED_AHEAD_MS) ?? [];
  const next = times.filter(({ id }, index) => times.findIndex((other) => other.id === id) === index);
  return [...(await silences.read(now)), ...next];
}

/** Asks as a run does, with the configured retries; without the secrets it needs, a service is not asked. */
async function ask(
  configured: Service,
  gate: CheckPorts['gate'],
  { probe, clock, readSecret, signal }: RequestPorts,
): Promise<Check> {
  const own = { services: [configured] };
  const { config, failures } = await revealSecrets(own, readSecret);
  const [service] = config.services;
  if (!service || !isAskable(service)) {
    return { service: configured, kind: null, failure: failures[0] as RunFailure };
  }
  return checkService(service, { probe, clock, gate, renewSecrets: secretRenewal(own, readSecret) }, signal);
}
