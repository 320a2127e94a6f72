/** The clue that only a whole run gives: other services fail since the same time, all of one group, all at one address. */

import type { ClueDocument } from '../clue/clue-document';
import { openOutage } from '../incident/incident';
import type { ServiceState } from '../state/service-state';
import { timeOfDay } from '../words/duration';
import type { Group } from './groups';
import { sharedGroup } from './shared-group';

/** Services that began to fail within this time of each other may have one cause, in milliseconds. */
const SAME_TIME_MS = 120_000;

interface Failing {
  readonly id: string;
  readonly since: number;
  readonly address: string | null;
}

/**
 * The clue to the outages of a group; `null` if no other service fails since the same time, and nothing new is known of those of
 * the group. `states` are those of all services that the run has asked, `groups` the group of each that has one. An address is named only if no service there is well.
 */
export function othersClue(
  group: Group,
  states: ReadonlyMap<string, ServiceState>,
  groups: ReadonlyMap<string, string>,
): ClueDocument | null {
  const [{ pending }] = group;
  if (pending.alert.kind !== 'outage' || pending.alert.event === 'resolved') return null;
  const openings = group.map((one) => Date.parse(one.pending.alert.openedAt));
  const ids = new Set(group.map(({ service }) => service));
  const failing = [...states].flatMap(([id, state]) => failingOf(id, state));
  const own = failing.filter(({ id }) => ids.has(id));
  const others = failing.filter(
    ({ id, since }) => !ids.has(id) && openings.some((openedAt) => Math.abs(since - openedAt) <= SAME_TIME_MS),
  );
  const address = own.length === group.length ? addressOf([...own, ...others], states) : null;
  if (others.length === 0 && (group.length === 1 || address === null)) return null;
  const began = Math.min(...others.map(({ since }) => since), ...openings);
  const at = new Date(began).toISOString();
  const place = address === null ? '' : `all on ${address}`;
  if (others.length === 0) return { code: 'others_failing', at, message: `they are ${place}` };
  const [more, fail] = others.length === 1 ? ['1 more service', 'fails'] : [`${others.length} more services`, 'fail'];
  const shared = sharedGroup([...ids, ...others.map(({ id }) => id)], groups);
  const message = [
    `${more} ${fail} since ${timeOfDay(began)}`,
    ...(shared === null ? [] : [`all in ${shared}`]),
    ...(place === '' ? [] : [place]),
  ].join(', ');
  return { code: 'others_failing', at, message };
}

function failingOf(id: string, state: ServiceState): readonly Failing[] {
  const { latest, pending } = state;
  const since = (openOutage(state)?.failing ?? pending)?.since;
  if (since === undefined || latest === null || latest.kind === 'healthy') return [];
  return [{ id, since, address: latest.remoteAddress ?? null }];
}

/** The address that all of them have, and no service that is well; otherwise `null`. */
function addressOf(failing: readonly Failing[], states: ReadonlyMap<string, ServiceState>): string | null {
  const address = failing[0]?.address ?? null;
  if (address === null || failing.some((one) => one.address !== address)) return null;
  const isWellThere = ({ latest }: ServiceState) => latest?.kind === 'healthy' && latest.remoteAddress === address;
  return [...states.values()].some(isWellThere) ? null : address;
}
