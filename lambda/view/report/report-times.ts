/** The times of a report, as its page shows them. */

import type { ReportDocument } from '../../core/documents/report/report-document';
import { shortDay } from '../../core/documents/words/days';
import { plural } from '../../core/documents/words/format';
import { timeOfDay } from '../../core/words/duration';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `25 Oct 11:00 – 24 Nov 2026, 10:20 UTC (30 days), compared with the 30 days before`; a period that has not ended ends when the report is made. */
export function spanText(report: ReportDocument): string {
  const { period, madeAt } = report;
  const from = Date.parse(period.from);
  const end = Math.min(Date.parse(period.to), Date.parse(madeAt));
  const length = lengthText(Date.parse(period.to) - from);
  const year = new Date(end).getUTCFullYear();
  const compared = !isBeforeKnown(report) ? '' : `, compared with the ${length} before`;
  return `${shortDay(from, end)} ${timeOfDay(from)} – ${shortDay(end, end)} ${year}, ${timeOfDay(end)} UTC (${length})${compared}`;
}

/** Whether figures can be held against those of the period before: not if the history begins within it. */
export function isBeforeKnown({ before, totals }: ReportDocument): boolean {
  const { knownSince } = totals;
  return totals.before.checks > 0 && knownSince !== null && Date.parse(knownSince) < Date.parse(before.from) + DAY_MS;
}

function lengthText(milliseconds: number): string {
  return milliseconds % DAY_MS === 0
    ? plural(milliseconds / DAY_MS, 'day')
    : plural(Math.round(milliseconds / HOUR_MS), 'hour');
}

/** `day`, `hour`, `7 days`: the length of a part of a period. */
export function stepText(milliseconds: number): string {
  const text = lengthText(milliseconds);
  return text.startsWith('1 ') ? text.slice(2) : text;
}
