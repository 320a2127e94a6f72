/** One run of one service: first its incidents are updated, then the alerts that are due are decided. */

import type { AlertPolicy } from '../config/config';
import {
  advance,
  type Finding,
  INITIAL_STATE,
  type IncidentState,
  type IncidentSubject,
  retire,
} from '../incident/incident';
import type { Notice, Notified, OwedEnd, SilenceFor } from './notified';
import { notify } from './notify';

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
  readonly silenceFor?: SilenceFor;
}

export interface FollowedRun extends Pick<Notice, 'due' | 'withheld' | 'takenBack'> {
  readonly state: Followed;
}

/** Applies one finding; `finding` is `null` if the service is no longer in the config. */
export function follow(before: Followed, finding: Finding | null, options: FollowOptions): FollowedRun {
  const { policy, now, owedEnds = [], silenceFor } = options;
  const { state, ended } = finding === null ? retire(before, now) : advance(before, finding, options);
  // Most services are healthy most of the time: nothing has to be decided then.
  if (state.open.length === 0 && ended.length === 0 && before.notified.length === 0)
    return { state, due: [], withheld: [], takenBack: null };
  const known = { owedEnds, ...(silenceFor && { silenceFor }) };
  const { notified, ...notice } = notify({ ...state, ended, finding, now }, before.notified, policy, known);
  return { ...notice, state: { ...state, notified } };
}
