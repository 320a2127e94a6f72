/** Answers requests about posts: texts about incidents, announcements, and hidden incidents. */

import { openOutage } from '../../core/incident/incident';
import { refusedAnswer, timeText } from '../../core/invoke/answer';
import type { Command } from '../../core/invoke/checker-request';
import type { Planner } from '../../core/silences/maintenance';
import { shown } from '../../core/silences/subject';
import type { ReadStates } from '../../core/state/store';
import { readState } from '../../core/state/stored-state';
import type { Clock } from '../../core/words/clock';
import type { JsonObject } from '../../core/words/json';
import { listed, nameSome } from '../../core/words/shown-value';
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
import { type Announcement, endOfAnnouncement, MOST_POSTS, type Post, type PostStore, updatesOf } from './post';
import { MOST_NAMED, type StatusPage } from './status-page';

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

/** A post for programs: its times are ISO 8601. */
export type PostDocument = JsonObject & { readonly id: string };

/** The command `post`. Without a page it is refused. */
export function postCommand(page: StatusPage | null, ports: PostPorts): Command<PostAnswer> {
  return {
    keys: POST_KEYS,
    read: (raw, services, now) => {
      const read = askPost(raw, services, now);
      if ('faults' in read) return read;
      return {
        answer: async () =>
          page === null
            ? refusedAnswer(['the config has no statusPage: nothing can be published'])
            : answerOnPosts(read.asked, page, ports),
      };
    },
  };
}

/** Rejects if the posts, or the state of the service, can't be read or stored. */
async function answerOnPosts(asked: AskedPost, page: StatusPage, ports: PostPorts): Promise<PostAnswer> {
  const now = ports.clock.now();
  const all = await ports.posts.read(now);
  if (asked.kind === 'removal') return removePost(asked, all, ports);
  if (all.length >= MOST_POSTS) return refusedAnswer([`there are ${all.length} posts: take one of them back first`]);
  const made = await makePost(asked, page, { ...ports, all, now });
  if ('fault' in made) return refusedAnswer([made.fault]);
  const { post, said } = made;
  await ports.posts.put(post);
  return { kind: 'posted', text: `${said}; the id is ${post.id}`, post: postDocument(post) };
}

interface Writing extends PostPorts {
  /** All posts. */
  readonly all: readonly Post[];
  readonly now: number;
}

/** A post, and what was done, for the answer. */
type Made = { readonly post: Post; readonly said: string } | { readonly fault: string };

async function makePost(asked: Exclude<AskedPost, AskedRemoval>, page: StatusPage, writing: Writing): Promise<Made> {
  if (asked.kind === 'announcement') return makeAnnouncement(asked, page, writing);
  const found = await findSubject(asked, page, writing);
  if ('fault' in found) return found;
  const kept = { id: writing.newId(), incident: found.incident, at: writing.now };
  if (asked.kind === 'update') return makeUpdate(asked, found, kept);
  const { incident, service, words } = found;
  const same = writing.all.find(
    (post) => post.kind === 'hidden' && post.service === service && post.incident === incident,
  );
  if (same !== undefined) return { fault: `the incident ${incident} of ${service} is hidden already, by ${same.id}` };
  return { post: { kind: 'hidden', service: asked.service, ...kept }, said: `Hid ${words}` };
}

function makeAnnouncement(asked: AskedAnnouncement, page: StatusPage, { newId, now }: Writing): Made {
  const { services } = asked;
  const isAbout = (own: readonly string[]) => services === null || own.some((service) => services.includes(service));
  const about = page.components.filter((component) => isAbout(component.services));
  const strange = services?.filter((id) => !about.some((component) => component.services.includes(id))) ?? [];
  if (strange.length > 0) return { fault: notOnPageFault(strange) };
  const post = { ...asked, id: newId(), at: now };
  const names = listed(
    about.map(({ name }) => name),
    MOST_NAMED,
  );
  return { post, said: `Announced about ${services === null ? 'the whole page' : names}, ${timesText(post)}` };
}

function timesText({ at: writtenAt, from, until }: Announcement): string {
  const begin = from > writtenAt ? `planned from ${timeText(from)}` : `since ${timeText(from)}`;
  return until === null ? `${begin} until you post that it is resolved` : `${begin} until ${timeText(until)}`;
}

