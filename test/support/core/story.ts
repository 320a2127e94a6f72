/** Incidents as stories: one line a run, with what people are notified of. */

import { sendAll, toOne } from '../../../bench/send-all';
import type { AlertPolicy } from '../../../lambda/core/config/config';
import type { ServiceChange } from '../../../lambda/core/history/service-change';
import { advanceOutage, retire } from '../../../lambda/core/incident/advance-outage';
import { type Finding, INITIAL_STATE } from '../../../lambda/core/incident/incident';
import type { DueAlert } from '../../../lambda/core/message/due-alert';
import type { NotifyContext } from '../../../lambda/core/notify/due';
import type { Markable } from '../../../lambda/core/notify/mark';
import { type Settling, settle } from '../../../lambda/core/state/settle';
import type { VerdictKind } from '../../../lambda/core/words/codes';
import { NOW } from './observations';

export const MINUTE_MS = 60_000;
export const POLICY: AlertPolicy = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };

const SUBJECT = { severity: 'critical', environment: 'production' } as const;

/** The reasons that stories can have, with their verdicts. */
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

export interface StoryState extends Markable, Settling {
  readonly changes: readonly ServiceChange[];
}

export const BEFORE: StoryState = {
  ...INITIAL_STATE,
  notified: {},
  receivers: null,
  heldAlerts: [],
  changes: [],
  prunedBefore: {},
};

export interface StoryResult {
  /** The story, each line with what was notified: the same as was written, if it is true. */
  readonly lines: readonly string[];
  readonly events: readonly DueAlert[];
  readonly state: StoryState;
  /** The state after each line. */
  readonly states: readonly StoryState[];
}

/**
 * Runs a story. A line is `[when] found[ -> notified]`: what the run found (a reason, `well`, or `removed` for a service
 * that has left the config), and of which events people were notified. It is a minute after the line before, or at `+3h` from
 * there, `-1h` (the clock steps back). `"text"` behind the reason gives the message; `x3` repeats the line.
 */
export function tell(
  policy: Partial<AlertPolicy>,
  story: readonly string[],
  from = BEFORE,
  notify: Partial<NotifyContext> = {},
): StoryResult {
  let state = from;
  let now = NOW;
  const events: DueAlert[] = [];
  const states: StoryState[] = [];
  const lines = story.map((line) => {
    const { stepMs, reason, message, times, prefix } = parse(line);
    const notified: string[] = [];
    for (let time = 0; time < times; time++) {
      now += stepMs;
      const run = runOf(
        state,
        reason === 'removed' ? null : findingOf(reason, message),
        { ...POLICY, ...policy },
        now,
        notify,
      );
      state = run.state;
      events.push(...run.due);
      notified.push(...run.due.map(({ event }) => event));
    }
    states.push(state);
    return [prefix, ...(notified.length > 0 ? ['->', notified.join(', ')] : [])].join(' ');
  });
  return { lines, events, state, states };
}

/** One run of one service with one receiver, to which all that is due is sent. `finding` is `null` if it has left the config. */
export function runOf(
  before: StoryState,
  finding: Finding | null,
  policy: AlertPolicy,
  now: number,
  notify: Partial<NotifyContext> = {},
): { readonly state: StoryState; readonly due: readonly DueAlert[] } {
  const advancing = { policy, subject: SUBJECT, url: 'https://user.internal/status', intervalMs: MINUTE_MS, now };
  const begun = { ...before, run: before.run + 1 };
  const advanced = finding === null ? retire(begun, now) : advanceOutage(begun, finding, advancing);
  const sent = sendAll(advanced, { ...toOne(now, policy.remindEveryMs), ...notify }, ALERTS);
  return { state: settle(sent.state), due: sent.sent.map(({ due }) => due) };
}

const ALERTS = {
  deployment: 'shop',
  links: { dashboard: null, logs: null },
  timings: null,
  service: { ...SUBJECT, id: 'user-service', statusUrl: 'https://user.internal/status', runbook: null },
};

const LINE = /^((?:([+-])(\d+)([mh]) )?(\w+)(?: "(.*)")?(?: x(\d+))?)(?: -> .*)?$/;

function parse(line: string) {
  const match = LINE.exec(line);
  if (!match) throw new Error(`no line of a story: ${line}`);
  const [, prefix = '', sign, amount, unit, reason = '', message, times = '1'] = match;
  const stepMs = amount ? Number(`${sign}${amount}`) * (unit === 'h' ? 60 : 1) * MINUTE_MS : MINUTE_MS;
  return { prefix, stepMs, reason, message, times: Number(times) };
}
