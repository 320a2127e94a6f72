/** Reads the options that name the time of a report. */

import { DAY_MS, type Period } from '../../lambda/core/documents/report/period';
import { HISTORY_KEPT_DAYS } from '../../lambda/core/history/history-items';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { parseDuration, parseInstant } from '../../lambda/core/words/duration';
import { UserError } from '../input/user-error';

export interface PeriodOptions {
  readonly last?: string;
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
}

const DEFAULT_LAST = '30d';
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Returns the period of the options, in whole UTC hours; a period that has not ended ends with the current hour. `now` in milliseconds
 * since 1970. Throws a `UserError` with the expected form.
 */
export function readPeriod(options: PeriodOptions, now: number): Period {
  const { last, month, from, to } = options;
  const named = (['last', 'month', 'from'] as const).filter((name) => options[name] !== undefined);
  if (named.length > 1) {
    throw new UserError(`${named.map((name) => `--${name}`).join(' and ')} exclude each other: use one of them`);
  }
  if (to !== undefined && from === undefined) throw new UserError('--to needs --from');
  const end = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
  if (month !== undefined) return notBeyond(monthOf(month), end, '--month', month);
  if (from !== undefined) return between(from, to, end);
  return { from: end - lengthOf(last ?? DEFAULT_LAST), to: end };
}

function lengthOf(text: string): number {
  const length = parseDuration(text);
  if (length === null || length < HOUR_MS || length % HOUR_MS !== 0) {
    throw new UserError(`--last is "${text}"; expected whole hours or days, such as 24h or 30d`);
  }
  if (length > HISTORY_KEPT_DAYS.days * DAY_MS) {
    throw new UserError(`--last is "${text}"; history is stored for ${HISTORY_KEPT_DAYS.days}d`);
  }
  return length;
}

function monthOf(text: string): Period {
  const [, year, month] = MONTH.exec(text) ?? [];
  if (month === undefined) throw new UserError(`--month is "${text}"; expected a month, such as 2026-10`);
  return { from: Date.UTC(Number(year), Number(month) - 1), to: Date.UTC(Number(year), Number(month)) };
}

function between(fromText: string, toText: string | undefined, end: number): Period {
  const from = instantOf('--from', fromText);
  // A day as the end belongs to the period.
  const to = toText === undefined ? end : instantOf('--to', toText) + (DAY.test(toText) ? DAY_MS : 0);
  if (from < end && to > Math.ceil(end / DAY_MS) * DAY_MS) throw inFuture('--to', String(toText));
  const period = notBeyond({ from, to }, end, '--from', fromText);
  if (period.from >= period.to) throw new UserError(`--from is "${fromText}", which is not before --to, "${toText}"`);
  return period;
}

function notBeyond({ from, to }: Period, end: number, option: string, text: string): Period {
  if (from >= end) throw inFuture(option, text);
  return { from, to: Math.min(to, end) };
}

function inFuture(option: string, text: string): UserError {
  return new UserError(`${option} is "${text}", which is in the future`);
}

/** Parses a UTC day, or an instant on a whole UTC hour. */
function instantOf(option: string, text: string): number {
  const instant = parseInstant(DAY.test(text) ? `${text}T00:00Z` : text);
  if (instant === null || instant % HOUR_MS !== 0) {
    throw new UserError(
      `${option} is "${text}"; expected a day or a whole UTC hour, such as 2026-10-01 or 2026-10-01T06:00Z`,
    );
  }
  return instant;
}
