/** The result of a service's last check: kept with its state, so that a view needs no probe of its own. */

import * as v from 'valibot';
import {
  amount,
  code,
  count,
  days,
  httpStatus,
  instant,
  line,
  milliseconds,
  orNull,
  verdict,
} from '../fields/stored-value';
import { DEFAULT_LENGTH } from '../words/clean-text';
import type { Checked, CheckResult } from './check-result';
import { NAME_LENGTH } from './classify';
import type { Timings } from './observation';
import { viewsSchema } from './regions/region-question';
import { errorBodySchema, reportSchema, warningsSchema } from './report';
import { STATED_CODES, STATED_LENGTH } from './unhealthy-cause';

export interface LatestCheck extends Checked {
  /** The start of the first check in a row with this kind of verdict, in milliseconds since 1970. */
  readonly since: number;
  /** When its schedule wanted it, in milliseconds since 1970; missing if no schedule did. */
  readonly due?: number;
}

/**
 * The latest check, once a result is there. If the check before is older than `staleAfterMs`, it says nothing of the time
 * in between: `since` then restarts.
 */
export function latestOf(
  result: CheckResult,
  before: LatestCheck | null,
  staleAfterMs: number,
  due?: number,
): LatestCheck {
  const { service, failingSince, ...checked } = result;
  const { kind, at } = checked;
  const start = failingSince ?? at;
  const goesOn = before?.kind === kind && at - before.at <= staleAfterMs;
  return { ...checked, ...(due !== undefined && { due }), since: goesOn ? Math.min(before.since, start) : start };
}

/** Returns the check without what the checks before it add. */
export function judgedCheck({ since, due, ...checked }: LatestCheck): Checked {
  return checked;
}

export const timingsSchema: v.GenericSchema<unknown, Timings> = v.object({
  dnsMs: orNull(milliseconds),
  connectMs: orNull(milliseconds),
  tlsMs: orNull(milliseconds),
  firstByteMs: orNull(milliseconds),
  downloadMs: orNull(milliseconds),
  totalMs: milliseconds,
  blockedMs: v.exactOptional(milliseconds),
  tokenMs: v.exactOptional(milliseconds),
});

const certificateSchema = v.object({
  expiresAt: instant,
  daysLeft: days,
  lifetimeMs: v.exactOptional(amount),
  name: v.exactOptional(line(NAME_LENGTH)),
});

export const latestCheckSchema: v.GenericSchema<unknown, LatestCheck> = v.object({
  kind: verdict,
  reason: code,
  message: line(),
  httpStatus: orNull(httpStatus),
  errorCode: orNull(code),
  report: orNull(reportSchema),
  errorBody: orNull(errorBodySchema),
  warnings: warningsSchema,
  certificate: orNull(certificateSchema),
  clientCertificate: v.exactOptional(certificateSchema),
  cachedBy: v.exactOptional(line(DEFAULT_LENGTH)),
  statedCause: v.exactOptional(v.object({ code: v.picklist(STATED_CODES), text: line(STATED_LENGTH) })),
  at: instant,
  since: instant,
  due: v.exactOptional(instant),
  attempts: count,
  timings: timingsSchema,
  remoteAddress: v.exactOptional(line(DEFAULT_LENGTH)),
  views: v.exactOptional(viewsSchema),
  otherOrigin: v.exactOptional(v.object({ httpStatus, keys: v.array(line(DEFAULT_LENGTH)) })),
});
