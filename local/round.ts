/** One round of a watch for people: the table, the open incidents, and what went wrong on the checker's side. */

import { describeDuration } from '../lambda/core/duration';
import type { Run } from '../lambda/core/run';
import { renderRun } from './run-table';
import { columnsOf, type Terminal } from './terminal';

export function renderRound(run: Run, { color, out }: Pick<Terminal, 'color' | 'out'>): string {
  const incidents = [...run.states].flatMap(([service, { state }]) => {
    if (state.incident === null) return [];
    const { verdict, openedAt } = state.incident;
    return [`  incident: ${service} ${verdict} for ${describeDuration(run.startedAt - openedAt)}`];
  });
  const problems = problemsOf(run).map((problem) => `  problem: ${problem}`);
  return [renderRun(run, { color, columns: columnsOf(out) }), ...incidents, ...problems].join('\n');
}

/** What went wrong on the checker's side, in words. */
export function problemsOf({ failures }: Pick<Run, 'failures'>): string[] {
  return failures.map(({ service, message }) => `${service ? `${service}: ` : ''}${message}`);
}
