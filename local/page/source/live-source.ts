/** The facts of a watch after each run, for the page. */

import { EventEmitter } from 'node:events';
import type { Config } from '../../../lambda/core/config/config';
import { gatherView, type Past } from '../../../lambda/core/documents/facts/gather-view';
import { timeShown } from '../../../lambda/core/documents/facts/incident-records';
import { withoutMonth } from '../../../lambda/core/documents/facts/listing';
import type { HistoryStore } from '../../../lambda/core/history/history-items';
import { createMonthReader } from '../../../lambda/core/history/month';
import type { Run } from '../../../lambda/core/run/run';
import { type Planner, upcomingIn } from '../../../lambda/core/silences/maintenance';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Clock } from '../../../lambda/core/words/clock';
import { describeDuration } from '../../../lambda/core/words/duration';
import { factsFromRun, type RunResults } from '../../documents/run-facts';
import { createFiguresReader, createPastReader } from './past-reader';
import type { Source } from './source';

export interface LiveSource extends Source {
  /** All states by service, also those of services that have left the config. */
  states(): ReadonlyMap<string, ServiceState>;
  /** Uses another config: its services are shown after its first run. */
  take(config: Config): void;
  /** Shows the results of a run. */
  update(run: Run): void;
  /** Shows the silences and acknowledgements since the last run. */
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
  const gather = (problems = facts.problems, histories: Past = {}) => {
    const now = clock.now();
    return gatherView(config, { ...facts, now, upcoming: upcomingIn(plannerOf(config), now), problems }, histories);
  };
  return {
    known: () => gather(),
    find: async (address) => {
      const problems = [...facts.problems];
      const histories: Past = {};
      const known = gather(problems, histories);
      const [{ bucketsOf, problem }, figuresOf, monthOf] = await Promise.all([
        past(timeShown(known, address)),
        figures(address),
        // Without its month a service has no uptime; `problem` says that the store can't be read.
        readMonth(withoutMonth(known, address), known.now).catch(() => undefined),
      ]);
      Object.assign(histories, { bucketsOf, figuresOf, monthOf });
      if (problem !== null) problems.push(problem);
      return known;
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
