/** What is known of each service as a document: what the page's server answers to programs. */

import { availability } from '../../lambda/core/history/history';
import { certificateDocument, type ServiceDocument } from '../../lambda/core/run/run';
import type { VerdictKind } from '../../lambda/core/words/codes';
import type { Known, KnownService } from '../../lambda/view/known';
import { stateOf } from '../../lambda/view/service-view';
import { type IncidentDocument, openDocument } from './incident-documents';

type OfLatestCheck = Pick<ServiceDocument, 'reason' | 'message' | 'checkedAt'>;

/**
 * Instants are ISO 8601 in UTC with milliseconds. All but `state` is of the last check, however old that is, and `null`
 * where there was none.
 */
export interface KnownDocument
  extends Pick<ServiceDocument, 'service' | 'url' | 'httpStatus' | 'report' | 'errorBody' | 'warnings' | 'certificate'>,
    Nullable<OfLatestCheck> {
  /** A verdict; `unknown` where there was no check, or none for so long that it says nothing of now. */
  readonly state: VerdictKind | 'unknown';
  /** The first check in a row with the last check's kind of verdict. */
  readonly since: string | null;
  readonly responseMs: number | null;
  /** The one that is open. */
  readonly incident: IncidentDocument | null;
  /** The share of the checks in the history that found it healthy, from 0 to 1. */
  readonly availability: number | null;
  readonly severity: KnownService['service']['severity'];
  readonly runbook: string | null;
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** In the config's order. */
export function serviceDocuments(known: Known): KnownDocument[] {
  return known.services.map((service) => documentOf(service, known));
}

function documentOf(known: KnownService, { now, staleAfterMs }: Known): KnownDocument {
  const { service, state, checkedAt, responseMs, history } = known;
  const latest = state?.latest ?? null;
  const incident = state?.open[0] ?? null;
  return {
    service: service.id,
    url: service.statusUrl,
    state: stateOf({ now, staleAfterMs }, known),
    reason: latest?.reason ?? null,
    message: latest?.message ?? null,
    since: instant(latest?.since),
    checkedAt: instant(checkedAt),
    httpStatus: latest?.httpStatus ?? null,
    responseMs,
    report: latest?.report ?? null,
    errorBody: latest?.errorBody ?? null,
    warnings: latest?.warnings ?? [],
    certificate: certificateDocument(latest?.certificate ?? null),
    incident: incident && openDocument(service.id, incident, now),
    availability: availability(history),
    severity: service.severity,
    runbook: service.runbook,
  };
}

function instant(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : new Date(time).toISOString();
}
