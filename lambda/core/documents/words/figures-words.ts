/** The figures in a service's report, and the totals of its checks, for people. */

import { type Bucket, type Counts, failedChecks } from '../../history/bucket';
import { type Figures, NO_FIGURES } from '../../probe/report';
import { FAILURE_KINDS } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { thousands } from '../../words/plural';
import type { ServiceDocument } from '../service-document';
import { NOTHING, plural } from './format';

const CENTURY_S = 100 * 365 * 86_400;

/** Returns the figures in a service's report as texts; a version unchanged. */
export function figuresOf(report: Figures | null): { readonly [Figure in 'up' | 'memory' | 'version']: string } {
  const { uptime, memory, version } = report ?? NO_FIGURES;
  return { up: describeUptime(uptime), memory: describeMemory(memory), version: version ?? NOTHING };
}

/** Returns `version 1.4.2, up 3 d, memory 257 of 512 MB`, without missing parts. */
export function knownFigures(report: Figures | null): string {
  const { version, up, memory } = figuresOf(report);
  return [
    ['version', version],
    ['up', up],
    ['memory', memory],
  ]
    .flatMap(([label, value]) => (value === NOTHING ? [] : [`${label} ${value}`]))
    .join(', ');
}

/** Returns how long its certificate is still valid: `12 d`. */
export function describeCertificate({ certificate }: Pick<ServiceDocument, 'certificate'>): string {
  return certificate ? `${certificate.daysLeft} d` : NOTHING;
}

function describeUptime(seconds: number | null): string {
  if (seconds === null) return NOTHING;
  return seconds > CENTURY_S ? 'over 100 years' : describeDuration(seconds * 1_000);
}

/** Megabytes: `96 of 512 MB`, `96 MB`. */
function describeMemory({ used, total }: Figures['memory']): string {
  if (used === null) return NOTHING;
  return total === null ? `${Math.round(used)} MB` : `${Math.round(used)} of ${Math.round(total)} MB`;
}

/** `3 failed: 2 unreachable, 1 error`, `3 failed: error`, `all healthy`. */
export function failuresText(counts: Counts): string {
  const kinds = FAILURE_KINDS.filter((kind) => (counts.failures[kind] ?? 0) > 0);
  if (kinds.length === 0) return 'all healthy';
  const named = kinds.map((kind) => (kinds.length === 1 ? kind : `${thousands(counts.failures[kind] ?? 0)} ${kind}`));
  return `${thousands(failedChecks(counts))} failed: ${named.join(', ')}`;
}

/** Returns the checks that availability leaves out: `62 checks in maintenance left out`; `null` if there are none. */
export function describeLeftOut({ maintenance: { checks } }: Pick<Bucket, 'maintenance'>): string | null {
  return checks === 0 ? null : `${plural(checks, 'check')} in maintenance left out`;
}
