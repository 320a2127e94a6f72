/** A service that is watched for a while: its checks go through `nextState`, a minute apart, and its conditions begin and end. */

import { sendAll, toOne } from '../../../bench/send-all';
import type { Service } from '../../../lambda/core/config/config';
import type { AlertedService } from '../../../lambda/core/message/alert';
import type { CheckResult } from '../../../lambda/core/probe/check-result';
import { classify } from '../../../lambda/core/probe/classify';
import type { Observation } from '../../../lambda/core/probe/observation';
import { nextState } from '../../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/state/service-state';
import { settle } from '../../../lambda/core/state/settle';
import { answer, failure, NOW, reportOf } from './observations';
import { configOf } from './runs';

const MINUTE_MS = 60_000;

/** What one run finds, where it differs from a usual run; `report: null` stands for a connection that is refused. */
export interface RunFields {
  readonly report?: Readonly<Record<string, unknown>> | null;
  readonly ms?: number;
  /** For how long the checker was blocked meanwhile. */
  readonly blockedMs?: number;
  readonly attempts?: number;
  readonly daysLeft?: number;
  readonly certificateName?: string;
  /** For how many days the certificate is valid in all; not known if this is missing. */
  readonly lifetimeDays?: number;
  /** How many days the client certificate is still valid; none is shown if this is missing. */
  readonly clientDaysLeft?: number;
  readonly cache?: readonly (readonly [string, string])[];
  /** Minutes since the run before; those of `every` if this is missing. */
  readonly later?: number;
  readonly ownSkewMs?: number;
  /** Minutes from one run to the next as they are planned; 1 if this is missing. */
  readonly every?: number;
}

export interface Watcher {
  readonly run: (fields?: RunFields) => ServiceState;
  /** So many runs, all with the same. */
  readonly runs: (count: number, fields?: RunFields | ((index: number) => RunFields)) => ServiceState;
  readonly state: () => ServiceState;
  /** `+code` for each that began, `-code` for each that ended, with the minute, since the watching began. */
  readonly transitions: () => readonly string[];
  /** What people were notified of: event, reason and minute. */
  readonly notified: () => readonly string[];
  /** The messages of all conditions, each once. */
  readonly messages: () => readonly string[];
  /** Another, which goes on from here. */
  readonly fork: () => Watcher;
}

/** `lines` stand in the config; the service has the id `user-service` and started ten hours before the first run. */
export function watching(lines: readonly string[] = [], start = NOW, own: Partial<Service> = {}): Watcher {
  const service = { ...(configOf({ 'user-service': 'https://user.internal' }, lines).services[0] as Service), ...own };
  return watchingFrom(service, start, {
    state: NEW_STATE,
    now: start,
    first: true,
    transitions: [],
    notified: [],
    messages: [],
  });
}

interface WatchingStart {
  readonly state: ServiceState;
  readonly now: number;
  readonly first: boolean;
  readonly transitions: readonly string[];
  readonly notified: readonly string[];
  readonly messages: readonly string[];
}

function watchingFrom(service: Service, start: number, begun: WatchingStart): Watcher {
  let { state, now, first } = begun;
  const transitions = [...begun.transitions];
  const notified = [...begun.notified];
  const messages = new Set(begun.messages);
  const minute = () => Math.round((now - start) / MINUTE_MS);
  const run = (fields: RunFields = {}): ServiceState => {
    if (!first) now += (fields.later ?? fields.every ?? 1) * MINUTE_MS;
    first = false;
    const observation = observationOf(fields, now, start);
    const verdict = classify(observation, { ...service, secrets: [] }, now);
    const attempts = fields.attempts ?? 1;
    const check: CheckResult = { ...verdict, service, at: now, attempts, timings: observation.timings };
    const before = state;
    const advanced = nextState(before, check, {
      intervalMs: (fields.every ?? 1) * MINUTE_MS,
      silences: [],
      ownSkewMs: fields.ownSkewMs ?? 0,
    });
    const { sent, ...next } = sendAll(advanced, toOne(now), {
      deployment: 'test',
      links: { runbook: null, dashboard: null, logs: null },
      timings: null,
      service: advanced.about as AlertedService,
    });
    state = settle(next.state);
    const codes = (of: ServiceState) => of.conditions.map(({ code }) => code);
    for (const code of codes(state)) if (!codes(before).includes(code)) transitions.push(`+${code} ${minute()}`);
    for (const code of codes(before)) if (!codes(state).includes(code)) transitions.push(`-${code} ${minute()}`);
    notified.push(...sent.map(({ alert }) => `${alert.event} ${alert.previous?.reason ?? alert.reason} ${minute()}`));
    for (const { message } of state.conditions) messages.add(message);
    return state;
  };
  return {
    run,
    runs: (count, fields = {}) => {
      for (let index = 0; index < count; index++) run(typeof fields === 'function' ? fields(index) : fields);
      return state;
    },
    state: () => state,
    transitions: () => transitions,
    notified: () => notified,
    messages: () => [...messages],
    fork: () => watchingFrom(service, start, { state, now, first, transitions, notified, messages: [...messages] }),
  };
}

const UP_BEFORE_S = 36_000;
const DAY_MS = 86_400_000;

function observationOf(fields: RunFields, now: number, start: number): Observation {
  const {
    report = {},
    ms = 15,
    blockedMs,
    daysLeft = 90,
    certificateName,
    lifetimeDays,
    clientDaysLeft,
    cache = [],
  } = fields;
  const seen = {
    certificateExpiresAt: now + daysLeft * DAY_MS,
    ...(certificateName !== undefined && { certificateName }),
    ...(lifetimeDays !== undefined && { certificateLifetimeMs: lifetimeDays * DAY_MS }),
    ...(clientDaysLeft !== undefined && { clientCertificate: { expiresAt: now + clientDaysLeft * DAY_MS } }),
  };
  if (report === null) return failure('connection_refused', seen);
  const uptime = (now - start) / 1_000 + UP_BEFORE_S;
  const whole = answer(200, reportOf({ timestamp: new Date(now).toISOString(), uptime, ...report }));
  return {
    ...whole,
    ...seen,
    headers: { ...whole.headers, cache },
    timings: { ...whole.timings, totalMs: ms, ...(blockedMs !== undefined && { blockedMs }) },
  };
}
