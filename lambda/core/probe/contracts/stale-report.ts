/** `maxReportAge`: a report that is too old is not a valid answer. */

import { describeDuration } from '../../words/duration';
import { clockSkewMs } from '../clock-skew';
import type { Report } from '../report';
import type { Answered, Judgement } from './contract';

/** `null` if the report is young enough, or gives no time. */
export function judgeAge({ timestamp }: Report, { expectation, now, cachedBy }: Answered): Judgement | null {
  const { maxReportAgeMs } = expectation;
  const skewMs = timestamp === null || maxReportAgeMs === null ? null : clockSkewMs(timestamp, now);
  if (skewMs === null || maxReportAgeMs === null || -skewMs <= maxReportAgeMs) return null;
  const proof = cachedBy === null ? '' : `; a cache answered (${cachedBy})`;
  const message = `the report is ${describeDuration(-skewMs)} old, maxReportAge is ${describeDuration(maxReportAgeMs)}${proof}`;
  return { kind: 'invalid', reason: 'report_stale', message };
}
