/** Between *advance* and *mark*: services whose outage has just opened are looked at again. What that finds may explain the outage, and changes no verdict. */

import { answerClues } from '../incident/clues/answer-clues';
import { strongest } from '../incident/clues/clue-order';
import { type Incident, openOutage, withIncident } from '../incident/incident';
import type { CheckResult, OtherOrigin } from '../probe/check-result';
import { askWithOtherOrigin } from '../probe/other-origin';
import type { ServiceState } from '../state/service-state';
import { NEW_SNAPSHOT } from '../state/snapshot';
import { resultsBy } from '../words/time-limit';
import type { Advanced } from './advance';
import { FIRST_BATCH_MS, type RunContext } from './run-context';

/** The longest that alerts wait for it, in milliseconds. */
export const SECOND_LOOK_MS = 3_000;

/** The services, those that were looked at again with what that has explained. Never rejects. */
export async function lookAgain(advanced: readonly Advanced[], run: RunContext): Promise<readonly Advanced[]> {
  const until = Math.min(run.clock.elapsed() + SECOND_LOOK_MS, run.start + FIRST_BATCH_MS);
  const looking = advanced.flatMap((service) => {
    const outage = refusedOutage(service, run);
    return outage === null ? [] : [lookAt(service, outage, until, run)];
  });
  if (looking.length === 0) return advanced;
  const looked = await resultsBy(looking, until, run.clock);
  const found = new Map(looked.flatMap((service) => (service === null ? [] : [[service.id, service] as const])));
  return advanced.map((service) => found.get(service.id) ?? service);
}

/** A service whose outage has just opened, and what its check found. */
interface RefusedOutage {
  readonly check: CheckResult;
  readonly state: ServiceState;
  readonly outage: Incident;
}

/** `null` unless the check has opened an outage, and each of its attempts was refused. */
function refusedOutage({ check, before, next }: Advanced, { known }: RunContext): RefusedOutage | null {
  if (check?.isRefusedThroughout !== true || next === null) return null;
  // If the state is unknown, ask nothing more: we cannot tell whether an outage has just opened.
  if (!known.certain && before === NEW_SNAPSHOT) return null;
  const outage = openOutage(next);
  return outage === null || openOutage(before.state) !== null ? null : { check, state: next, outage };
}

async function lookAt(
  advanced: Advanced,
  { check, state, outage }: RefusedOutage,
  until: number,
  run: RunContext,
): Promise<Advanced> {
  const otherOrigin = await askWithOtherOrigin(check.service, until, run, run.signal);
  if (otherOrigin === null) return advanced;
  return {
    ...advanced,
    check: { ...check, otherOrigin },
    next: withOriginClue(state, outage, otherOrigin, check.at),
  };
}

function withOriginClue(state: ServiceState, outage: Incident, otherOrigin: OtherOrigin, at: number): ServiceState {
  const clues = strongest([...answerClues({ otherOrigin, at }), ...outage.clues]);
  return {
    ...withIncident(state, { ...outage, clues }),
    latest: state.latest && { ...state.latest, otherOrigin },
  };
}
