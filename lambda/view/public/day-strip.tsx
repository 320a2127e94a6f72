/** The strip of 90 days of a component: a bar a day, by colour and by height. Equal days in a row are one line of dashes. */

import { raw } from 'hono/html';
import type { PublicUptime } from '../../core/documents/public/public-status';
import { plural } from '../../core/documents/words/format';
import { shareWords } from './public-words';

/** The width of a bar; the rest of 1 is the gap behind it. */
const BAR = 0.75;
const HEIGHT = 24;
/** The width of a file, in pixels for each day. */
const STEP = 4;

/** The lowest share of each level, and its colour for a file that stands by itself: it is visible on light and on dark. */
const LEVELS = {
  good: { from: 0.999, height: 16, color: '#2da44e' },
  fair: { from: 0.95, height: 20, color: '#bf8700' },
  poor: { from: 0, height: HEIGHT, color: '#e5534b' },
  none: { from: Number.NEGATIVE_INFINITY, height: 4, color: '#8b949e' },
} as const;
const DASHES = `${BAR} ${1 - BAR}`;
type Level = keyof typeof LEVELS;
const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

function levelOf(share: number | null): Level {
  if (share === null) return 'none';
  return LEVEL_NAMES.find((level) => share >= LEVELS[level].from) ?? 'none';
}

interface StripProps {
  readonly uptime: PublicUptime;
  /** The day of the first bar, in milliseconds since 1970. */
  readonly from: number;
}

/** The style of the bars on the page, which has its own colour for each level. */
export const STRIP_STYLE = [
  `.days path{stroke-dasharray:${DASHES}}`,
  ...LEVEL_NAMES.map((level) => `.days .${level}{stroke:var(--${level});stroke-width:${LEVELS[level].height}}`),
].join('\n');

/** A picture, with one sentence for people who don't see it. */
export function DayStrip(props: StripProps) {
  return (
    <svg class="days" viewBox={viewBoxOf(props.uptime)} preserveAspectRatio="none" role="img">
      <title>{stripWords(props)}</title>
      {raw(barsOf(props.uptime, (level) => `class="${level}"`))}
    </svg>
  );
}

/** The same as a file, to be shown anywhere. */
export function stripFile(props: StripProps): string {
  const { days } = props.uptime;
  const size = `width="${days.length * STEP}" height="${HEIGHT}" viewBox="${viewBoxOf(props.uptime)}"`;
  const bars = barsOf(props.uptime, (level) => {
    const { color, height } = LEVELS[level];
    return `stroke="${color}" stroke-width="${height}" stroke-dasharray="${DASHES}"`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${stripWords(props)}</title>${bars}</svg>\n`;
}

function viewBoxOf({ days }: PublicUptime): string {
  return `0 0 ${days.length} ${HEIGHT}`;
}

/** The most days that are named, the worst first. */
const MOST_NAMED = 3;
const DAY_MS = 86_400_000;

function stripWords({ uptime: { share, days }, from }: StripProps): string {
  if (share === null) return 'Nothing is known of the last days';
  const known = days.flatMap((day, index) => (day === null ? [] : [{ share: day, index }]));
  const worse = known.filter((day) => levelOf(day.share) !== 'good').sort((left, right) => left.share - right.share);
  const named = worse.slice(0, MOST_NAMED).map((day) => {
    const date = new Date(from + day.index * DAY_MS).toISOString().slice(0, 10);
    return `${shareWords(day.share)} on ${date}`;
  });
  const rest = worse.length > named.length ? ` and ${worse.length - named.length} more days` : '';
  return `Available ${shareWords(share)} of ${plural(known.length, 'day')}${named.length === 0 ? '' : `; ${named.join(', ')}${rest}`}`;
}

/** Markup of numbers alone: a path for each level, from each run of bars to the next. */
function barsOf({ days }: PublicUptime, style: (level: Level) => string): string {
  return LEVEL_NAMES.map((level) => {
    const runs = runsOf(days.map((share) => levelOf(share) === level));
    const lines = runs.map(([first, last], index) => {
      const before = runs[index - 1]?.[1];
      const to = before === undefined ? `M${first} ${HEIGHT - LEVELS[level].height / 2}` : `m${first - before - 1} 0`;
      return `${to}h${last + 1 - first}`;
    });
    return lines.length === 0 ? '' : `<path ${style(level)} d="${lines.join('')}"/>`;
  }).join('');
}

/** The runs of `true` in a list: the first and the last index of each. */
function runsOf(places: readonly boolean[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const [index, is] of places.entries()) {
    const last = runs.at(-1);
    if (is && last?.[1] === index - 1) last[1] = index;
    else if (is) runs.push([index, index]);
  }
  return runs;
}
