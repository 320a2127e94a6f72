/** `statuswatch silences`: of whom nobody is notified now, until when, and why; and the maintenance that is planned. */

import { createColors } from 'picocolors';
import { systemClock } from '../../lambda/adapters/system-clock';
import type { SilenceDocument } from '../../lambda/core/silence/silence-document';
import { describeDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { layOutRows } from '../terminal/plain-table';
import type { Terminal } from '../terminal/terminal';
import { type RequestOptions, request } from './request';

export async function silences(options: RequestOptions, terminal: Terminal): Promise<number> {
  const { silences: found } = await request({ silences: true }, 'silences', options, terminal);
  const text = options.json ? JSON.stringify(found, null, 2) : render(found, systemClock.now(), terminal.color);
  terminal.out.write(`${text}\n`);
  return 0;
}

const NAMES = 3;

function render(silences: readonly SilenceDocument[], now: number, color: boolean): string {
  if (silences.length === 0) return '  Nothing is silenced.';
  const colors = createColors(color);
  return layOutRows([
    ['ID', 'SERVICES', 'SINCE (UTC)', 'UNTIL (UTC)', 'TIME', 'BY', 'WHY'].map((title) => colors.dim(title)),
    ...silences.map(({ id, planned, services, from, until, untilWell, by, reason }) => [
      planned ? colors.dim(id) : colors.bold(id),
      namesOf(services),
      timeOf(from),
      untilWell ? `well, or ${timeOf(until)}` : timeOf(until),
      Date.parse(from) > now
        ? `in ${describeDuration(Date.parse(from) - now)}`
        : `${describeDuration(Date.parse(until) - now)} left`,
      by ?? '–',
      reason ?? '–',
    ]),
  ]).join('\n');
}

function namesOf(services: readonly string[] | null): string {
  return services === null ? 'all' : nameSome(services, NAMES);
}

function timeOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)}`;
}
