/** What services answer in model tests, and what a plain reading of the rules makes of a series of it. */

import type { AlertPolicy } from '../../lambda/core/config/config';
import type { Probe } from '../../lambda/core/probe/probe-request';
import type { EventKind, VerdictKind } from '../../lambda/core/words/codes';
import { answer, failure, reportOf } from './observations';

export type Health = 'healthy' | '503' | '500' | 'refused' | 'garbage';

/** What a service answers, or that the checker itself could not ask it. */
export type Asking = Health | 'not-asked';

export const VERDICT_OF: Readonly<Record<Health, VerdictKind>> = {
  healthy: 'healthy',
  '503': 'unhealthy',
  '500': 'error',
  refused: 'unreachable',
  garbage: 'invalid',
};

const GARBAGE = '{"status":"healthy","service":{"__proto__":null},"version":"\u0000<!channel>\u202e"}'.padEnd(
  9_000,
  '\ud800',
);

/** What a run is told by each service, and whether it has a network to ask them. */
export interface Asked {
  readonly health: Readonly<Record<string, Asking>>;
  readonly networkIs: 'up' | 'gone';
}

/** What a run concludes of a service: nothing of any, if its network is gone. */
export function foundIn({ health, networkIs }: Asked, service: string): Asking {
  return networkIs === 'gone' ? 'not-asked' : (health[service] ?? 'healthy');
}

/** A probe whose answers hang on the service's id, which is the first label of its host. */
export function probeOf({ health, networkIs }: Asked, pause: () => Promise<unknown>): Probe {
  return async ({ url }) => {
    const service = new URL(url).hostname.split('.')[0] ?? '';
    await pause();
    if (networkIs === 'gone') return failure('dns_failure', { errorCode: 'EAI_AGAIN' });
    switch (health[service] ?? 'healthy') {
      case 'healthy':
        // It says nothing of time, so that it has no condition: outages are all that there is.
        return answer(200, reportOf({ service, timestamp: undefined, uptime: undefined }));
      case '503':
        return answer(503, { error: 'down', service });
      case '500':
        return answer(500, { error: 'broken' });
      case 'refused':
        return failure('connection_refused');
      case 'garbage':
        return answer(200, GARBAGE);
      case 'not-asked':
        throw new Error('EMFILE: too many open files');
    }
  };
}

/** What one run finds of a service, if it could ask it; the verdict is `null` where it isn't in the config. */
export type Found = { readonly run: number; readonly verdict: VerdictKind | null; readonly at: number };

export interface Told {
  readonly run: number;
  readonly event: EventKind;
  readonly verdict: VerdictKind;
}

const MINUTE_MS = 60_000;

/** The events of a series in which nothing fails, by looking back over it at each run. */
export function predict(series: readonly Found[], policy: AlertPolicy): Told[] {
  const told: Told[] = [];
  const past: { readonly openedAt: number; readonly endedAt: number }[] = [];
  /** The incident that is open, and the place of the run that opened it. */
  let open = null as { readonly openedAt: number; readonly index: number } | null;
  /** What people believe to be open. */
  let known = null as { verdict: VerdictKind; toldAt: number; heard: readonly VerdictKind[] } | null;
  for (const [index, { run, verdict, at }] of series.entries()) {
    const last = (count: number, holds: (verdict: VerdictKind | null) => boolean) =>
      index + 1 >= count && series.slice(index + 1 - count, index + 1).every((found) => holds(found.verdict));
    const tell = (event: EventKind, about: VerdictKind) => {
      told.push({ run, event, verdict: about });
      const toldVerdict = event === 'reminder' && known ? known.verdict : about;
      const heard = [...(known?.heard ?? []), toldVerdict];
      known = event === 'resolved' ? null : { verdict: toldVerdict, toldAt: at, heard };
    };
    const end = () => {
      if (open) past.push({ openedAt: open.openedAt, endedAt: at });
      open = null;
    };
    if (verdict === null) {
      end();
      if (known) tell('resolved', known.verdict);
    } else if (verdict === 'healthy') {
      if (last(policy.successThreshold, (one) => one === 'healthy')) end();
      if (known && !open && isOver(past, healthyBefore(series, index + 1), at, policy)) tell('resolved', verdict);
    } else {
      const isOpening: boolean =
        open === null && last(policy.failureThreshold, (one) => one !== null && one !== 'healthy');
      if (isOpening) open = { openedAt: series[index + 1 - policy.failureThreshold]?.at as number, index };
      if (open === null) continue;
      const isRelapse = isOpening && isTenMinutes(series, index + 1 - policy.failureThreshold);
      const isFlapping = timesUpTo(open.openedAt, past) > 1;
      const hold =
        isFlapping || known?.heard.includes(verdict) ? Math.max(policy.failureThreshold, 5) : policy.failureThreshold;
      const hasHeld = index + 1 - hold >= open.index && last(hold, (one) => one === verdict);
      if (!known) tell('opened', verdict);
      else if (isRelapse || (verdict !== known.verdict && hasHeld)) tell('updated', verdict);
      else if (policy.remindEveryMs !== null && at - known.toldAt >= policy.remindEveryMs) tell('reminder', verdict);
    }
  }
  return told;
}

/** How many incidents followed each other within half an hour, up to one that opened at `openedAt`. */
function timesUpTo(openedAt: number, past: readonly { readonly openedAt: number; readonly endedAt: number }[]): number {
  const before = past.at(-1);
  if (!before || openedAt - before.endedAt > 30 * MINUTE_MS) return 1;
  return 1 + timesUpTo(before.openedAt, past.slice(0, -1));
}

/** The healthy runs in a row before the run at `index`; runs without the service in the config don't count. */
function healthyBefore(series: readonly Found[], index: number): readonly Found[] {
  const asked = series.slice(0, index).filter(({ verdict }) => verdict !== null);
  return asked.slice(asked.findLastIndex(({ verdict }) => verdict !== 'healthy') + 1);
}

/** Whether people can be told of an end: the healthy runs it takes double with each relapse, up to half an hour. */
function isOver(
  past: readonly { readonly openedAt: number; readonly endedAt: number }[],
  healthy: readonly Found[],
  at: number,
  { successThreshold }: AlertPolicy,
): boolean {
  const last = past.at(-1);
  const times = last ? timesUpTo(last.openedAt, past.slice(0, -1)) : 1;
  if (times === 1 || healthy.length >= successThreshold * 2 ** (times - 1)) return true;
  return at - Math.min(healthy[0]?.at ?? at, last?.endedAt ?? at) >= 30 * MINUTE_MS;
}

/** Whether the service had been healthy for ten minutes when it failed at `index`. */
function isTenMinutes(series: readonly Found[], index: number): boolean {
  const [first] = healthyBefore(series, index);
  return first !== undefined && (series[index]?.at as number) - first.at >= 9.5 * MINUTE_MS;
}
