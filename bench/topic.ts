/** A topic of the benchmark as a table: the figures side by side, and the targets. */

import Table from 'cli-table3';
import { formatSpread, type Spread } from './statistics';

export interface Topic {
  readonly title: string;
  /** An explanation of the figures, below the table. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** A row with a figure for each column, or the reason why it has none. */
export type Row =
  | {
      readonly name: string;
      readonly figures: readonly (Spread | string | null)[];
      readonly targets?: readonly Target[];
    }
  | { readonly name: string; readonly absent: string };

export interface Target {
  /** A text such as `CPU under 2 ms`. */
  readonly wanted: string;
  /** `null` if there is nothing to compare it with. */
  readonly met: boolean | null;
}

/** Whether a median is at most `limit`; `null` if either could not be measured. */
export function isWithin(spread: Spread | null, limit: number | null | undefined): boolean | null {
  return spread === null || limit === null || limit === undefined ? null : spread.median <= limit;
}

export function renderTopic({ title, note, columns, rows }: Topic): string {
  const table = new Table({ head: ['', ...columns, 'target'], style: { head: [], border: [] } });
  for (const row of rows) {
    if ('absent' in row) table.push([row.name, { colSpan: columns.length + 1, content: row.absent }]);
    else
      table.push([
        row.name,
        ...row.figures.map((figure) => (typeof figure === 'string' ? figure : formatSpread(figure))),
        (row.targets ?? []).map(describeTarget).join('\n'),
      ]);
  }
  return `${title}\n${table.toString()}\n${note}\n`;
}

function describeTarget({ wanted, met }: Target): string {
  if (met === null) return `${wanted}: not comparable`;
  return `${wanted}: ${met ? 'met' : 'MISSED'}`;
}
