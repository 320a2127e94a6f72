/** What the page of a deployment finds out for an address: of the table it reads what that shows, and no more. */

import type { Config } from './core/config/config';
import type { Address } from './core/documents/address';
import type { Known } from './core/documents/facts/known';
import { byUrgency, choose } from './core/documents/facts/listing';
import { spanOf } from './core/documents/facts/service-view';
import { timeShown } from './core/documents/facts/stories';
import { MOST_READ } from './core/invoke/page-function';
import {
  briefsOf,
  type FindPorts,
  findKnown,
  knownInBrief,
  NOTHING_BRIEF,
  silencesOf,
  type WatchedServices,
} from './find-known';

type PageServices = WatchedServices & Pick<Config, 'services'>;

/** Never rejects: if one source can't be read, `problems` says what is missing. `now` in milliseconds since 1970. */
export async function findPage(config: PageServices, address: Address, ports: FindPorts, now: number): Promise<Known> {
  const silences = silencesOf(ports, now);
  const isFleet = config.services.length > MOST_READ;
  const all = config.services.map(({ id }) => id);
  const briefs = isFleet || address.isWall ? await briefsOf(ports, now) : NOTHING_BRIEF;
  const inBrief = knownInBrief(config, briefs.value, now);
  const ids = address.isWall ? [] : isFleet ? readIds(inBrief, address) : all;
  const known = await findKnown(config, ids, { briefs, silences }, (read) => historyAt(read, address, ids), ports, now);
  if (!isFleet || address.of === 'services' || address.service !== null) return known;
  const problem = `of ${all.length} services these are the incidents of the ${ids.length} that need attention first: those of another one are in its details`;
  return { ...known, problems: [...known.problems, problem] };
}

/** Of a fleet. */
function readIds(inBrief: Known, address: Address): readonly string[] {
  const { services } = inBrief;
  const own = services.filter(({ service }) => service.id === address.service);
  if (address.service !== null) return own.map(({ service }) => service.id);
  const listed = address.of === 'services' ? choose(inBrief, address).services : [];
  const first = [...new Set([...listed, ...byUrgency(inBrief, services)])].slice(0, MOST_READ);
  return first.map(({ service }) => service.id);
}

/** Whose histories are read, and of which time; `null` if the last checks are all that is shown. */
function historyAt(known: Known, address: Address, ids: readonly string[]) {
  const span = spanOf(
    timeShown(() => known, address),
    known.now,
  );
  if (span.kind === 'checks') return null;
  const { service, sort } = address;
  const sortsByFigures = sort === 'slowest' || sort === 'availability';
  const shown = sortsByFigures ? ids : choose(known, address).services.map(({ service: { id } }) => id);
  return {
    services: service === null ? shown.filter((id) => ids.includes(id)) : [service],
    from: span.from,
    to: span.to,
  };
}
