/** The incidents of the deployment itself: each receiver that has refused its alerts for an hour is one. Pure. */

import { ended } from '../incident/advance-outage';
import { advanceProblems, type Problem } from '../incident/advance-problems';
import type { Incident } from '../incident/incident';
import type { ServiceState } from '../state/service-state';
import { settle } from '../state/settle';
import { isLong, type ReceiverRecord } from './receiver-record';

export interface Refusals {
  /** Of all receivers that refuse. */
  readonly records: readonly ReceiverRecord[];
  /** The ids of the receivers of the config. */
  readonly receivers: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The state of the deployment after a run. An incident goes on as long as its receiver has a record. */
export function withRefusals(before: ServiceState, { records, receivers, now }: Refusals): ServiceState {
  const run = { ...before, run: before.run + 1, receivers };
  const hasLeft = ({ over, subject }: Incident) => over === null && subject !== null && !receivers.includes(subject.id);
  const incidents = run.incidents.map((one) => (hasLeft(one) ? ended(one, { at: now, why: 'removed' }, run) : one));
  const matters = records.filter(isLong).map(problemOf);
  const subject = { severity: 'critical', environment: null } as const;
  return settle(advanceProblems({ ...run, incidents }, 'condition', matters, { subject, url: '', now }));
}

function problemOf({ receiver, since, message }: ReceiverRecord): Problem {
  return {
    kind: 'condition',
    reason: 'receiver',
    subject: { kind: 'receiver', id: receiver },
    message,
    severity: 'critical',
    since,
    stage: 0,
  };
}
