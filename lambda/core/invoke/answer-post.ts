/** Posts: texts about an incident that people publish, and take back. */

import type { StatusPage } from '../config/status-page';
import type { AskedPost } from '../documents/public/ask-post';
import { MOST_POSTS, type Post, type PostStore } from '../documents/public/post';
import { publishableIncidents } from '../documents/public/public-incidents';
import { openOutage } from '../incident/incident';
import type { Planner } from '../notify/silences/maintenance';
import { shown } from '../notify/silences/subject';
import type { ServiceState } from '../state/service-state';
import type { ReadStates } from '../state/store';
import { readState } from '../state/stored-state';
import type { Clock } from '../words/clock';
import { nameSome } from '../words/shown-value';
import { type Answer, postedAnswer, refusedAnswer, unpostedAnswer } from './answer';
import type { PostRequest } from './checker-request';

export interface PostPorts {
  readonly clock: Clock;
  readonly posts: PostStore;
  readonly planned: Planner;
  readonly readStates: ReadStates;
  /** Makes the id of a post. */
  readonly newId: () => string;
}

/** Rejects if the posts, or the state of the service, can't be read or kept. */
export async function answerOnPosts(request: PostRequest, page: StatusPage, ports: PostPorts): Promise<Answer> {
  return request.kind === 'post' ? post(request.asked, page, ports) : unpost(request.id, ports);
}

async function post(asked: AskedPost, page: StatusPage, ports: PostPorts): Promise<Answer> {
  const { service, text } = asked;
  const now = ports.clock.now();
  const component = page.components.find(({ services }) => services.includes(service));
  if (component === undefined) {
    return refusedAnswer([`${service} is not on the public page: statusPage.services of the config lacks it`]);
  }
  const { length } = await ports.posts.read(now);
  if (length >= MOST_POSTS) return refusedAnswer([`there are ${length} posts: take one of them back first`]);
  const [stored] = await ports.readStates([service], now);
  const target = targetOf(asked, stored === undefined ? null : readState(stored.state), ports.planned, now);
  if ('fault' in target) return refusedAnswer([target.fault]);
  const kept: Post = { id: ports.newId(), service, ...target, text, at: now };
  await ports.posts.put(kept);
  return postedAnswer(kept, component.name);
}

type Target = Pick<Post, 'incident' | 'status'> | { readonly fault: string };

/** The incident that is named, or else the open incident, its outage first. */
function targetOf(
  { service, incident: id, status }: AskedPost,
  state: ServiceState | null,
  planned: Planner,
  now: number,
): Target {
  const incidents = state === null ? [] : publishableIncidents(service, state, { planned, now });
  const open = incidents.filter(({ over }) => over === null);
  const usual = open.find((incident) => incident.id === (state && openOutage(state))?.id) ?? open.at(-1);
  const incident = id === null ? usual : incidents.find((candidate) => candidate.id === id);
  if (incident === undefined) {
    const what = id === null ? 'no open incident' : `no incident ${shown(id)}`;
    const ids = incidents.map((candidate) => candidate.id).reverse();
    const others = ids.length === 0 ? 'it has none there that is over either' : `it has ${nameSome(ids)}`;
    return { fault: `${service} has ${what} on the public page: ${others}` };
  }
  if (incident.over === null) return { incident: incident.id, status };
  if (status === null) return { incident: incident.id, status: 'postmortem' };
  return { fault: `status ${shown(status)}: the incident is over, so that it has no such status any more` };
}

async function unpost(id: string, { clock, posts }: PostPorts): Promise<Answer> {
  const all = await posts.read(clock.now());
  const found = all.find((post) => post.id === id);
  if (found !== undefined && (await posts.remove(id))) return unpostedAnswer(found);
  const ids = all.flatMap((post) => (post.id === id ? [] : [post.id])).reverse();
  const others = ids.length === 0 ? 'there is none now' : `the latest are ${nameSome(ids)}`;
  return refusedAnswer([`no post has the id ${shown(id)}: ${others}`]);
}
