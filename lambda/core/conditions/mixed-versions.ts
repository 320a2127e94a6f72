/** `mixed_versions`: two versions that take turns. */

import { describeDuration } from '../words/duration';
import { AT_ONCE, BETWEEN, OFF, on, simpleCondition } from './rule';

/** A version that comes back this often is neither a rollout nor a rollback. */
const LEAST_TURNS = 4;
/** After this many times as long without a turn, it is over. */
const WINDOWS = 3;

export const mixedVersions = simpleCondition({
  code: 'mixed_versions',
  phrase: 'mixed versions',
  title: { state: 'of mixed versions' },
  advice: 'Has the last rollout finished on all machines? If so, two fleets answer at this address.',
  meaning: 'Versions alternate: a stuck rollout, or two fleets behind one name.',
  contracts: ['own', 'common'],
  keys: ({ duration }) => ({ for: duration(60_000, 86_400_000, '10m').optional() }),
  defaults: { do: 'show', forMs: 10 * 60_000 },
  pace: () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  look: ({ now, changes }, { forMs }, holds) => {
    const turns = changes.flatMap(({ at, version }) =>
      version && at > now - WINDOWS * forMs ? [{ at, ...version }] : [],
    );
    const first = turns[0];
    const last = turns.at(-1);
    if (first === undefined || last === undefined) return OFF;
    const returns = turns.filter(({ to }, index) => turns.slice(0, index + 1).some(({ from }) => from === to)).length;
    const isOn = turns.length >= LEAST_TURNS && returns >= LEAST_TURNS - 1 && last.at - first.at >= forMs;
    if (!isOn) return holds ? BETWEEN : OFF;
    const versions = [...new Set([last.to, last.from])].map((version) => `"${version}"`).join(' and ');
    return on(`the versions ${versions} have alternated for ${describeDuration(now - first.at)}`, { since: first.at });
  },
});
