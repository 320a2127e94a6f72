/** Incidents told as stories: one line a run, with what it makes people hear. */

import type { AlertPolicy } from '../../lambda/core/config/config';
import type { Finding } from '../../lambda/core/incident/incident';
import type { DueAlert } from '../../lambda/core/notify/due-alert';
import { type Followed, follow, UNKNOWN } from '../../lambda/core/notify/follow';
import type { VerdictKind } from '../../lambda/core/words/codes';
import { NOW } from './observations';

export const MINUTE_MS = 60_000;
export const POLICY: AlertPolicy = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };

const SUBJECT = { severity: 'critical', environment: 'production' } as const;

/** The reasons that stories tell of, with their verdicts. */
const KINDS: Readonly<Record<string, VerdictKind>> = {
  well: 'healthy',
  http_503: 'unhealthy',
  reported_unhealthy: 'unhealthy',
  http_500: 'error',
  dns_failure: 'unreachable',
  timeout_body: 'unreachable',
  not_json: 'invalid',
};

/** What a run found, by its reason; `well` is healthy. */
export function findingOf(reason: string, message = `it is ${reason}`): Finding {
  const kind = KINDS[reason];
  if (!kind) throw new Error(`stories know no ${reason}`);
  const httpStatus = Number(/^http_(\d+)$/.exec(reason)?.[1] ?? Number.NaN) || null;
  if (kind !== 'healthy') return { kind, reason, message, httpStatus, errorCode: null, report: null };
  const memory = { used: 256.5, total: 512 };
  const report = {
    status: 'healthy',
    service: 'user-service',
    timestamp: null,
    environment: 'production',
    version: '1.4.2',
    uptime: 60,
    memory,
    others: {},
  } as const;
  return { kind, reason: 'ok', message: 'healthy', httpStatus: 200, errorCode: null, report };
}

export interface Told {
  /** The story, each line with what was heard: the same as was written, if it is true. */
  readonly lines: readonly string[];
  readonly events: readonly DueAlert[];
  readonly state: Followed;
  /** The state after each line. */
  readonly states: readonly Followed[];
}

/**
 * Runs a story. A line is `[when] found[ -> heard]`: what the run found (a reason, `well`, or `removed` for a service
 * that has left the config), and which event people heard. It is a minute after the line before, or at `+3h` from
 * there, `-1h` (the clock steps back). `"text"` behind the reason gives the message; `x3` repeats the line.
 */
export function tell(policy: Partial<AlertPolicy>, story: readonly string[], from = UNKNOWN): Told {
  let state = from;
  let now = NOW;
  const events: DueAlert[] = [];
  const states: Followed[] = [];
  const lines = story.map((line) => {
    const { stepMs, reason, message, times, prefix } = parse(line);
    const heard: string[] = [];
    for (let time = 0; time < times; time++) {
      now += stepMs;
      const finding = reason === 'removed' ? null : findingOf(reason, message);
      const run = follow(state, finding, { policy: { ...POLICY, ...policy }, subject: SUBJECT, now });
      state = run.state;
      events.push(...run.due);
      heard.push(...run.due.map(({ event }) => event));
    }
    states.push(state);
    return [prefix, ...(heard.length > 0 ? ['->', heard.join(', ')] : [])].join(' ');
  });
  return { lines, events, state, states };
}

const LINE = /^((?:([+-])(\d+)([mh]) )?(\w+)(?: "(.*)")?(?: x(\d+))?)(?: -> .*)?$/;

function parse(line: string) {
  const match = LINE.exec(line);
  if (!match) throw new Error(`no line of a story: ${line}`);
  const [, prefix = '', sign, amount, unit, reason = '', message, times = '1'] = match;
  const stepMs = amount ? Number(`${sign}${amount}`) * (unit === 'h' ? 60 : 1) * MINUTE_MS : MINUTE_MS;
  return { prefix, stepMs, reason, message, times: Number(times) };
}
