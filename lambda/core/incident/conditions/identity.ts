/** Conditions of the identity in a report: `wrong_environment` and `mixed_versions`. */

import * as v from 'valibot';
import { instant, line } from '../../fields/stored-value';
import { cleanText } from '../../words/clean-text';
import { describeDuration } from '../../words/duration';
import { AT_ONCE, BETWEEN, type Look, OFF, OVER, on, type Rule, simpleRule } from './rule';

/** An environment that is reported, and since when. */
interface Reported {
  readonly name: string;
  readonly since: number;
}

/** The environment that is taken as right, and another that may become it. */
interface Environments {
  readonly usual: Reported;
  readonly other: Reported | null;
}

const NAME_LENGTH = 60;
const reported = v.object({ name: line(NAME_LENGTH), since: instant });

export const wrongEnvironment: Rule<'wrong_environment', Environments> = {
  code: 'wrong_environment',
  pace: () => ({ begins: { runs: 2, ms: 0 }, ends: { runs: 3, ms: 0 } }),
  schema: v.object({ usual: reported, other: v.nullable(reported) }),
  look: ({ now, report, service: { environment: expected } }, { afterMs }, before) => {
    const environment = report?.environment ?? null;
    if (environment === null) return { look: BETWEEN, memory: before };
    const name = cleanText(environment, NAME_LENGTH);
    if (expected !== null) {
      const isRight = environment === cleanText(expected);
      return { look: isRight ? OFF : on(`the environment is "${name}", not "${expected}"`), memory: null };
    }
    const memory = afterReport(before, name, now, afterMs);
    const { usual } = memory;
    if (usual.name === name) return { look: usual.name === before?.usual.name ? OFF : OVER, memory };
    const isKnown = now - usual.since >= afterMs;
    return { look: isKnown ? on(`the environment is "${name}", it has been "${usual.name}" before`) : BETWEEN, memory };
  },
};

/** Another environment that has been reported alone for `afterMs` becomes the usual environment. */
function afterReport(before: Environments | null, name: string, now: number, afterMs: number): Environments {
  if (before === null) return { usual: { name, since: now }, other: null };
  const { usual, other } = before;
  if (usual.name === name) return other === null ? before : { usual, other: null };
  if (other?.name !== name) return { usual, other: { name, since: now } };
  return now - other.since >= afterMs ? { usual: other, other: null } : { usual, other };
}

/** A version that comes back this often is no rollout, and no rollback either. */
const LEAST_TURNS = 4;
/** After this many times as long without a turn, it is over. */
const WINDOWS = 3;

export const mixedVersions = simpleRule(
  'mixed_versions',
  () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  ({ now, changes }, { forMs }, holds): Look => {
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
    return on(`the versions ${versions} have taken turns for ${describeDuration(now - first.at)}`, { since: first.at });
  },
);
