/** One run of one service: first its incidents are updated, then the alerts that are due are decided. */

import type { AlertPolicy } from '../config/config';
import { advanceMatters, type Matter } from '../incident/advance-matters';
import {
  advance,
  type Finding,
  INITIAL_STATE,
  type IncidentState,
  type IncidentSubject,
  retire,
  type Step,
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
  /** What else is known of the service once its verdict is applied. Without it only outages change. */
  readonly mattersOf?: MattersOf;
}

/** All matters of some kinds; incidents of a kind that is not named stay as they are. */
export type MattersOf = (facts: IncidentState) => readonly {
  readonly kind: Matter['kind'];
  readonly matters: readonly Matter[];
}[];

export interface FollowedRun extends Pick<Notice, 'due' | 'withheld' | 'takenBack'> {
  readonly state: Followed;
}

/** Applies one finding; `finding` is `null` if the service is no longer in the config. */
export function follow(before: Followed, finding: Finding | null, options: FollowOptions): FollowedRun {
  const { policy, now, owedEnds = [], silenceFor } = options;
  const { state, ended } = finding === null ? retire(before, now) : advanceAll(before, finding, options);
  // Most services are healthy most of the time: nothing has to be decided then.
  if (state.open.length === 0 && ended.length === 0 && before.notified.length === 0)
    return { state, due: [], withheld: [], takenBack: [] };
  const known = { owedEnds, ...(silenceFor && { silenceFor }) };
  const { notified, ...notice } = notify({ ...state, ended, finding, now }, before.notified, policy, known);
  return { ...notice, state: { ...state, notified } };
}

function advanceAll(before: Followed, finding: Finding, options: FollowOptions): Step<Followed> {
  const { subject, now, mattersOf } = options;
  const first = advance(before, finding, options);
  return (mattersOf?.(first.state) ?? []).reduce((step, { kind, matters }) => {
    const { state, ended } = advanceMatters(step.state, kind, matters, { environment: subject.environment, now });
    return { state, ended: [...step.ended, ...ended] };
  }, first);
}
