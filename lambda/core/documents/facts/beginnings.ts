/** When and where the services that are down began to fail. */

import { summaryStateOf } from '../state';
import { iso } from '../words/format';
import type { DeploymentFacts, ServiceFacts } from './deployment-facts';
import { startOfState, stateOf } from './service-view';
import { shownAs } from './shown-state';

/** Services that began to fail within this many intervals of each other failed at once. */
export const AT_ONCE_INTERVALS = 1.5;

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface BeginningsDocument {
  /** The words before the time of the first: `all down since`, `one after the other, from`. */
  readonly text: string;
  readonly from: string;
  /** The last beginning if they did not begin at once; otherwise `null`. */
  readonly to: string | null;
  /** The service that failed first, if it alone did; otherwise `null`. */
  readonly first: string | null;
  /** The group that most of them are in, like `3 in payments`; `null` if none stands out. */
  readonly group: string | null;
}

/** Returns the beginnings; `null` if fewer than two services are down. */
export function beginningsOf(known: DeploymentFacts): BeginningsDocument | null {
  const down = known.services.filter((service) => summaryStateOf(shownAs(known, service)) === 'down');
  const found = down
    .map((service) => ({
      service: service.service.id,
      at: startOfState(stateOf(known, service), service) ?? known.now,
    }))
    .sort((left, right) => left.at - right.at);
  const [first, second] = found;
  const last = found.at(-1);
  if (first === undefined || second === undefined || last === undefined) return null;
  const areAtOnce = last.at - first.at <= AT_ONCE_INTERVALS * known.intervalMs;
  return {
    text: areAtOnce ? 'all down since' : 'one after the other, from',
    from: iso(first.at),
    to: areAtOnce ? null : iso(last.at),
    first: second.at - first.at < known.intervalMs / 2 ? null : first.service,
    group: groupOf(down),
  };
}

function groupOf(down: readonly ServiceFacts[]): string | null {
  const counts = new Map<string, number>();
  for (const { service } of down)
    if (service.group !== null) counts.set(service.group, (counts.get(service.group) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, left], [, right]) => right - left);
  if (first === undefined || first[1] < 2 || first[1] <= down.length / 2 || first[1] === second?.[1]) return null;
  return `${first[1] === down.length ? 'all' : first[1]} in ${first[0]}`;
}
