/** Answers requests about posts: texts about incidents, announcements, and hidden incidents. */

import { type Incident, openOutage } from '../../core/incident/incident';
import { refusedAnswer, timeText } from '../../core/invoke/answer';
import type { Command } from '../../core/invoke/checker-request';
import type { Planner } from '../../core/silences/maintenance';
import { shown } from '../../core/silences/subject';
import type { ReadStates } from '../../core/state/store';
import { readState } from '../../core/state/stored-state';
import type { Clock } from '../../core/words/clock';
import { nameSome } from '../../core/words/shown-value';
import { endOfAnnouncement } from './announcements';
import {
  type AskedAnnouncement,
  type AskedHiding,
  type AskedPost,
  type AskedRemoval,
  type AskedUpdate,
  askPost,
  POST_KEYS,
} from './ask-post';
import { publishableIncidents } from './incident-groups';
import { listed } from './listed';
import { type Announcement, MOST_POSTS, type Post, type PostDocument, type PostStore, postDocument } from './post';
import type { StatusPage } from './status-page';

/** The fault of a request about posts without a public page. */
const NO_PAGE = 'the config has no statusPage: nothing can be published';

export interface PostPorts {
  readonly clock: Clock;
  readonly posts: PostStore;
  readonly planned: Planner;
  readonly readStates: ReadStates;
  /** Makes the id of a post. */
  readonly newId: () => string;
}

export type PostAnswer =
  | { readonly kind: 'posted' | 'unposted'; readonly text: string; readonly post: PostDocument }
  | ReturnType<typeof refusedAnswer>;

/** The command `post`. Without a page it is refused. */
export function postCommand(page: StatusPage | null, ports: PostPorts): Command<PostAnswer> {
  return {
    keys: POST_KEYS,
    read: (raw, services, now) => {
      const read = askPost(raw, services, now);
      if ('faults' in read) return read;
      return {
        answer: async () => (page === null ? refusedAnswer([NO_PAGE]) : answerOnPosts(read.asked, page, ports)),
      };
    },
  };
}

/** Rejects if the posts, or the state of the service, can't be read or stored. */
async function answerOnPosts(asked: AskedPost, page: StatusPage, ports: PostPorts): Promise<PostAnswer> {
  if (asked.kind === 'removal') return removePost(asked.id, ports);
  const now = ports.clock.now();
  const all = await ports.posts.read(now);
  if (all.length >= MOST_POSTS) return refusedAnswer([`there are ${all.length} posts: take one of them back first`]);
  const made = await makePost(asked, page, { ...ports, all, now });
  if ('fault' in made) return refusedAnswer([made.fault]);
  await ports.posts.put(made.post);
  return postedAnswer(made.post, made.name);
}

interface Writing extends PostPorts {
  /** All posts. */
  readonly all: readonly Post[];
  readonly now: number;
}

type Made = { readonly post: Post; readonly name: string } | { readonly fault: string };

async function makePost(asked: Exclude<AskedPost, AskedRemoval>, page: StatusPage, writing: Writing): Promise<Made> {
  if (asked.kind === 'hiding') return hideIncident(asked, page, writing);
  if (asked.kind === 'announcement') return makeAnnouncement(asked, page, writing);
  const about = writing.all.find(({ kind, id }) => kind === 'announcement' && id === asked.incident);
  return about?.kind === 'announcement' ? makeProgress(asked, about, writing) : makeUpdate(asked, page, writing);
}

function makeAnnouncement(asked: AskedAnnouncement, page: StatusPage, { newId, now }: Writing): Made {
  const { services } = asked;
  const strange = (services ?? []).filter((service) => publicName(service, page) === null);
  if (strange.length > 0) return { fault: notOnPageFault(strange) };
  const names = page.components.flatMap(({ name, services: own }) =>
    services === null || own.some((service) => services.includes(service)) ? [name] : [],
  );
  return { post: { ...asked, id: newId(), at: now }, name: services === null ? 'the whole page' : listed(names) };
}

function makeProgress({ text, status }: AskedUpdate, about: Announcement, { all, newId, now }: Writing): Made {
  const end = endOfAnnouncement(about, all);
  const kept = { kind: 'progress', id: newId(), announcement: about.id, text, at: now } as const;
  if (end === null || end > now) return { post: { ...kept, status }, name: about.title };
  if (status !== null) return { fault: `status ${shown(status)}: the announcement is over${NO_STATUS}` };
  return { post: { ...kept, status: 'postmortem' }, name: about.title };
}

const NO_STATUS = ', so that it has no such status any more';

async function makeUpdate(asked: AskedUpdate, page: StatusPage, writing: Writing): Promise<Made> {
  const { service, text, status, incident: id } = asked;
  if (service === null) return { fault: `there is no announcement ${shown(id)}: ${announcementsText(writing.all)}` };
  const target = await findTarget(service, id, page, writing);
  if ('fault' in target) return target;
  const { incident, name } = target;
  const kept = { kind: 'update', id: writing.newId(), service, incident: incident.id, text, at: writing.now } as const;
  if (status === 'resolved') {
    return { fault: `status "resolved": the checks say when an incident of ${service} is over` };
  }
  if (incident.over === null) return { post: { ...kept, status }, name };
  if (status !== null) return { fault: `status ${shown(status)}: the incident is over${NO_STATUS}` };
  return { post: { ...kept, status: 'postmortem' }, name };
}

