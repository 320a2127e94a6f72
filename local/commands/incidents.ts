/** `statuswatch incidents`: the incidents that a watch or a deployment has stored, open and past. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import { type IncidentDocument, incidentDocuments } from '../../lambda/core/documents/incident-document';
import { holdParts, partsText } from '../../lambda/core/documents/words/hold-words';
import { incidentText, spentWords } from '../../lambda/core/documents/words/incident-words';
import { statesIn, unreadableText } from '../../lambda/core/state/stored-state';
import type { IncidentKind } from '../../lambda/core/words/codes';
import { describeDuration } from '../../lambda/core/words/duration';
import { DEPLOYMENT } from '../../lambda/core/words/ids';
import { thousands } from '../../lambda/core/words/plural';
import { jsonText } from '../../lambda/core/words/without-commands';
import { type ArchiveOptions, openArchive } from '../archive/open-archive';
import { incidentFilterOf } from '../input/incident-filter';
import { type Colors, terminalColors } from '../terminal/colors';
import { areWithin, cutAt, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';

export interface IncidentsOptions extends ArchiveOptions {
  /** The id of a service. */
  readonly service?: string;
  /** A duration before now, or an instant. */
  readonly since?: string;
  readonly kind?: IncidentKind;
  readonly json?: boolean;
}

export async function incidents(options: IncidentsOptions, terminal: Terminal): Promise<number> {
  const { deployed, service: named } = options;
  const now = systemClock.now();
  const archive = await openArchive(options, terminal);
  const { services } = await archive.readConfig();
  // Of a table only the named service is read, even if it has left the config.
  const wanted = deployed === undefined || named === undefined ? null : [named];
  const read = [
    ...(named === DEPLOYMENT ? [] : [await archive.readStates(wanted)]),
    await archive.readStates([DEPLOYMENT]),
  ];
  const { states, unreadable } = statesIn(read.flatMap((found) => found.states));
  for (const complaint of [...read.flatMap(({ damaged }) => damaged), ...unreadable.map(unreadableText)])
    terminal.err.write(`statuswatch: ${complaint}\n`);
  const ids = [...new Set([...services.map(({ id }) => id), ...states.keys()])];
  const documents = [...incidentDocuments(states, now, incidentFilterOf(options, ids, now))];
  const text = options.json ? jsonText(documents, 2) : renderIncidents(documents, options, terminal);
  terminal.out.write(`${text}\n`);
  return 0;
}

function renderIncidents(
  documents: readonly IncidentDocument[],
  { service, since, kind }: IncidentsOptions,
  { color, out }: Terminal,
): string {
  if (documents.length === 0) {
    const isAll = service === undefined && since === undefined && kind === undefined;
    return `  No incidents${isAll ? '' : ' of these'}, open or past.`;
  }
  const colors = terminalColors(color);
  const width = columnsOf(out);
  const table = [
    ['STATE', 'SERVICE', 'SINCE (UTC)', 'LENGTH', 'FAILED CHECKS'].map((title) => colors.dim(title)),
    ...documents.map(({ kind, open, service, openedAt, durationSeconds, failedRuns }) => [
      stateText(open, kind, colors),
      colors.bold(service),
      `${openedAt.slice(0, 10)} ${openedAt.slice(11, 19)}`,
      describeDuration(durationSeconds * 1_000),
      kind === 'outage' ? thousands(failedRuns) : '–',
    ]),
  ];
  // On a narrow terminal the last columns are left out.
  const layouts = table[0]?.map((_, index) => layOutRows(table.map((row) => row.slice(0, row.length - index)))) ?? [];
  const fitting = layouts.find((lines) => areWithin(lines, width)) ?? layouts.at(-1) ?? [];
  const [header = '', ...rows] = fitting.map((line) => cutAt(line, width));
  const now = systemClock.now();
  const remarks = documents.map((document) =>
    [
      incidentText(document),
      ...(document.spentBy.length === 0 ? [] : [spentWords(document.spentBy)]),
      ...document.clues.map(({ message }) => `clue: ${message}`),
      ...holdParts(document, now).map((parts) => partsText(parts, now)),
    ].map((text) => wrapAt(`└ ${text}`, width, '    ', '      ')),
  );
  return [header, ...rows.flatMap((row, index) => [row, ...(remarks[index] ?? [])])].join('\n');
}

function stateText(open: boolean, kind: IncidentKind, colors: Colors): string {
  if (!open) return colors.green('✓ resolved');
  return kind === 'outage' ? colors.red('✕ open') : colors.amber('▲ open');
}
