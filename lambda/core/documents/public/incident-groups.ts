/** The incidents that a page may show, and which of them began together: those are published as one. */

import type { ConditionCode } from '../../conditions/conditions';
import type { PageComponent, StatusPage } from '../../config/status-page';
import { distinctIncidents, downMsOf, type Incident } from '../../incident/incident';
import type { Planner } from '../../silences/maintenance';
import { covers } from '../../silences/silence';
import type { ServiceState } from '../../state/service-state';
import { type IncidentPost, type Post, PUBLISHED_MS } from './post';

/** The conditions that those notice who use a service. All others are the operators' business. */
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

/** An incident of a service of the page. */
export interface Member {
  readonly incident: Incident;
  readonly service: string;
  /** The position of its component on the page, and of its service within the component. */
  readonly component: number;
  readonly place: number;
  /** What people have written about it, oldest first. */
  readonly posts: readonly IncidentPost[];
  /** Whether the page shows it. */
  readonly isShown: boolean;
}

/** The incidents of a service that may be published: those that lie within planned maintenance are not. */
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

/** The incidents of all services of the page that visitors could notice, by their component and its services. */
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

/** How long it has lasted: up to its recovery, if it recovers. What is once long enough stays so. */
function lengthOf({ openedAt, over, recovery }: Incident, now: number): number {
  return (over?.at ?? recovery?.since ?? now) - openedAt;
}

/** When the page began to show it. */
export function shownSince({ incident, posts: [first] }: Member, minDurationMs: number): number {
  const since = incident.openedAt + minDurationMs;
  return first === undefined ? since : Math.min(since, first.at);
}

/** Incidents that began within so many intervals, or milliseconds, of the first of them began together. */
const TOGETHER_INTERVALS = 2;
const TOGETHER_MS = 120_000;

/**
 * The incidents that began together, those that are not shown among them: the first of a group, which names it, stays the first. It is the incident that was
 * noticed first, since none that is noticed later comes before it. A service is in a group once.
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

/** How long the worst of them was down, without the times in between, in milliseconds. */
export function longestDownMs(members: readonly Member[], now: number): number {
  return Math.max(0, ...members.map(({ incident }) => downMsOf(incident, now)));
}

/** The public names of what is affected, as the parts of a sentence: a service of several is a part of its component. */
export function namesOf(members: readonly Member[], components: readonly PageComponent[]): readonly string[] {
  return components.flatMap(({ name, services }, index) => {
    const affected = new Set(members.filter(({ component }) => component === index).map(({ place }) => place));
    if (affected.size === 0) return [];
    return [affected.size === services.length ? name : `a part of ${name}`];
  });
}
