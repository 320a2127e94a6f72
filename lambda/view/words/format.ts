/** Figures and times as people read them: the same on a terminal, a page and a dashboard. */

import { type Bucket, type Counts, failedChecks } from '../../core/history/bucket';
import type { Checked } from '../../core/probe/check-result';
import { type Figures, NO_FIGURES } from '../../core/probe/report';
import { FAILURE_KINDS } from '../../core/words/codes';
import { describeDuration } from '../../core/words/duration';

/** The text for an unknown value. */
export const NOTHING = '–';

/** `0.6 ms`, `38 ms`, `3.01 s`. */
export function describeMs(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${milliseconds.toFixed(milliseconds < 9.95 ? 1 : 0)} ms`;
}

const CENTURY_S = 100 * 365 * 86_400;

/** What a service says of itself, each as a text; a version as sent. */
export function figuresOf(report: Figures | null): { readonly [Figure in 'up' | 'memory' | 'version']: string } {
  const { uptime, memory, version } = report ?? NO_FIGURES;
  return { up: describeUptime(uptime), memory: describeMemory(memory), version: version ?? NOTHING };
}

/** How long its certificate is still good: `12 d`. */
export function describeCertificate({ certificate }: Pick<Checked, 'certificate'>): string {
  return certificate ? `${certificate.daysLeft} d` : NOTHING;
}

function describeUptime(seconds: number | null): string {
  if (seconds === null) return NOTHING;
  return seconds > CENTURY_S ? 'over 100 years' : describeDuration(seconds * 1_000);
}

/** Megabytes: `96 of 512 MB`, `96 MB`. */
function describeMemory({ used, total }: Figures['memory']): string {
  if (used === null) return NOTHING;
  return total === null ? `${Math.round(used)} MB` : `${Math.round(used)} of ${Math.round(total)} MB`;
}

/**
 * The share of `count` in `all`, in per cent: no finer than one of `all` is worth, or than a hundredth. If one failed, it
 * is not `100 %`; if one was well, it is not `0 %`.
 */
export function describeShare(count: number, all: number): string {
  if (all === 0) return NOTHING;
  const digits = Math.min(2, Math.max(0, Math.floor(Math.log10(all)) - 2));
  const step = 10 ** -digits;
  const rounded = Number(((count / all) * 100).toFixed(digits));
  const shown = count === 0 || count === all ? rounded : Math.min(100 - step, Math.max(step, rounded));
  return `${Number(shown.toFixed(digits))} %`;
}

/** `3 failed: 2 unreachable, 1 error`, `3 failed: error`, `all healthy`. */
export function failuresText(counts: Counts): string {
  const kinds = FAILURE_KINDS.filter((kind) => (counts.failures[kind] ?? 0) > 0);
  if (kinds.length === 0) return 'all healthy';
  const named = kinds.map((kind) => (kinds.length === 1 ? kind : `${counts.failures[kind]} ${kind}`));
  return `${failedChecks(counts)} failed: ${named.join(', ')}`;
}

/** What availability leaves out: `62 checks in maintenance left out`; `null` if it has all. */
export function describeLeftOut({ maintenance: { checks } }: Pick<Bucket, 'maintenance'>): string | null {
  return checks === 0 ? null : `${plural(checks, 'check')} in maintenance left out`;
}

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

const DAY_MS = 86_400_000;

/** `13:02:11 UTC` on the day of `now`, otherwise `2026-11-20 13:02 UTC`. */
export function describeInstant(milliseconds: number, now: number): string {
  const text = iso(milliseconds);
  const isToday = Math.floor(milliseconds / DAY_MS) === Math.floor(now / DAY_MS);
  return isToday ? `${text.slice(11, 19)} UTC` : `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