function makeUpdate(
  { status, text }: AskedUpdate,
  { service, isOver, words }: Subject,
  kept: { readonly id: string; readonly incident: string; readonly at: number },
): Made {
  if (status === 'resolved' && service !== null)
    return { fault: `status "resolved": the checks say when an incident of ${service} is over` };
  if (status !== null && isOver) return { fault: `status ${shown(status)}: ${words} is over; leave the status out` };
  const said = `Posted about ${words}${status === null ? '' : `, as ${status}`}`;
  return { post: { kind: 'update', service, text, status: isOver ? 'postmortem' : status, ...kept }, said };
}

/** What a text is about. */
interface Subject {
  /** `null` for an announcement. */
  readonly service: string | null;
  /** The id of the incident, or of the announcement. */
  readonly incident: string;
  readonly isOver: boolean;
  readonly words: string;
}

/** Finds the named announcement or incident, or else the open incident, an outage first. */
async function findSubject(
  { kind, service, incident: id }: AskedUpdate | AskedHiding,
  page: StatusPage,
  { readStates, planned, all, now }: Writing,
): Promise<Subject | { readonly fault: string }> {
  const announcements = all.filter((post) => post.kind === 'announcement');
  const about = kind === 'update' ? announcements.find((post) => post.id === id) : undefined;
  if (about !== undefined) {
    const end = endOfAnnouncement(about, all);
    const isOver = end !== null && end <= now;
    return { service: null, incident: about.id, isOver, words: `the announcement ${about.id}` };
  }
  if (service === null)
    return { fault: `there is no announcement ${shown(id)}${othersText(announcements, 'there are')}` };
  const name = page.components.find(({ services }) => services.includes(service))?.name;
  if (name === undefined) return { fault: notOnPageFault([service]) };
  const [stored] = await readStates([service], now);
  const state = stored === undefined ? null : readState(stored.state);
  const incidents = state === null ? [] : publishableIncidents(service, state, { planned, now });
  const open = incidents.filter(({ over }) => over === null);
  const usual = open.find((incident) => incident.id === (state && openOutage(state))?.id) ?? open.at(-1);
  const incident = id === null ? usual : incidents.find((candidate) => candidate.id === id);
  if (incident === undefined) {
    const what = id === null ? 'no open incident' : `no incident ${shown(id)}`;
    return { fault: `${service} has ${what} on the public page${othersText(incidents, 'it has')}` };
  }
  const words = `the incident ${incident.id} of ${service} (${name} on the public page)`;
  return { service, incident: incident.id, isOver: incident.over !== null, words };
}

function othersText(all: readonly { readonly id: string }[], have: string): string {
  return all.length === 0 ? '' : `: ${have} ${nameSome(all.map(({ id }) => id).reverse())}`;
}

function notOnPageFault(services: readonly string[]): string {
  const [are, them] = services.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${nameSome(services)} ${are} not on the public page: statusPage.services of the config lacks ${them}`;
}

/** Removes a post. With an announcement, the texts about it are removed. */
async function removePost({ id }: AskedRemoval, all: readonly Post[], { posts }: PostPorts): Promise<PostAnswer> {
  const found = all.find((post) => post.id === id);
  if (found === undefined || !(await posts.remove(id))) {
    const others = all.filter((post) => post.id !== id);
    return refusedAnswer([`no post has the id ${shown(id)}${othersText(others, 'the latest are')}`]);
  }
  if (found.kind === 'announcement') for (const own of updatesOf(found, all)) await posts.remove(own.id);
  return { kind: 'unposted', text: unpostedText(found), post: postDocument(found) };
}

function unpostedText(post: Post): string {
  switch (post.kind) {
    case 'update':
      return `The post ${post.id} was undone`;
    case 'hidden':
      return `The incident ${post.incident} of ${post.service} is no longer hidden`;
    case 'announcement':
      return `The announcement ${post.id} was undone, with all posts about it`;
  }
}

function postDocument(post: Post): PostDocument {
  const times = Object.entries(post).map(([key, value]) => [
    key,
    typeof value === 'number' ? new Date(value).toISOString() : value,
  ]);
  return { ...Object.fromEntries(times), id: post.id };
}
