/** Bounds a state: shrinks resolved incidents without a pending alert, and drops the oldest of them. */

import { type RecordOf, withoutEnded } from '../fields/fields';
import { instant, line, recordOf } from '../fields/stored-value';
import { changesSchema, joinChanges, versionId } from '../history/service-change';
import { INCIDENT, type Incident, problemKey, SETTLED_KEPT } from '../incident/incident';
import { newVersions } from '../notify/new-versions';
import {
  hasPendingAlert,
  NOTIFY_STATE_FIELDS,
  type NotifiedOfAll,
  type NotifyState,
  recordsOf,
} from '../notify/notified';

export const SETTLING_FIELDS = {
  ...NOTIFY_STATE_FIELDS,
  /** Restarts and changes of version, latest last; bounded. */
  changes: { kept: 'always', savedAtOnce: true, join: joinChanges, initial: [], schema: changesSchema },
  /** The beginning of the newest incident of each problem that is not kept any more: older incidents of that problem stay dropped. */
  prunedBefore: {
    kept: 'always',
    savedAtOnce: false,
    join: latestTimes,
    initial: {},
    schema: recordOf(line(), instant),
  },
} as const;

export type Settling = RecordOf<typeof SETTLING_FIELDS>;

/** Call this after incidents, or what receivers know of them, have changed. */
export function settle<State extends Settling>(state: State): State {
  const lastOutage = state.incidents.findLast(({ kind }) => kind === 'outage');
  const incidents = state.incidents.map((incident) => {
    if (!isSettled(incident, state)) return incident;
    const small = incident.settled ? incident : withoutEnded({ ...incident, settled: true }, INCIDENT);
    const isBare = small.clues.length === 0 && small.others === null;
    return incident === lastOutage || isBare ? small : { ...small, clues: [], others: null };
  });
  const dropped = incidents
    .filter((incident) => incident.settled && isSettled(incident, state))
    .slice(0, -SETTLED_KEPT);
  const prunedBefore = dropped.reduce(withPruned, state.prunedBefore);
  const kept = incidents.filter((incident) => !dropped.includes(incident));
  return withoutPruned({ ...state, incidents: kept, prunedBefore });
}

/** Whether an incident is over, and no receiver of the config has a pending alert about it. */
export function isSettled(incident: Incident, state: NotifyState): boolean {
  return incident.over !== null && recordsOf(state, incident.id).every(([, record]) => !hasPendingAlert(record));
}

/**
 * Removes incidents that were dropped before, and their records. An incident whose alert is pending again, since another process had newer
 * records, stays until that alert is settled, even if its receiver has left the config, which only one of two joined states may have seen.
 */
export function withoutPruned<State extends Settling>(state: State): State {
  const isPruned = (incident: Incident) =>
    incident.settled &&
    incident.openedAt <= (state.prunedBefore[problemKey(incident)] ?? Number.NEGATIVE_INFINITY) &&
    isSettled(incident, { ...state, receivers: null });
  const incidents = state.incidents.filter((incident) => !isPruned(incident));
  return { ...state, incidents, notified: recordsAbout(incidents, state) };
}

function withPruned(prunedBefore: Settling['prunedBefore'], incident: Incident): Settling['prunedBefore'] {
  const problem = problemKey(incident);
  const known = prunedBefore[problem] ?? Number.NEGATIVE_INFINITY;
  return incident.openedAt > known ? { ...prunedBefore, [problem]: incident.openedAt } : prunedBefore;
}

/** Returns the records about the incidents and versions that stay. */
function recordsAbout(incidents: readonly Incident[], { notified, changes }: Settling): NotifiedOfAll {
  const withRecords = (ids: readonly string[]) =>
    ids.flatMap((id) => (notified[id] === undefined ? [] : [[id, notified[id]] as const]));
  const count = Object.keys(notified).length;
  const ofIncidents = withRecords(incidents.map(({ id }) => id));
  if (ofIncidents.length === count) return notified;
  const known = [...ofIncidents, ...withRecords(newVersions({ changes }).map(versionId))];
  return known.length === count ? notified : Object.fromEntries(known);
}

function latestTimes(
  left: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const joined = { ...left };
  for (const [problem, at] of Object.entries(right)) joined[problem] = Math.max(at, joined[problem] ?? at);
  return joined;
}
