/** `certificate_expires_soon` and `client_certificate_expires_soon`. */

import type * as makers from '../keys/values';
import { AT_ONCE, BETWEEN, type CertificateLife, type Look, OFF, on, simpleCondition } from './rule';

/** While a renewal reaches the machines in turn, old and new certificates take turns. */
const RENEWED_MS = 15 * 60_000;

const pace = () => ({ begins: AT_ONCE, ends: { runs: 3, ms: RENEWED_MS } });

const keys = ({ list, wholeNumber }: typeof makers) => ({
  days: list(wholeNumber(1, 365), 'expected a list of days')
    .max(10)
    // Before a certificate expires, the most first: people are notified at each of them.
    .transform((each) => [...new Set(each)].sort((left, right) => right - left))
    .optional(),
});

const defaults = { do: 'notify', days: [14, 7, 3, 1] } as const;

export const certificateExpiresSoon = simpleCondition({
  code: 'certificate_expires_soon',
  phrase: 'certificate expires soon',
  title: { subject: (service) => `The certificate of ${service}`, state: 'about to expire' },
  advice: 'Renew it, reload the server that presents it, and find out why it was not renewed in time.',
  meaning: 'A certificate of the chain expires soon. Notifies, again at each of the days.',
  keys,
  defaults,
  pace,
  look: ({ check: { certificate }, now }, { days }) => expiryLook('service', certificate, days, now),
  // The verdict names a certificate that has expired.
  firstSign: ({ check: { certificate, reason, at } }, { days }) =>
    reason === 'tls_certificate_expired' ? null : expirySign('service', certificate, days, at),
});

/** The dates of the certificate that the checker shows are known, whatever the service answers. */
export const clientCertificateExpiresSoon = simpleCondition({
  code: 'client_certificate_expires_soon',
  phrase: 'client certificate expires soon',
  title: { subject: (service) => `The client certificate for ${service}`, state: 'about to expire' },
  advice:
    'Issue a new client certificate and put it into its secret with its key: once it has expired, the service can no longer be checked.',
  meaning: 'The client certificate that the checker shows expires soon. Notifies, again at each of the days.',
  keys,
  defaults,
  pace,
  look: ({ check: { clientCertificate = null }, now }, { days }) => expiryLook('client', clientCertificate, days, now),
  firstSign: ({ check: { clientCertificate = null, at } }, { days }) =>
    expirySign('client', clientCertificate, days, at),
});

type Owner = 'service' | 'client';

function expiryLook(owner: Owner, certificate: CertificateLife | null, days: readonly number[], now: number): Look {
  if (certificate === null) return BETWEEN;
  const stage = daysPassed(certificate, days, now) - 1;
  return stage < 0 ? OFF : on(describeExpiry(owner, certificate), { stage });
}

function expirySign(
  owner: Owner,
  certificate: CertificateLife | null,
  days: readonly number[],
  now: number,
): string | null {
  const isSoon = certificate !== null && daysPassed(certificate, days, now) > 0;
  return isSoon ? describeExpiry(owner, certificate) : null;
}

const DAY_MS = 86_400_000;
/**
 * Certificates are renewed before this share of their lifetime is left. Sources: Certbot 4.0 ("Certificates now renew with 1/3rd of lifetime
 * left (or 1/2 of lifetime left, if the lifetime is shorter than 10 days)"); Go's autocert ("the lesser of 30 days or 1/3 of the certificate
 * lifetime").
 */
const LEFT_SHARE = 0.25;

/** Returns how many of the policy's days are passed. If the first comes before a usual renewal, all move closer to the expiry. */
function daysPassed({ expiresAt, lifetimeMs }: CertificateLife, days: readonly number[], now: number): number {
  const longest = Math.max(...days) * DAY_MS;
  const scale = lifetimeMs ? Math.min(1, (LEFT_SHARE * lifetimeMs) / longest) : 1;
  return days.filter((limit) => expiresAt - now < limit * DAY_MS * scale).length;
}

/** Returns `the TLS certificate expires in 5 days, on 2026-03-06`. */
function describeExpiry(owner: Owner, { daysLeft, expiresAt, name }: CertificateLife): string {
  const isOwn = owner === 'client';
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
