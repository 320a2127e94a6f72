/** The incidents that a page may show, grouped by beginning: incidents that began together are published as one. */

import type { ConditionCode } from '../../core/conditions/conditions';
import { distinctIncidents, downMsOf, type Incident } from '../../core/incident/incident';
import type { Planner } from '../../core/silences/maintenance';
import { covers } from '../../core/silences/silence';
import type { ServiceState } from '../../core/state/service-state';
import { type Post, PUBLISHED_MS, type Update } from './post';
import type { StatusPage } from './status-page';

/** The conditions that a service's users notice. The others concern only operators. */
const NOTICED: readonly ConditionCode[] = ['slow', 'half_answers'];

export interface IncidentSources {
  readonly page: StatusPage;
  readonly states: ReadonlyMap<string, ServiceState>;
  readonly posts: readonly Post[];
  readonly planned: Planner;
  readonly intervalMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An incident of a service on the page. */
export interface Member {
  readonly incident: Incident;
  readonly service: string;
  /** The position of its component on the page, and of its service in the component. */
  readonly component: number;
  readonly place: number;
  /** Posts about it, oldest first. */
  readonly posts: readonly Update[];
  /** Whether the page shows it. */
  readonly isShown: boolean;
}

/** Returns the incidents of a service that may be published: recent, noticed by users, and outside planned maintenance. */
export function publishableIncidents(
  service: string,
  state: ServiceState,
  { planned, now }: Pick<IncidentSources, 'planned' | 'now'>,
): readonly Incident[] {
  return distinctIncidents(state).filter(
    (incident) => isNoticed(incident) && !isOld(incident, now) && !isPlanned(incident, service, planned, now),
  );
}

function isNoticed({ kind, reason }: Incident): boolean {
  return kind === 'outage' || (kind === 'condition' && NOTICED.some((code) => code === reason));
}

export function isOld({ over }: Incident, now: number): boolean {
  return over !== null && over.at <= now - PUBLISHED_MS;
}

function isPlanned({ openedAt, over }: Incident, service: string, planned: Planner, now: number): boolean {
  return planned(openedAt, openedAt).some((window) => covers(window, service) && (over?.at ?? now) <= window.until);
}

/** Returns the incidents that visitors could notice, for all services on the page, in the order of components and services. */
export function membersOf(sources: IncidentSources): readonly Member[] {
  return sources.page.components.flatMap((page, component) =>
    page.services.flatMap((service, place) => {
      const state = sources.states.get(service);
      if (state === undefined) return [];
      return distinctIncidents(state)
        .filter(isNoticed)
        .map((incident) => memberOf(incident, { service, component, place }, sources));
    }),
  );
}

function memberOf(
  incident: Incident,
  at: Pick<Member, 'service' | 'component' | 'place'>,
  { page, posts, planned, now }: IncidentSources,
): Member {
  const own = posts.filter(
    (post) =>
      (post.kind === 'update' || post.kind === 'hidden') &&
      post.service === at.service &&
      post.incident === incident.id,
  );
  const isHidden = own.some(({ kind }) => kind === 'hidden');
  const texts = own.flatMap((post) => (post.kind === 'update' ? [post] : []));
  const isNews = texts.length > 0 || lengthOf(incident, now) >= page.minDurationMs;
  return {
    ...at,
    incident,
    posts: texts,
    isShown: isNews && !isHidden && !isPlanned(incident, at.service, planned, now),
  };
}

/** Returns how long an incident has lasted, up to the start of its recovery. An incident that was long enough stays so. */
function lengthOf({ openedAt, over, recovery }: Incident, now: number): number {
  return (over?.at ?? recovery?.since ?? now) - openedAt;
}

/** Returns when the page began to show an incident. */
export function shownSince({ incident, posts: [first] }: Member, minDurationMs: number): number {
  const since = incident.openedAt + minDurationMs;
  return first === undefined ? since : Math.min(since, first.at);
}

/** Incidents that began within this many intervals, or milliseconds, after the first one began together. */
const TOGETHER_INTERVALS = 2;
const TOGETHER_MS = 120_000;

/**
 * Groups the incidents that began together, including those that are not shown. The first of a group names it and stays the first: it
 * was noticed first, and none that is noticed later comes before it. A service is in a group only once.
 */
export function groupsOf(members: readonly Member[], intervalMs: number): readonly (readonly Member[])[] {
  const withinMs = Math.max(TOGETHER_MS, TOGETHER_INTERVALS * intervalMs);
  const groups: Member[][] = [];
  for (const member of members.toSorted(byNotice)) {
    const group = groups.findLast(
      ([first]) => first !== undefined && isTogether(first.incident, member.incident, withinMs),
    );
    if (group === undefined || group.some(({ service }) => service === member.service)) groups.push([member]);
    else group.push(member);
  }
  return groups;
}

function byNotice(left: Member, right: Member): number {
  return (
    left.incident.noticedAt - right.incident.noticedAt ||
    left.component - right.component ||
    left.place - right.place ||
    left.incident.openedAt - right.incident.openedAt
  );
}

function isTogether(first: Incident, { kind, openedAt }: Incident, withinMs: number): boolean {
  return first.kind === kind && Math.abs(openedAt - first.openedAt) <= withinMs;
}

/** Returns how long the worst of them was down in total, in milliseconds. */
export function longestDownMs(members: readonly Member[], now: number): number {
  return Math.max(0, ...members.map(({ incident }) => downMsOf(incident, now)));
}
