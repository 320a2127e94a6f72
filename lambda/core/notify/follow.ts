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

/** `finding` is `null` if the service is no longer in the config. */
export function follow(
  before: Followed,
  finding: Finding | null,
  { owedEnds = [], ...options }: FollowOptions,
): { readonly state: Followed } & Pick<Notice, 'due' | 'takenBack'> {
  const { policy, now } = options;
  const { state, ended } = finding === null ? retire(before, now) : advance(before, finding, options);
  const { open, lastHealthy } = state;
  const { notified, ...notice } = notify({ open, ended, finding, lastHealthy, now }, before.notified, policy, owedEnds);
  return { state: { ...state, notified }, ...notice };
}
