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
        return answer(200, reportOf({ service }));
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

function holdOf(verdict: VerdictKind, heard: readonly VerdictKind[], { failureThreshold }: AlertPolicy): number {
  return heard.includes(verdict) ? Math.max(failureThreshold, 5) : failureThreshold;
}

/** The events of a series in which nothing fails, by looking back over it at each run. */
export function predict(series: readonly Found[], policy: AlertPolicy): Told[] {
  const told: Told[] = [];
  let open = null as { verdict: VerdictKind; toldAt: number; heard: readonly VerdictKind[] } | null;
  for (const [index, { run, verdict, at }] of series.entries()) {
    const last = (count: number, holds: (verdict: VerdictKind | null) => boolean) =>
      index + 1 >= count && series.slice(index + 1 - count, index + 1).every((found) => holds(found.verdict));
    const tell = (event: EventKind, about: VerdictKind) => {
      told.push({ run, event, verdict: about });
      const toldVerdict = event === 'reminder' && open ? open.verdict : about;
      const heard = [...(open?.heard ?? []), toldVerdict];
      open = event === 'resolved' ? null : { verdict: toldVerdict, toldAt: at, heard };
    };
    if (verdict === null) {
      if (open) tell('resolved', open.verdict);
    } else if (verdict === 'healthy') {
      if (open && last(policy.successThreshold, (one) => one === 'healthy')) tell('resolved', verdict);
    } else if (!open) {
      if (last(policy.failureThreshold, (one) => one !== null && one !== 'healthy')) tell('opened', verdict);
    } else if (verdict !== open.verdict && last(holdOf(verdict, open.heard, policy), (one) => one === verdict)) {
      tell('updated', verdict);
    } else if (policy.remindEveryMs !== null && at - open.toldAt >= policy.remindEveryMs) {
      tell('reminder', verdict);
    }
  }
  return told;
}
