/** The published incidents: fixed titles and texts, and the posts about them. */

import { describeDuration } from '../../core/words/duration';
import { shortDigest } from '../../core/words/short-digest';
import {
  groupsOf,
  type IncidentSources,
  isOld,
  longestDownMs,
  type Member,
  namesOf,
  shownSince,
} from './incident-groups';
import { listed } from './listed';
import type { PostStatus } from './post';
import type { PublicIncident, PublicIncidentStatus, PublicUpdate } from './public-status';
import type { PageComponent } from './status-page';

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
  const isOpen = members.some(({ incident }) => incident.over === null);
  const words = wordsOf(members, page.components);
  const startedAt = Math.min(...members.map(({ incident }) => incident.openedAt));
  const resolvedAt = isOpen ? null : Math.max(...members.map(({ incident }) => incident.over?.at ?? 0));
  const written = writtenAbout(members, id);
  const before = [
    ...(isOutage ? outageFacts(members, page.components) : degradedFacts(members, page.components)),
    ...written.filter(({ status }) => status !== 'postmortem'),
  ].sort((left, right) => left.at - right.at);
  const ended =
    resolvedAt === null ? [] : [ending(members, page.components, Math.max(resolvedAt, before.at(-1)?.at ?? 0))];
  const after = written.filter(({ status }) => status === 'postmortem');
  const updates = withStatuses([...before, ...ended, ...after], id);
  const last = updates.at(-1);
  const visible = members.map((member) => shownSince(member, page.minDurationMs));
  return {
    id,
    title: `${words.subject} ${isOutage ? 'not available' : 'degraded'}`,
    sentence: sentenceOf(members, page.components, isOutage),
    impact: isOutage ? 'major' : 'minor',
    status: last?.status ?? 'investigating',
    components: ids.filter((_, index) => members.some(({ component }) => component === index)),
    startedAt,
    until: null,
    resolvedAt,
    downMs: resolvedAt === null ? null : longestDownMs(members, now),
    updatedAt: Math.max(last?.at ?? startedAt, ...visible),
    updates: updates.toReversed(),
  };
}

interface Words {
  readonly subject: string;
  readonly isOne: boolean;
}

function wordsOf(members: readonly Member[], components: readonly PageComponent[]): Words {
  const names = namesOf(members, components);
  const subject = listed(names);
  return { subject: subject.charAt(0).toUpperCase() + subject.slice(1), isOne: names.length === 1 };
}

/** Returns the current status; for an open incident, only about the members that are not over. */
function sentenceOf(members: readonly Member[], components: readonly PageComponent[], isOutage: boolean): string {
  const open = members.filter(({ incident }) => incident.over === null);
  const { subject, isOne } = wordsOf(open.length === 0 ? members : open, components);
  const what = isOutage ? 'not available' : 'degraded';
  if (open.length === 0) return `${subject} ${isOne ? 'was' : 'were'} ${what}`;
  const isRecovering = isOutage && open.every(({ incident }) => incident.failing === null);
  return `${subject} ${isOne ? 'is' : 'are'} ${isRecovering ? 'recovering' : what}`;
}

interface Draft {
  readonly id?: string;
  readonly status: PostStatus | 'resolved' | null;
  readonly text: string;
  readonly at: number;
}

/** Returns the written texts; the same text about several members appears once. */
function writtenAbout(members: readonly Member[], id: string): readonly Draft[] {
  const all = members.flatMap(({ posts }) => posts).toSorted((left, right) => left.at - right.at);
  const each = all.filter(
    ({ text, status }, index) => all.findIndex((other) => other.text === text && other.status === status) === index,
  );
  return each.map(({ text, status, at }, index) => {
    const nth = each.slice(0, index).filter((earlier) => earlier.at === at).length;
    return { id: shortDigest(`${id} post ${at} ${nth}`), text, status, at };
  });
}

function degradedFacts(members: readonly Member[], components: readonly PageComponent[]): readonly Draft[] {
  const { subject, isOne } = wordsOf(members, components);
  const text = `${subject} ${isOne ? 'is' : 'are'} degraded: some requests are slow, or fail.`;
  return [{ status: 'investigating', text, at: beginningOf(members) }];
}

function beginningOf(members: readonly Member[]): number {
  return Math.min(...members.map(({ incident }) => incident.openedAt));
}

/** Returns an outage's updates: its beginning and, while it is open, recovered services, and whether the others recover or failed again. */
function outageFacts(members: readonly Member[], components: readonly PageComponent[]): readonly Draft[] {
  const { subject, isOne } = wordsOf(members, components);
  const begun: Draft = {
    status: 'investigating',
    text: `${subject} ${isOne ? 'is' : 'are'} not available.`,
    at: beginningOf(members),
  };
  const open = members.filter(({ incident }) => incident.over === null);
  if (open.length === 0) return [begun];
  return [begun, ...endsWithin(members, components), ...courseOf(open, components)];
}

/** Returns updates about services that are available again while others are not. */
function endsWithin(members: readonly Member[], components: readonly PageComponent[]): readonly Draft[] {
  const ends = new Set(members.flatMap(({ incident }) => incident.over?.at ?? []));
  return [...ends].map((at) => {
    const over = members.filter(({ incident }) => incident.over?.at === at);
    return { status: null, text: availableAgain(over, components, at), at };
  });
}

function courseOf(open: readonly Member[], components: readonly PageComponent[]): readonly Draft[] {
  const failing = open.filter(({ incident }) => incident.failing !== null);
  if (failing.length === 0) {
    const { subject, isOne } = wordsOf(open, components);
    const text = `${subject} ${isOne ? 'is' : 'are'} available again, and being watched.`;
    return [{ status: 'monitoring', text, at: Math.max(...open.map(({ incident }) => incident.recovery?.since ?? 0)) }];
  }
  const again = failing.filter(({ incident }) => incident.failures > 1);
  if (again.length === 0) return [];
  const { subject, isOne } = wordsOf(again, components);
  const text = `${subject} ${isOne ? 'has' : 'have'} failed again.`;
  return [
    { status: 'investigating', text, at: Math.max(...again.map(({ incident }) => incident.failing?.since ?? 0)) },
  ];
}

function ending(members: readonly Member[], components: readonly PageComponent[], at: number): Draft {
  if (members.some(({ incident }) => incident.kind === 'outage'))
    return { status: 'resolved', text: availableAgain(members, components, at), at };
  const { subject, isOne } = wordsOf(members, components);
  return { status: 'resolved', text: `${subject} ${isOne ? 'is' : 'are'} no longer degraded.`, at };
}

function availableAgain(members: readonly Member[], components: readonly PageComponent[], at: number): string {
  const { subject, isOne } = wordsOf(members, components);
  const length = describeDuration(longestDownMs(members, at));
  const down = members.length === 1 ? `It was down for ${length}.` : `They were down for up to ${length}.`;
  return `${subject} ${isOne ? 'is' : 'are'} available again. ${down}`;
}

/** Adds statuses: an update without one leaves the status unchanged. */
function withStatuses(drafts: readonly Draft[], incident: string): readonly PublicUpdate[] {
  let now: PublicIncidentStatus = 'investigating';
  const ids = new Set<string>();
  return drafts.map(({ id, status, text, at }) => {
    now = status ?? now;
    const base = `${incident} ${now} ${at}`;
    const own = id ?? shortDigest(ids.has(base) ? `${base} again` : base);
    ids.add(base);
    return { id: own, status: now, text, at, isWritten: id !== undefined };
  });
}
