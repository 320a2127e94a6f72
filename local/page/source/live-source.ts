/** The facts of a watch after each run, for the page. */

import { EventEmitter } from 'node:events';
import type { Config } from '../../../lambda/core/config/config';
import type { Address } from '../../../lambda/core/documents/address';
import { type FiguresOf, gatherView } from '../../../lambda/core/documents/facts/gather-view';
import { timeShown } from '../../../lambda/core/documents/facts/incident-records';
import { withoutMonth } from '../../../lambda/core/documents/facts/listing';
import type { HistoryStore } from '../../../lambda/core/history/history-items';
import { createMonthReader, type MonthOf } from '../../../lambda/core/history/month';
import type { Run } from '../../../lambda/core/run/run';
import { type Planner, upcomingIn } from '../../../lambda/core/silences/maintenance';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Clock } from '../../../lambda/core/words/clock';
import { describeDuration } from '../../../lambda/core/words/duration';
import { factsFromRun, type RunResults } from '../../documents/run-facts';
import { createFiguresReader, createPastReader, NO_PAST, type Past } from './past-reader';
import type { Source } from './source';

export interface LiveSource extends Source {
  /** All states by service, also those of services that have left the config. */
  states(): ReadonlyMap<string, ServiceState>;
  /** Uses another config: its services are shown after its first run. */
  take(config: Config): void;
  /** Takes the results of a run. */
  update(run: Run): void;
  /** Takes the silences and acknowledgements since the last run. */
  silence(silences: Run['silences']): void;
}

/** `first` is the config of the first run, `before` has the states and silences before it, and `plannerOf` gives the maintenance of a config. */
export function createLiveSource(
  first: Config,
  history: Pick<HistoryStore, 'read'>,
  clock: Clock,
  before: Omit<RunResults, 'failures'>,
  plannerOf: (config: Config) => Planner = () => () => [],
): LiveSource {
  const news = new EventEmitter().setMaxListeners(0);
  const readFigures = (states: ReadonlyMap<string, ServiceState>) => createFiguresReader(states, history, clock);
  const readPast = ({ services }: Config, states: ReadonlyMap<string, ServiceState>) =>
    createPastReader(
      services.map(({ id }) => id),
      states,
      history,
      clock,
    );
  let config = first;
  let next = first;
  let facts = factsFromRun(config, { ...before, failures: [] });
  let past = readPast(config, facts.states);
  let figures = readFigures(facts.states);
  let lastRunEnd = clock.elapsed();
  /** The time of the last action that changed the silences. */
  let silencedAt = Number.NEGATIVE_INFINITY;
  const readMonth = createMonthReader(history);
  const gather = ({ bucketsOf, problem }: Past, figuresOf?: FiguresOf, monthOf?: MonthOf) => {
    const now = clock.now();
    return gatherView(config, {
      ...facts,
      now,
      upcoming: upcomingIn(plannerOf(config), now),
      bucketsOf,
      figuresOf: figuresOf ?? (() => null),
      monthOf,
      problems: problem === null ? facts.problems : [...facts.problems, problem],
    });
  };
  const known = () => gather(NO_PAST);
  // Of the time that is shown it is said why it is missing; without its month a service has no uptime.
  const monthOf = (address: Address) => readMonth(withoutMonth(known(), address), clock.now()).catch(() => undefined);
  return {
    known,
    find: async (address) => {
      const [shown, ofService, month] = await Promise.all([
        past(timeShown(known, address)),
        figures(address),
        monthOf(address),
      ]);
      return gather(shown, ofService, month);
    },
    states: () => facts.states,
    trouble: () => {
      const { problems, staleAfterMs } = facts;
      const sinceRunMs = clock.elapsed() - lastRunEnd;
      if (sinceRunMs > staleAfterMs) return `no run has been completed for ${describeDuration(sinceRunMs)}`;
      return problems.length > 0 ? `the last run had a problem: ${problems.join('; ')}` : null;
    },
    subscribe: (listener) => {
      news.on('run', listener);
      return () => news.off('run', listener);
    },
    take: (another) => {
      next = another;
    },
    update: (run) => {
      config = next;
      // A run that began before an action may have read the silences before it.
      const { silences } = run.startedAt > silencedAt ? run : facts;
      facts = factsFromRun(config, { ...run, silences });
      past = readPast(config, facts.states);
      figures = readFigures(facts.states);
      lastRunEnd = clock.elapsed();
      news.emit('run');
    },
    silence: (silences) => {
      silencedAt = clock.now();
      facts = { ...facts, silences };
      news.emit('run');
    },
  };
}
