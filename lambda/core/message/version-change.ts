/** A service's version change, for receivers: not an alert, since nothing is wrong. */

import { type NewVersion, versionId } from '../history/service-change';
import type { Severity } from '../words/codes';
import type { AlertedService, AlertLinks } from './alert';

/** Times are ISO 8601 in UTC with milliseconds; texts are clean (a line, printable). */
export interface VersionChange {
  readonly schema: 'statuswatch.version/1';
  /** If the same change is sent twice, both have the same id. */
  readonly id: string;
  readonly deployment: string;
  readonly service: { readonly id: string; readonly url: string; readonly environment: string | null };
  readonly severity: Severity;
  /** The version before, and the new version. */
  readonly from: string;
  readonly to: string;
  /** When a healthy report first had the new version. */
  readonly at: string;
  /** Whether the service also restarted. */
  readonly restarted: boolean;
  readonly links: Pick<AlertLinks, 'dashboard' | 'logs'>;
  /** The change in a line. */
  readonly summary: string;
}

export interface ChangeContext {
  readonly deployment: string;
  readonly service: AlertedService;
  readonly links: Pick<AlertLinks, 'dashboard' | 'logs'>;
}

export function versionChangeOf(found: NewVersion, { deployment, service, links }: ChangeContext): VersionChange {
  const { at, restarted, version } = found;
  const { from, to } = version;
  const { id, statusUrl, environment, severity } = service;
  const { dashboard, logs } = links;
  return {
    schema: 'statuswatch.version/1',
    id: `${deployment}/${id}/${versionId(found)}`,
    deployment,
    service: { id, url: statusUrl, environment },
    severity,
    from,
    to,
    at: new Date(at).toISOString(),
    restarted,
    links: { dashboard, logs },
    summary: `${id} has version ${to}, was ${from}`,
  };
}
