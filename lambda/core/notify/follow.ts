/** One run of one service: what is true after it, and then who hears of it. */

import type { AlertPolicy } from '../config/config';
import {
  advance,
  type Finding,
  INITIAL_STATE,
  type IncidentState,
  type IncidentSubject,
  retire,
} from '../incident/incident';
import { type Notice, type Notified, notify, type OwedEnd } from './notify';

/** The incidents of a service, and what people have been notified of. */
export interface Followed extends IncidentState {
  readonly notified: readonly Notified[];
}

export const UNKNOWN: Followed = { ...INITIAL_STATE, notified: [] };

export interface FollowOptions {
  readonly policy: AlertPolicy;
  readonly subject: IncidentSubject;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** As for `notify`. */
  readonly owedEnds?: readonly OwedEnd[];
}

export interface FollowedRun extends Pick<Notice, 'due' | 'takenBack'> {
  readonly state: Followed;
}

/** `finding` is `null` if the service is no longer in the config. */
export function follow(before: Followed, finding: Finding | null, options: FollowOptions): FollowedRun {
  const { policy, now, owedEnds = [] } = options;
  const { state, ended } = finding === null ? retire(before, now) : advance(before, finding, options);
  const { open, lastHealthy } = state;
  // What most services are, most of the time.
  if (open.length === 0 && ended.length === 0 && before.notified.length === 0)
    return { state, due: [], takenBack: null };
  const notice = notify({ open, ended, finding, lastHealthy, now }, before.notified, policy, owedEnds);
  return { state: { ...state, notified: notice.notified }, due: notice.due, takenBack: notice.takenBack };
}
