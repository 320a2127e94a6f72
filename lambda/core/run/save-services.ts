/** The phase *save*: the states of services, each unless another run saved first. */

import { saveState } from '../state/save-state';
import type { RunFailure } from '../words/run-failure';
import { resultsBy } from '../words/time-limit';
import type { CheckedService } from './checked-service';
import type { Known, Moment, Using } from './run-context';

export interface SaveResult {
  /** The services that were saved, and those that could not be saved. */
  readonly services: readonly CheckedService[];
  /** The services that another run saved first. */
  readonly lost: readonly CheckedService[];
  readonly failures: readonly RunFailure[];
}

/** The time limit of a save, in milliseconds. A slower save counts as failed, so as not to delay the alerts of other services. */
export const SAVE_LIMIT_MS = 5_000;

/** Saves the states that have changed. Never rejects. */
export async function saveServices(
  services: readonly CheckedService[],
  run: Pick<Moment, 'clock'> & Pick<Known, 'known'> & Using<'store'>,
): Promise<SaveResult> {
  const changed = services.filter(({ isChanged }) => isChanged);
  const until = run.clock.elapsed() + SAVE_LIMIT_MS;
  const saving = changed.map(({ id, snapshot, now }) =>
    saveState(id, snapshot, now, { store: run.outputs.store, certain: run.known.certain }),
  );
  const saved = await resultsBy(saving, until, run.clock);
  const outcomes = changed.map((service, index) => outcomeOf(service, saved[index] ?? null));
  return {
    services: [...services.filter(({ isChanged }) => !isChanged), ...outcomes.flatMap(({ after }) => after ?? [])],
    lost: outcomes.flatMap(({ before, after }) => (after === null ? [before] : [])),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

interface SaveOutcome {
  readonly before: CheckedService;
  /** `null` if another run saved first. */
  readonly after: CheckedService | null;
  readonly failures: readonly RunFailure[];
}

/** `saved` is `null` if the store has not answered in time. */
function outcomeOf(before: CheckedService, saved: Awaited<ReturnType<typeof saveState>> | null): SaveOutcome {
  // An unreachable store is reported only once.
  const failuresOf = (failures: readonly RunFailure[]) => (before.mayRepeat ? [] : failures);
  if (saved === null) {
    const message = `the state can't be saved: no answer within ${SAVE_LIMIT_MS} ms`;
    const snapshot = { ...before.snapshot, unsaved: true };
    return {
      before,
      after: { ...before, snapshot, isChanged: false, mayRepeat: true },
      failures: failuresOf([{ output: 'store', service: before.id, message }]),
    };
  }
  if (saved.snapshot === null) return { before, after: null, failures: [] };
  const { snapshot } = saved;
  return {
    before,
    after: { ...before, snapshot, isChanged: false, mayRepeat: snapshot.unsaved },
    failures: failuresOf(saved.failures),
  };
}
