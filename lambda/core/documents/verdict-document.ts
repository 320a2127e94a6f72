/** The verdict on a service, as programs read it. */

import type { Service } from '../config/config';
import type { Checked } from '../probe/check-result';
import type { VerdictKind } from '../words/codes';

export interface VerdictDocument {
  readonly service: string;
  readonly url: string;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly attempts: number;
}

export function verdictDocument(
  { id, statusUrl }: Service,
  { kind, reason, message, httpStatus, attempts }: Checked,
): VerdictDocument {
  return { service: id, url: statusUrl, verdict: kind, reason, message, httpStatus, attempts };
}
