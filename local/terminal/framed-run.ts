/** One run of a watch for people: the table, what went wrong on the checker's side, silences, and the open incidents. */

import { distinctIncidents } from '../../lambda/core/incident/incident';
import { describeIncidentLength } from '../../lambda/core/incident/incident-length';
import { VERDICT_PHRASES } from '../../lambda/core/message/verdict-phrase';
import type { Run } from '../../lambda/core/run/run';
import { silencedServices } from '../../lambda/core/run/silenced-services';
import { silenceOfService } from '../../lambda/core/silence/in-force';
import { incidentWords } from '../../lambda/view/incident-words';
import { silenceLine, silenceWord } from '../../lambda/view/silence-words';
import { fitting, wrapAt } from './plain-table';
import { renderRun, type TableOptions } from './run-table';
import { worstFirst } from './shown-state';

export interface RunFrame {
  /** Paragraphs above the run. */
  readonly before: readonly string[];
  /** Paragraphs below the run. */
  readonly after: readonly string[];
}

/** If a screen is too small for all, one line in so many is for problems, silences and incidents, and at least so many lines are. */
const SHARE = 6;
const LEAST_LINES = 4;

/**
 * The run in its frame, within the lines that there are: services that need attention come first, and what does not fit
 * is counted. No trailing line break.
 */
export function renderFramedRun(run: Run, { before, after }: RunFrame, options: TableOptions): string {
  const { columns, rows = Number.POSITIVE_INFINITY } = options;
  const wrap = (text: string, indent = '  ') => wrapAt(text, columns, '  ', indent).trimEnd().split('\n');
  const head = before.flatMap((text) => wrap(text));
  const foot = after.flatMap((text) => wrap(text));
  const remarks: readonly Remarks[] = [
    ['problem', renderProblems(run, columns).map((text) => text.split('\n'))],
    ['silence', renderSilences(run, columns).map((text) => text.split('\n'))],
    ['incident', incidentsOf(run).map((incident) => wrap(`incident: ${incident}`, '    '))],
  ];
  const room = rows - head.length - foot.length;
  const least = Math.min(linesOf(remarks), Math.max(LEAST_LINES, Math.floor(room / SHARE)));
  const table = renderRun({ ...run, results: worstFirst(run) }, { ...options, rows: room - least }).split('\n');
  const shown: string[] = [];
  for (const [index, [name, all]] of remarks.entries()) {
    const left = room - table.length - shown.length;
    const others = linesOf(remarks.slice(index + 1));
    shown.push(...cutTo(all, Math.max(left - others, Math.ceil(left / 2)), name));
  }
  return [...head, ...table, ...shown, ...foot].slice(0, rows).join('\n');
}

/** Paragraphs of one kind, each as lines. */
type Remarks = readonly [name: string, all: readonly (readonly string[])[]];

function linesOf(remarks: readonly Remarks[]): number {
  return remarks.reduce((sum, [, all]) => sum + all.flat().length, 0);
}

/** The silences that hold at the end of a run, as paragraphs within `columns`. */
export function renderSilences(run: Run, columns: number): string[] {
  const { silences, now } = silencedServices(run);
  return silences.map((silence) => wrapAt(silenceLine(silence, now), columns, '  ', '    ').trimEnd());
}

/** What went wrong on the checker's side, as paragraphs within `columns`. */
export function renderProblems(run: Pick<Run, 'failures'>, columns: number): string[] {
  return problemsOf(run).map((problem) => wrapAt(`problem: ${problem}`, columns, '  ', '    ').trimEnd());
}

/** What went wrong on the checker's side, in words. */
export function problemsOf({ failures }: Pick<Run, 'failures'>): string[] {
  return failures.map(({ service, message }) => `${service ? `${service}: ` : ''}${message}`);
}

function incidentsOf(run: Run): string[] {
  const { states, startedAt } = run;
  const { silences, now } = silencedServices(run);
  return [...states].flatMap(([service, { state }]) => {
    // A condition stands below the row of its service.
    const incidents = distinctIncidents(state.open).filter(({ kind }) => kind !== 'condition');
    return incidents.map((incident) => {
      const { verdict, openedAt } = incident;
      const silence = silenceOfService(silences, { id: service, failingSince: openedAt }, now);
      const silenced = silence ? ` (${silenceWord(silence)})` : '';
      const what = incidentWords(incident) ?? VERDICT_PHRASES[verdict];
      return `${service} ${what} for ${describeIncidentLength(openedAt, startedAt)}${silenced}`;
    });
  });
}

function cutTo(all: readonly (readonly string[])[], rows: number, name: string): readonly string[] {
  const shown = fitting(all, (lines) => lines, rows);
  const others = all.length - shown.length;
  if (others === 0) return shown.flat();
  return [...shown.flat(), `  and ${others}${shown.length > 0 ? ' more' : ''} ${name}${others === 1 ? '' : 's'}`];
}
