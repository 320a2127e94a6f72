/** `clock_skewed`: the timestamp of the report is far from the time at which it came. */

import { describeDuration } from '../words/duration';
import { BETWEEN, OFF, on, simpleCondition } from './rule';

/** The condition ends once the clock is off by less than this share of the limit. */
const RIGHT_SHARE = 0.75;

export const clockSkewed = simpleCondition({
  code: 'clock_skewed',
  phrase: 'clock skewed',
  title: { subject: (service) => `The clock of ${service}`, state: 'off' },
  advice: 'Is the clock of its machine synchronized by NTP? Compare it with others.',
  meaning: 'The clock of the service is off.',
  contracts: ['own', 'common'],
  keys: ({ duration }) => ({ by: duration(1_000, 86_400_000, '1m').optional() }),
  defaults: { do: 'show', byMs: 60_000 },
  pace: () => ({ begins: { runs: 3, ms: 0 }, ends: { runs: 3, ms: 0 } }),
  look: ({ check, skewMs, ownSkewMs }, { byMs }) => {
    if (skewMs === null) return BETWEEN;
    const off = Math.abs(skewMs - ownSkewMs);
    if (off <= byMs) return off <= byMs * RIGHT_SHARE ? OFF : BETWEEN;
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    const cache = skewMs < 0 && check.cachedBy !== undefined ? `: a cache answers (${check.cachedBy})` : '';
    return on(`the timestamp is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}${cache}`);
  },
  firstSign: ({ check: { reason, cachedBy }, skewMs, ownSkewMs }, { byMs }) => {
    if (skewMs === null || reason === 'report_stale' || Math.abs(skewMs - ownSkewMs) <= byMs) return null;
    const off = describeDuration(Math.round(Math.abs(skewMs) / 1_000) * 1_000);
    if (skewMs > 0) return `the timestamp of the report is ${off} ahead: the clock of the service is wrong`;
    // A single report can't tell a cache from a clock that is behind, unless a header shows the cache.
    const cause =
      cachedBy === undefined
        ? 'a cache answers, or the clock of the service is wrong'
        : `a cache answers, not the service (${cachedBy})`;
    return `the report is ${off} old: ${cause}`;
  },
});
