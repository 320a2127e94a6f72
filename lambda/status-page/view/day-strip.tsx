/** The strip of 90 days of a component: a bar a day, by colour and by height. Equal days in a row are one line of dashes. */

import { raw } from 'hono/html';
import { dayOfMonth, plural } from '../../core/documents/words/format';
import { describeDuration } from '../../core/words/duration';
import { COLORS, FILLS } from '../../view/parts/colors';
import type { DayState, PublicDay, PublicUptime } from '../core/public-status';
import { shareWords } from './public-words';

/** The width of a bar; the rest of 1 is the gap behind it. */
const BAR = 0.72;
const HEIGHT = 30;
const DAY_MS = 86_400_000;
/** The downtime in milliseconds below which only the upper half of a day's bar is red. */
const SHORT_MS = 15 * 60_000;

/** Bars, or parts of bars: their start and end, from above. */
const PARTS = {
  available: { from: 15, to: HEIGHT, colors: FILLS.calm },
  degraded: { from: 7.5, to: HEIGHT, colors: FILLS.degradedFill },
  down: { from: 0, to: HEIGHT, colors: FILLS.downFill },
  short: { from: 0, to: 15, colors: FILLS.downFill },
  maintenance: { from: 21, to: HEIGHT, colors: FILLS.plan },
  unknown: { from: 27, to: HEIGHT, colors: COLORS.edge },
} as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];
const DASHES = `${BAR} ${Math.round((1 - BAR) * 100) / 100}`;

function partsOf({ state, downMs }: PublicDay): readonly Part[] {
  if (state === 'down' && downMs < SHORT_MS) return ['short', 'available'];
  return [state];
}

interface StripProps {
  readonly name: string;
  readonly uptime: PublicUptime;
  /** The day of the first bar, in milliseconds since 1970. */
  readonly from: number;
}

/** The style of the bars on the page, which has its own colour for each part. */
export const STRIP_STYLE = [
  `.days path,.swatch path{stroke-dasharray:${DASHES}}`,
  ...PART_NAMES.map((part) => {
    const { from, to, colors } = PARTS[part];
    return `.b-${part}{stroke:light-dark(${colors.join()});stroke-width:${to - from}}`;
  }),
].join('\n');

/**
 * Draws a picture, with one sentence for people who don't see it. Unusual days have a title; with the page's script each day has one.
 */
export function DayStrip(props: StripProps) {
  const { name, uptime, from } = props;
  return (
    <svg
      class="days"
      viewBox={viewBoxOf(uptime.days.length)}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${stripWords(props)}`}
    >
      {raw(barsOf(uptime.days) + titlesOf(uptime.days, from))}
    </svg>
  );
}

/** Two bars of a kind, for the legend. */
export function Swatch({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <svg class="swatch" viewBox={viewBoxOf(2)} preserveAspectRatio="none" aria-hidden="true">
      {raw(parts.map((part) => `<path class="b-${part}" d="M0 ${middleOf(part)}h2"/>`).join(''))}
    </svg>
  );
}

/** The kinds of bars, with their words. */
export const LEGEND: readonly (readonly [words: string, parts: readonly Part[]])[] = [
  ['Available', ['available']],
  ['Not available for 15 min or more', ['down']],
  ['For less than 15 min', ['short', 'available']],
  ['Degraded', ['degraded']],
  ['Maintenance', ['maintenance']],
  ['No data', ['unknown']],
];

function viewBoxOf(days: number): string {
  return `0 0 ${days} ${HEIGHT}`;
}

function middleOf(part: Part): number {
  return (PARTS[part].from + PARTS[part].to) / 2;
}

/** The most days that are named, the worst first. */
const MOST_NAMED = 3;

function stripWords({ uptime: { share, days }, from }: StripProps): string {
  if (share === null) return 'no data of the last days';
  const known = days.filter(({ state }) => state !== 'unknown').length;
  const down = days.flatMap((day, index) => (day.state === 'down' ? [{ ...day, index }] : []));
  const worst = down.sort((left, right) => right.downMs - left.downMs);
  const named = worst.slice(0, MOST_NAMED).map(({ downMs, index }) => {
    return `${describeDuration(downMs)} on ${dayOfMonth(from + index * DAY_MS)}`;
  });
  const rest = worst.length > named.length ? ` and on ${plural(worst.length - named.length, 'more day')}` : '';
  const words = named.length === 0 ? '' : `; not available for ${named.join(', ')}${rest}`;
  return `available ${shareWords(share)} of ${plural(known, 'day')}${words}`;
}

/** The words of the page's script for a day that has no title. */
export const PLAIN_DAY = 'Available, 100 %';

const STATE_WORDS: Readonly<Record<DayState, string>> = {
  available: 'Available',
  degraded: 'Degraded',
  down: 'Not available',
  maintenance: 'Maintenance',
  unknown: 'No data',
};

function dayText({ state, downMs, share }: PublicDay): string {
  if (state === 'unknown') return STATE_WORDS.unknown;
  const length = state === 'down' ? ` for ${describeDuration(downMs)}` : '';
  return `${STATE_WORDS[state]}${length}${share === null ? '' : `, ${shareWords(share)}`}`;
}

/** Returns a title with the date for each day that is not plain; adjacent days without data share one. */
function titlesOf(days: readonly PublicDay[], from: number): string {
  const texts = days.map(dayText);
  const single = texts.map((text, index) => {
    if (text === PLAIN_DAY || text === STATE_WORDS.unknown) return '';
    return titleOf(index, 1, `${dayOfMonth(from + index * DAY_MS)}: ${text}`);
  });
  const unknown = runsOf(texts.map((text) => text === STATE_WORDS.unknown)).map(([first, last]) =>
    titleOf(first, last + 1 - first, STATE_WORDS.unknown),
  );
  return [...unknown, ...single].join('');
}

function titleOf(x: number, width: number, text: string): string {
  return `<rect x="${x}" width="${width}"><title>${text}</title></rect>`;
}

/** Returns the markup of the bars: a path for each part, from each run of bars to the next. */
function barsOf(days: readonly PublicDay[]): string {
  const parts = days.map(partsOf);
  return PART_NAMES.map((part) => {
    const runs = runsOf(parts.map((own) => own.includes(part)));
    const lines = runs.map(([first, last], index) => {
      const before = runs[index - 1]?.[1];
      const to = before === undefined ? `M${first} ${middleOf(part)}` : `m${first - before - 1} 0`;
      return `${to}h${last + 1 - first}`;
    });
    return lines.length === 0 ? '' : `<path class="b-${part}" d="${lines.join('')}"/>`;
  }).join('');
}

/** Returns the runs of `true` in a list: the first and the last index of each. */
function runsOf(places: readonly boolean[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const [index, is] of places.entries()) {
    const last = runs.at(-1);
    if (is && last?.[1] === index - 1) last[1] = index;
    else if (is) runs.push([index, index]);
  }
  return runs;
}
