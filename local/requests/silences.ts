/** Lists the silences in force, planned maintenance, and acknowledgements: what `statuswatch silence` prints without arguments. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import { byWhom } from '../../lambda/core/documents/words/silence-words';
import { isAck } from '../../lambda/core/silences/silence';
import type { SilenceDocument } from '../../lambda/core/silences/silence-document';
import { describeDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { jsonText } from '../../lambda/core/words/without-commands';
import { terminalColors } from '../terminal/colors';
import { areWithin, cutAt, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Output, type Terminal } from '../terminal/terminal';
import { type RequestOptions, request } from './request';

export async function silences(options: RequestOptions, terminal: Terminal): Promise<number> {
  const { silences: found } = await request({ silences: true }, 'silences', options, terminal);
  const text = options.json ? jsonText(found, 2) : render(found, systemClock.now(), terminal);
  terminal.out.write(`${text}\n`);
  return 0;
}

const NAMES = 3;

const TITLES = {
  id: 'ID',
  services: 'SERVICES',
  since: 'SINCE (UTC)',
  until: 'UNTIL (UTC)',
  left: 'TIME',
  by: 'BY',
  why: 'WHY',
};
type Row = Readonly<Record<keyof typeof TITLES, string>>;

/** A table if it fits into `width`; otherwise services, author and reason are below each row. */
function render(silences: readonly SilenceDocument[], now: number, { out, color }: Output): string {
  if (silences.length === 0) return '  Nothing is silenced.';
  const colors = terminalColors(color);
  const width = columnsOf(out);
  const rows = silences.map(
    ({ id, planned, services, from, until, untilWell, by, ...rest }): Row => ({
      id: planned ? colors.dim(id) : colors.bold(id),
      services: services === null ? 'all services' : nameSome(services, NAMES),
      since: timeText(from),
      until: untilWell ? `well, or ${timeText(until)}` : timeText(until),
      left:
        Date.parse(from) > now
          ? `in ${describeDuration(Date.parse(from) - now)}`
          : `${describeDuration(Date.parse(until) - now)} left`,
      by: by ?? '–',
      why: reasonText(rest) ?? '–',
    }),
  );
  const table = (columns: readonly (keyof Row)[]) =>
    layOutRows([
      columns.map((column) => colors.dim(TITLES[column])),
      ...rows.map((row) => columns.map((column) => row[column])),
    ]);
  const whole = table(['id', 'services', 'since', 'until', 'left', 'by', 'why']);
  if (areWithin(whole, width)) return whole.join('\n');
  const [header = '', ...lines] = table(['id', 'until', 'left']).map((line) => cutAt(line, width));
  const below = (index: number) => {
    const [{ services, since }, { from, by, ...rest }] = [rows[index], silences[index]] as [Row, SilenceDocument];
    const begin = Date.parse(from) > now ? 'from' : 'since';
    return [services, `${begin} ${since}${byWhom({ by, reason: reasonText(rest) })}`].map((text) =>
      wrapAt(`└ ${text}`, width, '    ', '      '),
    );
  };
  return [header, ...lines.flatMap((line, index) => [line, ...below(index)])].join('\n');
}

/** Returns `deploy 2.5.0`, or for an acknowledgement `acknowledged: it is the database`. */
function reasonText(silence: Pick<SilenceDocument, 'kind' | 'reason'>): string | null {
  const { reason } = silence;
  if (!isAck(silence)) return reason;
  return reason === null ? 'acknowledged' : `acknowledged: ${reason}`;
}

function timeText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)}`;
}
