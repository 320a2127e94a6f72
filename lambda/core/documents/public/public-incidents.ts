/** The incidents that are published: titles and texts of our own, and the posts about them. */

import type { PageComponent } from '../../config/status-page';
import { distinctIncidents, downMsOf, type Incident } from '../../incident/incident';
import type { Planner } from '../../notify/silences/maintenance';
import { covers } from '../../notify/silences/silence';
import type { ServiceState } from '../../state/service-state';
import type { ConditionCode } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { shortDigest } from '../../words/short-digest';
import { type Post, type PostStatus, PUBLISHED_MS } from './post';
import type { PublicIncident, PublicIncidentStatus, PublicUpdate } from './public-status';

/** The conditions that those notice who use a service. All others are the operators' business. */
const NOTICED: readonly ConditionCode[] = ['slow', 'half_answers'];

export interface IncidentSources {
  readonly states: ReadonlyMap<string, ServiceState>;
  readonly posts: readonly Post[];
  readonly planned: Planner;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The incidents of a service that are ever published: those that lie within planned maintenance are not. */
export function publishableIncidents(
  service: string,
  state: ServiceState,
  { planned, now }: Pick<IncidentSources, 'planned' | 'now'>,
): readonly Incident[] {
  const isWithin = ({ openedAt, over }: Incident) =>
    planned(openedAt, openedAt).some((window) => covers(window, service) && (over?.at ?? now) <= window.until);
  return distinctIncidents(state).filter(
    (incident) => isNoticed(incident) && isPublished(incident, now) && !isWithin(incident),
  );
}

function isNoticed({ kind, reason }: Incident): boolean {
  return kind === 'outage' || (kind === 'condition' && NOTICED.some((code) => code === reason));
}

function isPublished({ over }: Incident, now: number): boolean {
  return over === null || over.at > now - PUBLISHED_MS;
}

export function incidentsOf(component: PageComponent, id: string, sources: IncidentSources): readonly PublicIncident[] {
  return component.services.flatMap((service, place) => {
    const state = sources.states.get(service);
    if (state === undefined) return [];
    return publishableIncidents(service, state, sources).map((incident, index, all) => {
      const posts = sources.posts.filter((post) => post.service === service && post.incident === incident.id);
      const nth = all.slice(0, index).filter(({ openedAt }) => openedAt === incident.openedAt).length;
      const publicId = shortDigest(`incident ${component.name} ${incident.openedAt} ${place} ${nth}`);
      return publicIncident(incident, { publicId, component: id, posts, ...wordsOf(component) });
    });
  });
}

interface PublishedIncident extends Words {
  /**
   * Made of the public name, the beginning, and positions alone: whoever knows it learns nothing by trying words. The position of the
   * service within its component keeps it the same when another service of the component has an incident that began at the same time.
   */
  readonly publicId: string;
  readonly component: string;
  readonly posts: readonly Post[];
}

interface Words {
  readonly subject: string;
}

/** A service of a group is not named: it is a part of it. */
function wordsOf({ name, services }: PageComponent): Words {
  return { subject: services.length > 1 ? `A part of ${name}` : name };
}

function publicIncident(incident: Incident, published: PublishedIncident): PublicIncident {
  const { kind, openedAt, over } = incident;
  const id = published.publicId;
  const isOutage = kind === 'outage';
  const checked = facts(incident, published);
  const written = published.posts.map(({ text, status, at }, index, all) => {
    const nth = all.slice(0, index).filter((earlier) => earlier.at === at).length;
    return { id: shortDigest(`${id} post ${at} ${nth}`), text, status, at };
  });
  const before = [...checked, ...written.filter(({ status }) => status !== 'postmortem')].sort(
    (left, right) => left.at - right.at,
  );
  const resolved = over === null ? [] : [ending(incident, published, Math.max(over.at, before.at(-1)?.at ?? over.at))];
  const after = written.filter(({ status }) => status === 'postmortem');
  const updates = withStatuses([...before, ...resolved, ...after], id);
  const last = updates.at(-1);
  return {
    id,
    title: `${published.subject} ${isOutage ? 'not available' : 'degraded'}`,
    impact: isOutage ? 'major' : 'minor',
    status: last?.status ?? 'investigating',
    components: [published.component],
    startedAt: openedAt,
    resolvedAt: over?.at ?? null,
    updatedAt: last?.at ?? openedAt,
    updates: updates.toReversed(),
  };
}

interface Draft {
  readonly id?: string;
  readonly status: PostStatus | 'resolved' | null;
  readonly text: string;
  readonly at: number;
}

/** Between its beginning and its end only the last word counts: whether it recovers, or has failed again. */
function facts(
  { kind, openedAt, over, failures, failing, recovery }: Incident,
  { subject }: PublishedIncident,
): readonly Draft[] {
  if (kind !== 'outage') {
    return [
      { status: 'investigating', text: `${subject} is degraded: some requests are slow, or fail.`, at: openedAt },
    ];
  }
  const begun: Draft = { status: 'investigating', text: `${subject} is not available.`, at: openedAt };
  if (over !== null) return [begun];
  if (recovery !== null) {
    return [
      begun,
      { status: 'monitoring', text: `${subject} is available again, and is being watched.`, at: recovery.since },
    ];
  }
  if (failing === null || failures === 1) return [begun];
  return [begun, { status: 'investigating', text: `${subject} has failed again.`, at: failing.since }];
}

function ending(incident: Incident, { subject }: PublishedIncident, at: number): Draft {
  if (incident.kind !== 'outage') return { status: 'resolved', text: `${subject} is no longer degraded.`, at };
  const length = describeDuration(downMsOf(incident, at));
  return { status: 'resolved', text: `${subject} is available again. It was down for ${length}.`, at };
}

/** An update without a status leaves the status as it was. */
function withStatuses(drafts: readonly Draft[], incident: string): readonly PublicUpdate[] {
  let now: PublicIncidentStatus = 'investigating';
  return drafts.map(({ id, status, text, at }) => {
    now = status ?? now;
    return { id: id ?? shortDigest(`${incident} ${now} ${at}`), status: now, text, at };
  });
}
