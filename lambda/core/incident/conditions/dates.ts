/** Conditions of dates and clocks: `certificate_expires_soon`, the same of the client certificate, and `clock_skewed`. */

import type { CertificateLife } from '../../probe/classify';
import { skewFoundBy } from '../../probe/clock-skew';
import { AT_ONCE, BETWEEN, type Look, OFF, on, simpleRule } from './rule';

/** While a renewal reaches the machines in turn, old and new certificates take turns. */
const RENEWED_MS = 15 * 60_000;

const expiryPace = () => ({ begins: AT_ONCE, ends: { runs: 3, ms: RENEWED_MS } });

export const certificateExpiresSoon = simpleRule(
  'certificate_expires_soon',
  expiryPace,
  ({ check: { certificate }, now }, { days }) => expiryLook('certificate_expires_soon', certificate, days, now),
);

/** Of the certificate that the checker shows: it is known from its values, whatever the service does with it. */
export const clientCertificateExpiresSoon = simpleRule(
  'client_certificate_expires_soon',
  expiryPace,
  ({ check: { clientCertificate = null }, now }, { days }) =>
    expiryLook('client_certificate_expires_soon', clientCertificate, days, now),
);

type ExpiryCode = 'certificate_expires_soon' | 'client_certificate_expires_soon';

function expiryLook(code: ExpiryCode, certificate: CertificateLife | null, days: readonly number[], now: number): Look {
  if (certificate === null) return BETWEEN;
  const stage = daysPassed(certificate, days, now) - 1;
  return stage < 0 ? OFF : on(describeExpiry(code, certificate), { stage });
}

const DAY_MS = 86_400_000;
/**
 * Certificates are renewed before this share of their lifetime is left. Sources: Certbot 4.0 ("Certificates now renew with 1/3rd of lifetime
 * left (or 1/2 of lifetime left, if the lifetime is shorter than 10 days)"); Go's autocert ("the lesser of 30 days or 1/3 of the certificate
 * lifetime").
 */
const LEFT_SHARE = 0.25;

/** Returns how many of the days of the policy are passed. If the first comes before a usual renewal, all are nearer to the end. */
export function daysPassed({ expiresAt, lifetimeMs }: CertificateLife, days: readonly number[], now: number): number {
  const longest = Math.max(...days) * DAY_MS;
  const scale = lifetimeMs ? Math.min(1, (LEFT_SHARE * lifetimeMs) / longest) : 1;
  return days.filter((limit) => expiresAt - now < limit * DAY_MS * scale).length;
}

/** `the TLS certificate expires in 5 days, on 2026-03-06`. */
export function describeExpiry(code: ExpiryCode, { daysLeft, expiresAt, name }: CertificateLife): string {
  const isOwn = code === 'client_certificate_expires_soon';
  const whole = isOwn ? 'your client certificate' : 'the TLS certificate';
  const chain = isOwn ? 'the chain of your client certificate' : 'the TLS chain';
  const whose = name === undefined ? whole : `the certificate of ${name} in ${chain}`;
  const [date, time = ''] = new Date(expiresAt).toISOString().split('T');
  return `${whose} ${expiry(daysLeft)}, on ${date}${daysLeft > 1 ? '' : ` at ${time.slice(0, 5)} UTC`}`;
}

function expiry(daysLeft: number): string {
  if (daysLeft < 0) return 'has expired';
  if (daysLeft === 0) return 'expires in less than a day';
  return `expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`;
}

/** A clock that is hardly off any more is right again: three quarters of the limit. */
const RIGHT_SHARE = 0.75;

export const clockSkewed = simpleRule(
  'clock_skewed',
  () => ({ begins: { runs: 3, ms: 0 }, ends: { runs: 3, ms: 0 } }),
  ({ check, ownSkewMs }, { byMs }) => {
    const skewMs = skewFoundBy(check);
    if (skewMs === null) return BETWEEN;
    const off = Math.abs(skewMs - ownSkewMs);
    if (off <= byMs) return off <= byMs * RIGHT_SHARE ? OFF : BETWEEN;
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    const cache = skewMs < 0 && check.cachedBy !== undefined ? `: a cache answers (${check.cachedBy})` : '';
    return on(`the timestamp is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}${cache}`);
  },
);
