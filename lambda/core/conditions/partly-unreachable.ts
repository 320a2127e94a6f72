/** `partly_unreachable`: other regions reach a service that the checker does not. */

import { AT_ONCE, OFF, on, simpleCondition } from './rule';

export const partlyUnreachable = simpleCondition({
  code: 'partly_unreachable',
  phrase: 'partly unreachable',
  title: { state: 'unreachable from some regions' },
  advice: 'Some users may not reach it: look at the network between the regions, at firewalls, DNS and the CDN.',
  meaning: 'Most regions of confirmFrom reach the service, but the checker does not. Notifies.',
  keys: () => ({}),
  defaults: { do: 'notify' },
  isAsSevereAsService: true,
  pace: () => ({ begins: AT_ONCE, ends: { runs: 3, ms: 0 } }),
  look: ({ check }) => (check.views === undefined ? OFF : on(check.message)),
});
