/** Makes what is published of what is known. */

import { type PageComponent, type StatusPage, slugOf } from '../../config/status-page';
import type { Silence } from '../../notify/silences/silence';
import { shortDigest } from '../../words/short-digest';
import { combinedState, serviceStateOf } from './component-state';
import { type IncidentSources, incidentsOf, publishableIncidents } from './public-incidents';
import type { PublicComponent, PublicFacts, PublicIncident, PublicMaintenance } from './public-status';

/** How long ahead maintenance is announced, and how long after its end it is listed, in milliseconds. */
const AHEAD_MS = 14 * 86_400_000;
const PAST_MS = 7 * 86_400_000;

export interface FactSources extends IncidentSources {
  readonly page: StatusPage;
  /** The address of the page. */
  readonly url: string;
  readonly intervalMs: number;
}

/** The same for the same sources until something happens, or a window of maintenance begins or ends. */
export function publicFacts(sources: FactSources): PublicFacts {
  const { page, url, planned, now } = sources;
  const windows = planned(now, now);
  const components = page.components.map((component) => publicComponent(component, windows, sources));
  const incidents = page.components
    .flatMap((component, index) => incidentsOf(component, components[index]?.id ?? '', sources))
    .sort((left, right) => right.startedAt - left.startedAt || (left.id < right.id ? -1 : 1));
  const maintenances = maintenancesOf(sources, components);
  const known = { title: page.title, url, components, incidents, maintenances };
  return { ...known, updatedAt: updatedAt(known, now) };
}

function publicComponent(component: PageComponent, windows: readonly Silence[], sources: FactSources): PublicComponent {
  const { name, heading: group, services } = component;
  const { states, intervalMs, now } = sources;
  const each = services.map((service) => {
    const state = states.get(service) ?? null;
    const incidents = state === null ? [] : publishableIncidents(service, state, sources);
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

/** Of each window the time that holds now or comes next, and those that are just over. Its name is for the operators. */
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
      const begunOrNot = from <= now ? 'in_progress' : 'scheduled';
      const status = until <= now ? 'completed' : begunOrNot;
      const title = `Maintenance of ${listed(named.map(({ name }) => name))}`;
      return [{ id: shortDigest(`maintenance ${from} ${ids}`), title, components: ids, from, until, status } as const];
    })
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index)
    .sort((left, right) => left.from - right.from);
}

/** More names are a number. */
const MOST_NAMED = 3;

function listed(names: readonly string[]): string {
  if (names.length === 1 || names.length > MOST_NAMED)
    return names.length === 1 ? String(names[0]) : `${names.length} services`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Follows from the times of what has happened: no process has to remember it, and two find the same. */
function updatedAt({ components, incidents, maintenances }: Omit<PublicFacts, 'updatedAt'>, now: number): number {
  const times = [
    ...components.flatMap(({ since, knownSince }) => [since, knownSince]),
    ...incidents.map((incident: PublicIncident) => incident.updatedAt),
    ...maintenances.flatMap(({ from, until }) => [from, until]),
  ];
  return times.reduce<number>((last, time) => (time !== null && time <= now && time > last ? time : last), 0);
}
