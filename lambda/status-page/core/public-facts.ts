/** Makes the published facts from a deployment's states. */

import type { Silence } from '../../core/silences/silence';
import { shortDigest } from '../../core/words/short-digest';
import { listed } from '../../core/words/shown-value';
import { announcedIncidents, plannedWork, statusAt } from './announcements';
import { combinedState, serviceStateOf } from './component-state';
import { type IncidentSources, isOld, type Member, membersOf } from './incident-groups';
import { publicIncidents } from './public-incidents';
import type { PublicComponent, PublicFacts, PublicMaintenance } from './public-status';
import { MOST_NAMED, type PageComponent, slugOf } from './status-page';

/** How far ahead maintenance is announced, and how long it is listed after its end, in milliseconds. */
const AHEAD_MS = 14 * 86_400_000;
const PAST_MS = 7 * 86_400_000;

export interface FactSources extends IncidentSources {
  /** The address of the page. */
  readonly url: string;
}

/** Returns the published facts. They stay the same until something happens, or a maintenance window begins or ends. */
export function publicFacts(sources: FactSources): PublicFacts {
  const { page, url, planned, posts, now } = sources;
  const { title, logo, favicon, support } = page;
  const windows = planned(now, now);
  const members = membersOf(sources);
  const components = page.components.map((component, index) => {
    const own = members.filter((member) => member.component === index);
    return publicComponent(component, own, windows, sources);
  });
  const ids = components.map(({ id }) => id);
  const incidents = [...publicIncidents(members, ids, sources), ...announcedIncidents(sources, ids)].sort(
    (left, right) => right.startedAt - left.startedAt || (left.id < right.id ? -1 : 1),
  );
  const maintenances = [...maintenancesOf(sources, components), ...plannedWork(sources, ids)].sort(
    (left, right) => left.from - right.from,
  );
  const hidden = posts.flatMap((post) => (post.kind === 'hidden' ? [post.at] : []));
  return {
    title,
    url,
    logo: logo?.url ?? null,
    favicon: favicon?.url ?? null,
    support,
    components,
    incidents,
    maintenances,
    updatedAt: lastChange({ components, incidents, maintenances }, hidden, now),
  };
}

function publicComponent(
  { name, heading: group, services }: PageComponent,
  members: readonly Member[],
  windows: readonly Silence[],
  { states, intervalMs, now }: FactSources,
): PublicComponent {
  const shown = members.filter(({ isShown, incident }) => isShown && !isOld(incident, now));
  const each = services.map((service) => {
    const state = states.get(service) ?? null;
    const incidents = shown.filter((member) => member.service === service).map(({ incident }) => incident);
    return serviceStateOf(service, { state, incidents, windows, intervalMs, now });
  });
  const first = services.flatMap((service) => states.get(service)?.history.since ?? []);
  const id = shortDigest(`component ${name}`);
  return {
    id,
    slug: slugOf(name) ?? id,
    name,
    group,
    ...combinedState(each),
    knownSince: first.length === 0 ? null : Math.min(...first),
  };
}

/** Returns the current or next occurrence of each window, and those that ended recently. A window's name is only for operators. */
function maintenancesOf(
  { page, planned, now }: FactSources,
  components: readonly PublicComponent[],
): readonly PublicMaintenance[] {
  const coming = planned(now, now + AHEAD_MS).filter(({ until }) => until > now);
  const next = coming.filter(({ id }, index) => coming.findIndex((other) => other.id === id) === index);
  const past = planned(now - PAST_MS, now).filter(({ until }) => until <= now);
  return [...past, ...next]
    .flatMap(({ services, from, until }) => {
      const named = components.filter((_, index) =>
        page.components[index]?.services.some((service) => services?.includes(service) ?? true),
      );
      if (named.length === 0) return [];
      const ids = named.map(({ id }) => id);
      const status = statusAt(now, from, until);
      const names = named.map(({ name }) => name);
      const title = `Maintenance of ${listed(names, MOST_NAMED)}`;
      const id = shortDigest(`maintenance ${from} ${ids}`);
      return [{ id, title, components: ids, announcedAt: from - AHEAD_MS, from, until, status, notes: [] }];
    })
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
}

/** Returns the time of the last change, from the facts alone, so nothing is stored. `hidden` holds the times when incidents were hidden. */
function lastChange(
  { components, incidents, maintenances }: Pick<PublicFacts, 'components' | 'incidents' | 'maintenances'>,
  hidden: readonly number[],
  now: number,
): number {
  const times = [
    ...components.flatMap(({ since, knownSince }) => [since, knownSince]),
    ...incidents.map((incident) => incident.updatedAt),
    ...maintenances.flatMap(({ announcedAt, from, until, notes }) => [
      announcedAt,
      from,
      until,
      ...notes.map(({ at }) => at),
    ]),
    ...hidden,
  ];
  return times.reduce<number>((last, time) => (time !== null && time <= now && time > last ? time : last), 0);
}
