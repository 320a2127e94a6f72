/** A run for people: the table, the checker's own problems, silences, and the open incidents that no row tells of. */

import { problemsOf } from '../../lambda/core/documents/words/problem-words';
import { ackLine, silenceLine } from '../../lambda/core/documents/words/silence-words';
import type { RunDocument } from '../documents/run-document';
import { cutAt, wrapAt } from './plain-table';
import { incidentRemark, incidentsWithoutRow } from './run-remarks';
import { renderRun, type TableOptions } from './run-table';
import { worstFirst, worstLast } from './shown-state';

export interface RunFrame {
  /** Paragraphs above the run. */
  readonly before: readonly string[];
  /** Paragraphs below the run. */
  readonly after: readonly string[];
}

/** The most that problems, silences and incidents take of a screen that is too small for all. */
const SHARE = 1 / 3;

/**
 * The run in its frame, within the lines of the screen: services that need attention come first, and what does not fit is counted.
 * No trailing line break.
 */
export function renderFramedRun(run: RunDocument, { before, after }: RunFrame, options: TableOptions): string {
  const { columns, rows = Number.POSITIVE_INFINITY, atPrompt = false } = options;
  const wrap = (text: string, indent = '  ') => wrapAt(text, columns, '  ', indent).trimEnd().split('\n');
  const sorted = atPrompt ? worstLast(run) : worstFirst(run);
  const head = before.flatMap((text) => wrap(text));
  const foot = after.flatMap((text) => wrap(text));
  const room = rows - head.length - foot.length;
  const remarks = remarksOn(sorted).flatMap((text) => wrap(text, '    '));
  const wholeTable = renderRun(sorted, { ...options, rows: Number.POSITIVE_INFINITY }).split('\n').length;
  const shown = remarksWithin(remarks, Math.max(1, Math.floor(room * SHARE), room - wholeTable), columns);
  const table = renderRun(sorted, { ...options, rows: room - shown.length }).split('\n');
  return [...head, ...table, ...shown, ...foot].slice(0, rows).join('\n');
}

function remarksOn(run: RunDocument): readonly string[] {
  const at = Date.parse(run.at);
  return [
    ...problemsOf(run.failures).map((problem) => `problem: ${problem}`),
    ...run.silences.map((silence) => silenceLine(silence, at)),
    ...run.acks.map((ack) => ackLine(ack, at)),
    ...incidentsWithoutRow(run).map((incident) => `incident: ${incident.service} ${incidentRemark(incident)}`),
  ];
}

function remarksWithin(lines: readonly string[], rows: number, columns: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const shown = lines.slice(0, rows - 1);
  return [...shown, cutAt(`  and ${lines.length - shown.length} more lines`, columns)];
}
