/** A run of a watch for people: the table, the checker's own problems, silences, and the open incidents that no row tells of. */

import { problemsOf } from '../../lambda/core/documents/words/problem-words';
import { ackLine, silenceLine } from '../../lambda/core/documents/words/silence-words';
import type { RunDocument } from '../documents/run-document';
import { cutAt, fitting, shorten, wrapAt } from './plain-table';
import { incidentRemark, incidentsWithoutRow } from './run-remarks';
import { renderRun, type TableOptions } from './run-table';
import { worstFirst, worstLast } from './shown-state';

export interface RunFrame {
  /** Paragraphs above the run. */
  readonly before: readonly string[];
  /** Paragraphs below the run. */
  readonly after: readonly string[];
}

/** If a screen is too small for all, a line in so many is for problems, silences and incidents, and at least one for each kind. */
const SHARE = 6;
/** A screen with fewer lines has no empty lines. */
const DENSE_BELOW = 20;

/**
 * The run in its frame, within the lines of the screen: services that need attention come first, and what does not fit is counted.
 * No trailing line break.
 */
export function renderFramedRun(run: RunDocument, { before, after }: RunFrame, options: TableOptions): string {
  const { columns, rows = Number.POSITIVE_INFINITY, atPrompt = false } = options;
  const wrap = (text: string, indent = '  ') => wrapAt(text, columns, '  ', indent).trimEnd().split('\n');
  const sorted = atPrompt ? worstLast(run) : worstFirst(run);
  const dense = rows < DENSE_BELOW;
  const isKept = (text: string) => text !== '' || !dense;
  const head = before.filter(isKept).flatMap((text) => wrap(text));
  const foot = after.filter(isKept).flatMap((text) => wrap(text));
  const remarks: readonly Remarks[] = [
    ['problem', renderProblems(run, columns).map((text) => text.split('\n'))],
    ['silence', renderSilences(run, columns).map((text) => text.split('\n'))],
    ['acknowledgement', renderAcks(run, columns).map((text) => text.split('\n'))],
    ['incident', incidentLines(sorted).map((line) => wrap(line, '    '))],
  ];
  const room = rows - head.length - foot.length;
  const kinds = remarks.filter(([, all]) => all.length > 0);
  const least = Math.min(linesOf(kinds), Math.max(kinds.length, Math.floor(room / SHARE)));
  const table = renderRun(sorted, { ...options, dense, rows: room - least }).split('\n');
  const shown: string[] = [];
  for (const [index, [name, all]] of kinds.entries()) {
    const left = room - table.length - shown.length;
    const later = kinds.slice(index + 1);
    const most = Math.max(left - linesOf(later), Math.min(left - later.length, Math.ceil(left / 2)));
    shown.push(...cutTo(all, most, name, columns));
  }
  return [...head, ...table, ...shown, ...foot].slice(0, rows).join('\n');
}

/** Paragraphs of the same kind, each as lines. */
type Remarks = readonly [name: string, all: readonly (readonly string[])[]];

function linesOf(remarks: readonly Remarks[]): number {
  return remarks.reduce((sum, [, all]) => sum + all.flat().length, 0);
}

/** The silences in force at the end of a run, as paragraphs within `columns`. */
export function renderSilences({ silences, at }: RunDocument, columns: number): string[] {
  return silences.map((silence) => wrapAt(silenceLine(silence, Date.parse(at)), columns, '  ', '    ').trimEnd());
}

/** The acknowledgements in force at the end of a run, as paragraphs within `columns`. */
export function renderAcks({ acks, at }: RunDocument, columns: number): string[] {
  return acks.map((ack) => wrapAt(ackLine(ack, Date.parse(at)), columns, '  ', '    ').trimEnd());
}

/** The checker's own problems, as paragraphs within `columns`. */
export function renderProblems({ failures }: RunDocument, columns: number): string[] {
  return problemsOf(failures).map((problem) => wrapAt(`problem: ${problem}`, columns, '  ', '    ').trimEnd());
}

function incidentLines(run: RunDocument): readonly string[] {
  return incidentsWithoutRow(run).map((incident) => `incident: ${incident.service} ${incidentRemark(incident)}`);
}

/** The paragraphs that fit into `rows`. The first is cut if it does not fit as a whole. */
function cutTo(all: Remarks[1], rows: number, name: string, columns: number): readonly string[] {
  const fitted = fitting(all, (lines) => lines, rows);
  const room = all.length === 1 ? rows : rows - 1;
  const [first = []] = all;
  const shown = fitted.length > 0 || room < 1 ? fitted : [cutBelow(first, room, columns)];
  const others = all.length - shown.length;
  if (others === 0) return shown.flat();
  const rest = `  and ${others}${shown.length > 0 ? ' more' : ''} ${name}${others === 1 ? '' : 's'}`;
  return [...shown.flat(), shorten(rest, columns)];
}

/** An ellipsis stands for the lines that are left out. */
function cutBelow(lines: readonly string[], rows: number, columns: number): readonly string[] {
  const last = cutAt(lines[rows - 1] ?? '', Math.max(1, columns - 1));
  return [...lines.slice(0, rows - 1), `${last}…`];
}