async function hideIncident({ service, incident: id }: AskedHiding, page: StatusPage, writing: Writing): Promise<Made> {
  const target = await findTarget(service, id, page, writing);
  if ('fault' in target) return target;
  const { incident, name } = target;
  const same = writing.all.find(
    (post) => post.kind === 'hidden' && post.service === service && post.incident === incident.id,
  );
  if (same !== undefined)
    return { fault: `the incident ${incident.id} of ${service} is hidden already, by ${same.id}` };
  return { post: { kind: 'hidden', id: writing.newId(), service, incident: incident.id, at: writing.now }, name };
}

type Target = { readonly incident: Incident; readonly name: string } | { readonly fault: string };

/** Finds the named incident, or else the open one, an outage first. */
async function findTarget(
  service: string,
  id: string | null,
  page: StatusPage,
  { readStates, planned, now }: Writing,
): Promise<Target> {
  const name = publicName(service, page);
  if (name === null) return { fault: notOnPageFault([service]) };
  const [stored] = await readStates([service], now);
  const state = stored === undefined ? null : readState(stored.state);
  const incidents = state === null ? [] : publishableIncidents(service, state, { planned, now });
  const open = incidents.filter(({ over }) => over === null);
  const usual = open.find((incident) => incident.id === (state && openOutage(state))?.id) ?? open.at(-1);
  const incident = id === null ? usual : incidents.find((candidate) => candidate.id === id);
  if (incident !== undefined) return { incident, name };
  const what = id === null ? 'no open incident' : `no incident ${shown(id)}`;
  const ids = incidents.map((candidate) => candidate.id).reverse();
  const others = ids.length === 0 ? 'it has none there that is over either' : `it has ${nameSome(ids)}`;
  return { fault: `${service} has ${what} on the public page: ${others}` };
}

/** Returns the public name of a service; `null` if it is not on the page. */
function publicName(service: string, page: StatusPage): string | null {
  return page.components.find(({ services }) => services.includes(service))?.name ?? null;
}

function notOnPageFault(services: readonly string[]): string {
  const lacks = services.length === 1 ? 'is' : 'are';
  const it = services.length === 1 ? 'it' : 'them';
  return `${nameSome(services)} ${lacks} not on the public page: statusPage.services of the config lacks ${it}`;
}

function announcementsText(all: readonly Post[]): string {
  const ids = all.flatMap(({ kind, id }) => (kind === 'announcement' ? [id] : [])).reverse();
  return ids.length === 0 ? 'there is none now' : `there are ${nameSome(ids)}`;
}

/** Removes a post. With an announcement, the texts about it are removed. */
async function removePost(id: string, { clock, posts }: PostPorts): Promise<PostAnswer> {
  const all = await posts.read(clock.now());
  const found = all.find((post) => post.id === id);
  if (found !== undefined && (await posts.remove(id))) {
    const own = all.filter((post) => post.kind === 'progress' && post.announcement === id);
    for (const post of own) await posts.remove(post.id);
    return unpostedAnswer(found);
  }
  const ids = all.flatMap((post) => (post.id === id ? [] : [post.id])).reverse();
  const others = ids.length === 0 ? 'there is none now' : `the latest are ${nameSome(ids)}`;
  return refusedAnswer([`no post has the id ${shown(id)}: ${others}`]);
}

/** Returns the answer to a new post. `name` is the public name of the service, or the names of all that an announcement is about. */
function postedAnswer(post: Post, name: string): PostAnswer {
  return { kind: 'posted', text: `${postedText(post, name)}; the id is ${post.id}`, post: postDocument(post) };
}

function postedText(post: Post, name: string): string {
  switch (post.kind) {
    case 'update':
      return `Posted about the incident ${post.incident} of ${post.service}, which is ${name} on the public page${statusText(post)}`;
    case 'progress':
      return `Posted about the announcement ${post.announcement}${statusText(post)}`;
    case 'hidden':
      return `The incident ${post.incident} of ${post.service}, which is ${name}, is hidden from the public page`;
    case 'announcement':
      return `Announced about ${name}, ${announcedTimes(post)}`;
  }
}

function statusText({ status }: { readonly status: string | null }): string {
  return status === null ? '' : `, as ${status}`;
}

function announcedTimes({ at: writtenAt, from, until }: Announcement): string {
  const begin = from > writtenAt ? `planned from ${timeText(from)}` : `since ${timeText(from)}`;
  return until === null ? `${begin} until you post that it is resolved` : `${begin} until ${timeText(until)}`;
}

function unpostedAnswer(post: Post): PostAnswer {
  return { kind: 'unposted', text: unpostedText(post), post: postDocument(post) };
}

function unpostedText(post: Post): string {
  switch (post.kind) {
    case 'update':
      return `The post ${post.id} about ${post.service} was undone`;
    case 'progress':
      return `The post ${post.id} about the announcement ${post.announcement} was undone`;
    case 'hidden':
      return `The incident ${post.incident} of ${post.service} is no longer hidden`;
    case 'announcement':
      return `The announcement ${post.id} was undone, with all posts about it`;
  }
}
