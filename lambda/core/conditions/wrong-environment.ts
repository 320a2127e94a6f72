/** `wrong_environment`: a report that names another environment than the config, or than before. */

import * as v from 'valibot';
import { instant, line } from '../fields/stored-value';
import { cleanText } from '../words/clean-text';
import { BETWEEN, condition, OFF, OVER, on } from './rule';

const NAME_LENGTH = 60;
/** An environment that is reported, and since when. */
const reported = v.object({ name: line(NAME_LENGTH), since: instant });

/** The environment that is taken as right, and another that may become it. */
const environmentsSchema = v.object({ usual: reported, other: v.nullable(reported) });
type Environments = Readonly<v.InferOutput<typeof environmentsSchema>>;

/** Without a setting, the environment that has been reported for so long is right. */
export const wrongEnvironment = condition({
  code: 'wrong_environment',
  phrase: 'wrong environment',
  title: { state: 'in the wrong environment' },
  advice: 'Does the address lead to the right deployment, and was the right config deployed there?',
  meaning: 'The report names another environment. Notifies if the key environment is set.',
  contracts: ['own'],
  keys: ({ duration }) => ({ after: duration(60_000, 7 * 86_400_000, '1d').optional() }),
  defaults: { do: 'show', afterMs: 86_400_000 },
  notifiesIf: ({ environment }) => environment !== null,
  pace: () => ({ begins: { runs: 2, ms: 0 }, ends: { runs: 3, ms: 0 } }),
  schema: environmentsSchema,
  look: ({ now, report, service: { environment: expected } }, { afterMs }, before: Environments | null) => {
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
});

/** Another environment that has been reported alone for `afterMs` becomes the usual environment. */
function afterReport(before: Environments | null, name: string, now: number, afterMs: number): Environments {
  if (before === null) return { usual: { name, since: now }, other: null };
  const { usual, other } = before;
  if (usual.name === name) return other === null ? before : { usual, other: null };
  if (other?.name !== name) return { usual, other: { name, since: now } };
  return now - other.since >= afterMs ? { usual: other, other: null } : { usual, other };
}
