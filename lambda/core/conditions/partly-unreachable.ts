/**
 * `partly_unreachable`: other regions reach a service that the checker does not. It takes the place of an outage, so it begins as soon as that would:
 * after `failureThreshold` runs. Retries and votes have already ruled out a single lost packet.
 */

import { OFF, on, simpleCondition } from './rule';

export const partlyUnreachable = simpleCondition({
  code: 'partly_unreachable',
  phrase: 'partly unreachable',
  title: { state: 'unreachable from some regions' },
  advice: 'Some users may not reach it: look at the network between the regions, at firewalls, DNS and the CDN.',
  meaning: 'Most regions of confirmFrom reach the service, but the checker does not. Notifies.',
  keys: () => ({}),
  defaults: { do: 'notify' },
  isAsSevereAsService: true,
  pace: (_, { alerts: { failureThreshold } }) => ({
    begins: { runs: failureThreshold, ms: 0 },
    ends: { runs: 3, ms: 0 },
  }),
  look: ({ check }) => (check.views === undefined ? OFF : on(check.message)),
});
