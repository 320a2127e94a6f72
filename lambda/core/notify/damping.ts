/** How notifying is damped while a service flaps: when people are notified of an end, and of a relapse. Facts are not damped. */

import { EPISODE_GAP_MS, episodeOf } from '../incident/episode';
import type { Finding, IncidentState, PastIncident } from '../incident/incident';
import type { IncidentKind } from '../words/codes';

/** After this time without a failing run, people are notified of the end, however often the service had failed. */
const LONGEST_HOLD_MS = EPISODE_GAP_MS;
/** People are notified of a relapse after ten healthy minutes; less half a minute, since runs do not begin on the second. */
const NOTIFIED_RELAPSE_MS = 9.5 * 60_000;

/**
 * Whether people can be notified that incidents of a kind are over, so that no relapse has to be expected. Each relapse of
 * an episode doubles the healthy runs in a row that this takes. `now` in milliseconds since 1970.
 */
export function isOverForGood(
  kind: IncidentKind,
  { past, healthy }: Pick<IncidentState, 'past' | 'healthy'>,
  finding: Finding | null,
  { successThreshold, now }: { readonly successThreshold: number; readonly now: number },
): boolean {
  if (finding === null || kind !== 'outage') return true;
  if (finding.kind !== 'healthy') return false;
  const last = past.findLast((one) => one.kind === kind);
  const times = last ? episodeOf(last, past).times : 1;
  if (last === undefined || times === 1 || healthy === null) return true;
  return (
    healthy.runs >= successThreshold * 2 ** (times - 1) ||
    // A single failing run that opens no incident does not begin the wait anew.
    now - Math.min(healthy.since, last.resolvedAt) >= LONGEST_HOLD_MS
  );
}

/** Whether people are notified of a relapse although they do not know of the end before it. */
export function isNotifiedRelapse(
  { openedAt }: Pick<PastIncident, 'openedAt'>,
  { healthy }: Pick<IncidentState, 'healthy'>,
): boolean {
  return healthy !== null && openedAt - healthy.since >= NOTIFIED_RELAPSE_MS;
}
