/** `certificate_expires_soon`: a certificate of the chain that the service presents. */

import { AT_ONCE, BETWEEN, OFF, on, simpleRule } from './rule';

/** While a renewal reaches one machine after the other, old and new certificates take turns. */
const RENEWED_MS = 15 * 60_000;

/** Its stage counts the days of the policy that are passed. */
export const certificateExpiresSoon = simpleRule(
  'certificate_expires_soon',
  () => ({ begins: AT_ONCE, ends: { runs: 3, ms: RENEWED_MS } }),
  ({ check: { certificate } }, { days }) => {
    if (certificate === null) return BETWEEN;
    const { daysLeft, expiresAt, name } = certificate;
    const stage = days.filter((limit) => daysLeft < limit).length - 1;
    if (stage < 0) return OFF;
    const whose = name === undefined ? 'the TLS certificate' : `the certificate of ${name} in the TLS chain`;
    const date = new Date(expiresAt).toISOString().slice(0, 10);
    return on(`${whose} ${expiry(daysLeft)}, on ${date}`, { stage });
  },
);

function expiry(daysLeft: number): string {
  if (daysLeft < 0) return 'has expired';
  if (daysLeft === 0) return 'expires in less than a day';
  return `expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`;
}
