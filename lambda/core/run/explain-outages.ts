/**
 * The phase *explain*, between *advance* and *mark*: adds clues to outages that fail, from a second check of a service that refuses and from
 * the checks of other services. It changes no verdict.
 */

import { answerClues } from '../incident/clues/answer-clues';
import { strongest } from '../incident/clues/clue-order';
import { lastFailure, NEEDED_FAILING, neededClue } from '../incident/clues/needed-failing';
import { createOthersFailing, type FailingService } from '../incident/clues/others-failing';
import { type Incident, openOutage, withIncident } from '../incident/incident';
import type { CheckResult, OtherOrigin } from '../probe/check-result';
import { checkWithOtherOrigin } from '../probe/other-origin';
import type { ServiceState } from '../state/service-state';
import { NEW_SNAPSHOT } from '../state/snapshot';
import { resultsBy } from '../words/time-limit';
import type { Advanced } from './advance';
import type { States } from './needed-services';
import { type Checking, FIRST_BATCH_MS, type Known, type Moment, type Watched } from './run-context';

/** How long alerts wait for second checks, in milliseconds. */
export const SECOND_LOOK_MS = 3_000;

/** A service whose outage fails. */
interface FailingOutage {
  readonly service: Advanced;
  readonly state: ServiceState;
  readonly outage: Incident;
}

/**
 * Returns the services with what explains their outages. `all` are the services of all batches; `null` if some checks are not done yet, so that
 * nothing is said about other services. `states` are those recorded after the checks. Never rejects.
 */
export async function explainOutages(
  advanced: readonly Advanced[],
  all: readonly Advanced[] | null,
  states: States,
  run: Checking & Moment & Watched & Pick<Known, 'known'>,
): Promise<readonly Advanced[]> {
  const failing = advanced.flatMap((service) => failingOutage(service) ?? []);
  if (failing.length === 0) return advanced;
  const origins = await lookAgain(failing, run);
  const othersOf = all && findOthersFailing(all, run);
  const explained = new Map(
    failing.map(({ service, state, outage }) => {
      const { id, check } = service;
      const otherOrigin = origins.get(id) ?? null;
      const clues = withNeededClue(withOriginClues(outage.clues, otherOrigin, check), service, outage, states, run);
      const others = othersOf === null ? outage.others : othersOf(id, state, outage);
      const next = withIncident(state, { ...outage, clues, others });
      if (otherOrigin === null || check === null) return [id, { ...service, next }];
      const latest = state.latest && { ...state.latest, otherOrigin };
      return [id, { ...service, check: { ...check, otherOrigin }, next: { ...next, latest } }];
    }),
  );
  return advanced.map((service) => explained.get(service.id) ?? service);
}

function failingOutage(service: Advanced): FailingOutage | null {
  const state = service.next;
  const outage = state && openOutage(state);
  return state === null || !outage?.failing ? null : { service, state, outage };
}

/** Checks services whose outage has just opened, and that refused every attempt, with another `Origin`. Returns the reports, by service. */
async function lookAgain(
  failing: readonly FailingOutage[],
  run: Checking & Moment & Pick<Known, 'known'>,
): Promise<ReadonlyMap<string, OtherOrigin>> {
  const until = Math.min(run.clock.elapsed() + SECOND_LOOK_MS, run.start + FIRST_BATCH_MS);
  const looking = failing.flatMap(({ service: { id, check, before } }) => {
    if (check?.isRefusedThroughout !== true || openOutage(before.state) !== null) return [];
    // If the state is unknown, we cannot tell whether an outage has just opened.
    if (!run.known.certain && before === NEW_SNAPSHOT) return [];
    return [checkWithOtherOrigin(check.service, until, run, run.signal).then((origin) => [id, origin] as const)];
  });
  if (looking.length === 0) return new Map();
  const answers = await resultsBy(looking, until, run.clock);
  return new Map(
    answers.flatMap((answer) => (answer === null || answer[1] === null ? [] : [[answer[0], answer[1]] as const])),
  );
}

function withOriginClues(
  clues: Incident['clues'],
  otherOrigin: OtherOrigin | null,
  check: CheckResult | null,
): Incident['clues'] {
  if (otherOrigin === null || check === null) return clues;
  return strongest([...answerClues({ otherOrigin, at: check.at }), ...clues]);
}

/** Adds the clue that a service that this one needs failed, once. */
function withNeededClue(
  clues: Incident['clues'],
  { id, now }: Advanced,
  { openedAt }: Incident,
  states: States,
  { needs }: Watched,
): Incident['clues'] {
  if (clues.some(({ code }) => code === NEEDED_FAILING)) return clues;
  const failures = (needs.get(id) ?? []).flatMap((needed) => {
    const state = states.get(needed);
    return (state && lastFailure(needed, state, now)) ?? [];
  });
  const clue = neededClue(openedAt, failures);
  return clue === null ? clues : strongest([...clues, clue]);
}

/** Makes the function that says which other services began to fail with an outage. */
function findOthersFailing(
  all: readonly Advanced[],
  { groups }: Watched,
): (id: string, state: ServiceState, outage: Incident) => Incident['others'] {
  const states = all.map(({ id, before, next }) => ({ id, state: next ?? before.state }));
  const find = createOthersFailing(
    states.flatMap(({ id, state }) => failingService(id, state, groups) ?? []),
    new Set(
      states.flatMap(({ state: { latest } }) => (latest?.kind === 'healthy' ? (latest.remoteAddress ?? []) : [])),
    ),
  );
  return (id, state, { openedAt }) => {
    const own = failingService(id, state, groups);
    return own && find(openedAt, own);
  };
}

function failingService(id: string, state: ServiceState, groups: Watched['groups']): FailingService | null {
  const since = (openOutage(state)?.failing ?? state.pending)?.since;
  if (since === undefined || state.latest === null || state.latest.kind === 'healthy') return null;
  return { id, since, address: state.latest.remoteAddress ?? null, group: groups.get(id) ?? null };
}
