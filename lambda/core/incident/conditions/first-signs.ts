/**
 * Signs of conditions that need several runs to begin, in a single check: a command that checks once warns at once. Memory is no sign: a single
 * check doesn't show whether its total is a limit, and a healthy heap is nearly full.
 */

import { type ConditionPolicies, conditionPolicies } from '../../config/condition-policies';
import type { CheckResult } from '../../probe/check-result';
import { skewFoundBy } from '../../probe/clock-skew';
import type { Warning } from '../../probe/report';
import type { ConditionCode } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { daysPassed, describeExpiry } from './dates';

interface Sign extends Warning {
  readonly code: ConditionCode;
}

/**
 * Warnings, by the codes of their conditions; none of a condition that the config has switched off. A failing service has them too.
 * `ownSkewMs`: by how much the clocks of most services are ahead, so that the checker's own is suspected; 0 if it is not.
 */
export function firstSigns(check: CheckResult, ownSkewMs: number): readonly Sign[] {
  const policies = conditionPolicies(check.service);
  const all = [
    expiring(check, policies.certificate_expires_soon),
    clientExpiring(check, policies.client_certificate_expires_soon),
    skewed(check, policies.clock_skewed, ownSkewMs),
    degraded(check),
  ];
  return all.filter((sign): sign is Sign => sign !== null && policies[sign.code].do !== 'off');
}

/** Not if the certificate is why the service fails: the verdict names it already. */
function expiring(
  { certificate, reason, at }: CheckResult,
  { days }: ConditionPolicies['certificate_expires_soon'],
): Sign | null {
  if (certificate === null || reason === 'tls_certificate_expired') return null;
  if (daysPassed(certificate, days, at) === 0) return null;
  return { code: 'certificate_expires_soon', message: describeExpiry('certificate_expires_soon', certificate) };
}

function clientExpiring(
  { clientCertificate, at }: CheckResult,
  { days }: ConditionPolicies['client_certificate_expires_soon'],
): Sign | null {
  if (clientCertificate === undefined || daysPassed(clientCertificate, days, at) === 0) return null;
  const code = 'client_certificate_expires_soon';
  return { code, message: describeExpiry(code, clientCertificate) };
}

/** A single report does not distinguish a cache from a clock that is behind, unless a header shows the cache. */
function skewed(check: CheckResult, { byMs }: ConditionPolicies['clock_skewed'], ownSkewMs: number): Sign | null {
  const skewMs = skewFoundBy(check);
  if (skewMs === null || check.reason === 'report_stale' || Math.abs(skewMs - ownSkewMs) <= byMs) return null;
  const off = describeDuration(Math.round(Math.abs(skewMs) / 1_000) * 1_000);
  if (skewMs > 0)
    return {
      code: 'clock_skewed',
      message: `the timestamp of the report is ${off} ahead: the clock of the service is wrong`,
    };
  const who =
    check.cachedBy === undefined
      ? 'a cache answers, or the clock of the service is wrong'
      : `a cache answers, not the service (${check.cachedBy})`;
  return { code: 'clock_skewed', message: `the report is ${off} old: ${who}` };
}

function degraded({ report, message }: CheckResult): Sign | null {
  return report?.status === 'degraded' ? { code: 'reports_degraded', message } : null;
}
