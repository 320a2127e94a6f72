/** Durations and instants as people write them, and durations as they read them on a screen. */

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;
/** Each unit once at most, the larger before the smaller. */
const PATTERN = new RegExp(
  `^(?=.)${Object.keys(UNITS)
    .map((unit) => `(?:(\\d+(?:\\.\\d+)?)${unit})?`)
    .join('')}$`,
);

/** The longest silence or maintenance, in milliseconds. */
export const LONGEST_SILENCE_MS = 30 * UNITS.d;

/** The pattern that a fault names as right. */
export const DURATION_PATTERN = PATTERN.source;

/** `500ms`, `3s`, `1.5m`, `1h30m`, `1d` → whole milliseconds; `null` for anything else. */
export function parseDuration(text: string): number | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  return Math.round(Object.values(UNITS).reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0));
}

/** Whole milliseconds → the shortest exact text that `parseDuration` reads back: `60000` → `1m`, `1500` → `1500ms`. */
export function formatDuration(milliseconds: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    if (milliseconds > 0 && milliseconds % UNITS[unit] === 0) return `${milliseconds / UNITS[unit]}${unit}`;
  }
  return `${milliseconds}ms`;
}

/** Milliseconds → its two largest units, for people: `3 d 4 h`, `12 min`, `45 s`. Negative and non-finite read as `0 s`. */
export function describeDuration(milliseconds: number): string {
  const seconds = Number.isFinite(milliseconds) ? Math.max(0, Math.floor(milliseconds / 1_000)) : 0;
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

/** The largest unit alone: `3 d`, `12 min`, `45 s`. */
export function roughDuration(milliseconds: number): string {
  return describeDuration(milliseconds).split(' ').slice(0, 2).join(' ');
}

/** ISO 8601 with a zone. */
export const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?:Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970; `null` for a text without a zone, and for a day or a time that does not exist. */
export function parseInstant(text: string): number | null {
  const [, local] = INSTANT.exec(text) ?? [];
  const clock = Date.parse(`${local}Z`);
  const instant = Date.parse(text);
  if (local === undefined || Number.isNaN(clock) || Number.isNaN(instant)) return null;
  // Date.parse reads February 30 as March 2.
  return new Date(clock).toISOString().startsWith(local.slice(0, 16)) ? instant : null;
}

/**
 * A day or a time of UTC as the fields of a form give it (`2026-11-22`, `2026-11-22T09:41`), or an instant with a zone, in
 * milliseconds since 1970; `null` for anything else.
 */
export function parseTime(text: string): number | null {
  const withTime = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text;
  return parseInstant(withTime) ?? parseInstant(`${withTime}Z`);
}

/** An instant in milliseconds since 1970 → its time of day in UTC, to the minute: `09:27`. */
export function timeOfDay(instant: number): string {
  return new Date(instant).toISOString().slice(11, 16);
}
