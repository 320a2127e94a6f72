/** The published incidents: fixed titles and texts, and the posts about them. */

import { describeDuration } from '../../core/words/duration';
import { shortDigest } from '../../core/words/short-digest';
import { listed } from '../../core/words/shown-value';
import { groupsOf, type IncidentSources, isOld, longestDownMs, type Member, shownSince } from './incident-groups';
import type { Update } from './post';
import type { PublicIncident, PublicIncidentStatus, PublicUpdate } from './public-status';
import { MOST_NAMED, type PageComponent } from './status-page';

/** Returns the published incidents. Incidents that began together become one; `ids` are the components' ids. */
export function publicIncidents(
  members: readonly Member[],
  ids: readonly string[],
  sources: IncidentSources,
): readonly PublicIncident[] {
  return groupsOf(members, sources.intervalMs).flatMap((group) => {
    const shown = group.filter(({ isShown }) => isShown);
    const [first] = group;
    if (first === undefined || shown.length === 0) return [];
    if (shown.every(({ incident }) => isOld(incident, sources.now))) return [];
    return [publicIncident(shown, { id: idOf(first, members, sources), ids, sources })];
  });
}

/**
 * Returns an id made only from the public name, the beginning and positions, so that nobody can find private names by guessing. The
 * service's position in its component keeps it the same when another service of the component has an incident that began at the same time.
 */
function idOf(first: Member, members: readonly Member[], { page }: IncidentSources): string {
  const { incident, component, place } = first;
  const name = page.components[component]?.name;
  const alike = members.filter(
    (member) =>
      member.component === component && member.place === place && member.incident.openedAt === incident.openedAt,
  );
  return shortDigest(`incident ${name} ${incident.openedAt} ${place} ${alike.indexOf(first)}`);
}

interface Naming {
  readonly id: string;
  readonly ids: readonly string[];
  readonly sources: IncidentSources;
}

function publicIncident(members: readonly Member[], { id, ids, sources }: Naming): PublicIncident {
  const { now, page } = sources;
  const isOutage = members.some(({ incident }) => incident.kind === 'outage');
  const open = members.filter(({ incident }) => incident.over === null);
  const startedAt = Math.min(...members.map(({ incident }) => incident.openedAt));
  const resolvedAt = open.length > 0 ? null : Math.max(...members.map(({ incident }) => incident.over?.at ?? 0));
  const { subject, are, were } = wordsOf(members, page.components);
  const what = isOutage ? 'not available' : 'degraded';
  const written = writtenDrafts(
    members.flatMap(({ posts }) => posts).toSorted((left, right) => left.at - right.at),
    id,
  );
  const begun: Draft = {
    status: 'investigating',
    text: isOutage
      ? `${subject} ${are} not available.`
      : `${subject} ${are} degraded: some requests are slow, or fail.`,
    at: startedAt,
  };
  const course = isOutage && open.length > 0 ? courseOf(members, open, page.components) : [];
  const before = [begun, ...course, ...written.filter(({ status }) => status !== 'postmortem')].sort(
    (left, right) => left.at - right.at,
  );
  const ended: readonly Draft[] =
    resolvedAt === null
      ? []
      : [
          {
            status: 'resolved',
            text: isOutage
              ? availableAgain(members, page.components, resolvedAt)
              : `${subject} ${are} no longer degraded.`,
            at: Math.max(resolvedAt, before.at(-1)?.at ?? 0),
          },
        ];
  const updates = withStatuses([...before, ...ended, ...written.filter(({ status }) => status === 'postmortem')], id);
  const [last] = updates;
  return {
    id,
    title: `${subject} ${what}`,
    sentence: resolvedAt === null ? presentOf(open, page.components, what) : `${subject} ${were} ${what}`,
    impact: isOutage ? 'major' : 'minor',
    status: last.status,
    components: ids.filter((_, index) => members.some(({ component }) => component === index)),
    startedAt,
    until: null,
    resolvedAt,
    downMs: resolvedAt === null ? null : longestDownMs(members, now),
    updatedAt: Math.max(last.at, ...members.map((member) => shownSince(member, page.minDurationMs))),
    updates,
  };
}

