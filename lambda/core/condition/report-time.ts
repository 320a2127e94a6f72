/** What the time in a report says: `report_frozen` and `clock_skewed`. */

import { clockSkewMs } from '../probe/clock-skew';
import { describeDuration } from '../words/duration';
import { BETWEEN, OFF, on, simpleRule } from './rule';

/** A cache that is filled anew now and then lets through a single new report. */
const MOVES = 3;

export const reportFrozen = simpleRule(
  'report_frozen',
  // The report that stands still is the first of the row.
  ({ runs, forMs }) => ({ begins: { runs: runs - 1, ms: forMs }, ends: { runs: MOVES, ms: forMs } }),
  ({ now, report, before, check: { cachedBy } }, _, holds) => {
    const last = before?.report ?? null;
    if (before === null || last === null || report === null) return BETWEEN;
    const { timestamp, uptime } = report;
    if (timestamp === null || uptime === null) return OFF;
    if (timestamp !== last.timestamp || uptime !== last.uptime) return OFF;
    const proof = cachedBy === undefined ? 'no header says which' : cachedBy;
    const sent = Date.parse(timestamp);
    const since = holds || Number.isNaN(sent) ? '' : `, ${describeDuration(now - sent)} ago`;
    return on(`the report stands still at ${timestamp}${since}: a cache answers, not the service (${proof})`, {
      since: Math.min(before.at, now),
    });
  },
);

/** A clock that is hardly off any more is right again: three quarters of the limit. */
const RIGHT_SHARE = 0.75;

export const clockSkewed = simpleRule(
  'clock_skewed',
  () => ({ begins: { runs: 3, ms: 0 }, ends: { runs: 3, ms: 0 } }),
  ({ report, check: { at, timings }, ownSkewMs }, { byMs }) => {
    const timestamp = report?.timestamp ?? null;
    const skewMs = timestamp === null ? null : clockSkewMs(timestamp, at + timings.totalMs);
    if (skewMs === null) return BETWEEN;
    const off = Math.abs(skewMs - ownSkewMs);
    if (off <= byMs) return off <= byMs * RIGHT_SHARE ? OFF : BETWEEN;
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    return on(`the timestamp is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}`);
  },
);