/** Returns the public names of the affected components as the subject of a sentence, with `a part of` if only some services are affected. */
function wordsOf(members: readonly Member[], components: readonly PageComponent[]) {
  const names = components.flatMap(({ name, services }, index) => {
    const affected = new Set(members.filter(({ component }) => component === index).map(({ place }) => place));
    if (affected.size === 0) return [];
    return [affected.size === services.length ? name : `a part of ${name}`];
  });
  const subject = listed(names, MOST_NAMED);
  const verbs =
    names.length === 1 ? { are: 'is', were: 'was', have: 'has' } : { are: 'are', were: 'were', have: 'have' };
  return { subject: subject.charAt(0).toUpperCase() + subject.slice(1), ...verbs };
}

/** Returns how the open incidents are now, such as `Cart is recovering`. */
function presentOf(open: readonly Member[], components: readonly PageComponent[], what: string): string {
  const { subject, are } = wordsOf(open, components);
  const isRecovering = open.every(({ incident: { kind, failing } }) => kind === 'outage' && failing === null);
  return `${subject} ${are} ${isRecovering ? 'recovering' : what}`;
}

/** Returns the updates of an open outage: recovered services, and whether the others recover or have failed again. */
function courseOf(
  members: readonly Member[],
  open: readonly Member[],
  components: readonly PageComponent[],
): readonly Draft[] {
  const ends = new Set(members.flatMap(({ incident }) => incident.over?.at ?? []));
  const recovered = [...ends].map((at): Draft => {
    const over = members.filter(({ incident }) => incident.over?.at === at);
    return { status: null, text: availableAgain(over, components, at), at };
  });
  const failing = open.filter(({ incident }) => incident.failing !== null);
  if (failing.length === 0) {
    const { subject, are } = wordsOf(open, components);
    const at = Math.max(...open.map(({ incident }) => incident.recovery?.since ?? 0));
    return [...recovered, { status: 'monitoring', text: `${subject} ${are} available again, and being watched.`, at }];
  }
  const again = failing.filter(({ incident }) => incident.failures > 1);
  if (again.length === 0) return recovered;
  const { subject, have } = wordsOf(again, components);
  const at = Math.max(...again.map(({ incident }) => incident.failing?.since ?? 0));
  return [...recovered, { status: 'investigating', text: `${subject} ${have} failed again.`, at }];
}

function availableAgain(members: readonly Member[], components: readonly PageComponent[], at: number): string {
  const { subject, are } = wordsOf(members, components);
  const length = describeDuration(longestDownMs(members, at));
  const down = members.length === 1 ? `It was down for ${length}.` : `They were down for up to ${length}.`;
  return `${subject} ${are} available again. ${down}`;
}

/** An update before it has a status. Only a written one has its id already. */
export interface Draft {
  readonly id?: string;
  /** `null` to leave the status unchanged. */
  readonly status: PublicIncidentStatus | null;
  readonly text: string;
  readonly at: number;
}

/** Returns the written texts, oldest first; the same text about several incidents appears once. */
export function writtenDrafts(posts: readonly Update[], id: string): readonly Draft[] {
  const each = posts.filter(
    ({ text, status, incident }, index) =>
      !posts
        .slice(0, index)
        .some((other) => other.incident !== incident && other.text === text && other.status === status),
  );
  return each.map(({ text, status, at }, index) => {
    const nth = each.slice(0, index).filter((earlier) => earlier.at === at).length;
    return { id: shortDigest(`${id} post ${at} ${nth}`), text, status, at };
  });
}

/** Returns the updates of an incident, the newest first, from at least one draft. */
export function withStatuses(drafts: readonly Draft[], incident: string) {
  let now: PublicIncidentStatus = 'investigating';
  const ids = new Set<string>();
  const updates = drafts.map(({ id, status, text, at }): PublicUpdate => {
    now = status ?? now;
    const base = `${incident} ${now} ${at}`;
    const own = id ?? shortDigest(ids.has(base) ? `${base} again` : base);
    ids.add(base);
    return { id: own, status: now, text, at, isWritten: id !== undefined };
  });
  return updates.toReversed() as [PublicUpdate, ...PublicUpdate[]];
}
