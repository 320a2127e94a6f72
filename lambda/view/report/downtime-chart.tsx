/** The downtime of each day as bars, in minutes from zero. */

import type { DowntimeDocument, ReportDocument } from '../../core/documents/report/report-document';
import { minutesText, shortDay } from '../../core/documents/words/days';
import { timeOfDay } from '../../core/words/duration';
import { spanText } from './report-words';

/** In pixels. */
const HEIGHT = 112;
const LEAST_BAR = 2;
const MINUTE_S = 60;
/** The lines of the scale, in minutes; above they are multiples of a day. */
const TOPS = [2, 4, 10, 20, 40, 60, 120, 240, 480, 720, 1_440];
const DAY_MIN = 1_440;
/** The most labels below the bars. */
const LABELS = 7;
const DAY_MS = 86_400_000;

export function DowntimeChart({ report: { totals, madeAt } }: { readonly report: ReportDocument }) {
  const parts = totals.downtime;
  const stepMs = longestPart(parts);
  const seconds = parts.map((part) => part.seconds);
  const top = topOf(Math.max(0, ...seconds) / MINUTE_S);
  const now = Date.parse(madeAt);
  const partName = ({ from }: DowntimeDocument) =>
    stepMs < DAY_MS ? timeOfDay(Date.parse(from)) : shortDay(Date.parse(from), now);
  const every = Math.ceil(parts.length / LABELS);
  const xOf = (index: number) => `${Math.round(((index + 0.5) / parts.length) * 1e4) / 100}%`;
  return (
    <section class="card daily" aria-labelledby="daily-title">
      <h2 id="daily-title">
        Downtime per {spanText(stepMs).replace(/^1 /, '')}{' '}
        <span class="count">{top > MOST_MINUTES ? 'hours' : 'minutes'}, all services</span>
      </h2>
      <svg role="img" height={HEIGHT + 24} aria-label={textOf(parts, partName)}>
        {[top, top / 2, 0].map((minutes) => {
          const y = HEIGHT * (1 - minutes / top);
          return (
            <>
              <line class={minutes === 0 ? 'zero' : 'grid'} x1="0" x2="100%" y1={y} y2={y} />
              <text class="scale" x="-8" y={y + 4}>
                {scaleText(minutes, top)}
              </text>
            </>
          );
        })}
        <g class={sizeOf(parts.length)}>
          {parts.map((part, index) => {
            if (part.seconds === 0) return null;
            const height = Math.max(LEAST_BAR, (part.seconds / MINUTE_S / top) * HEIGHT);
            return (
              <line
                class="fell"
                x1={xOf(index)}
                x2={xOf(index)}
                y1={HEIGHT}
                y2={Math.round(10 * (HEIGHT - height)) / 10}
              >
                <title>{`${partName(part)}: ${minutesText(part.seconds)}`}</title>
              </line>
            );
          })}
        </g>
        {parts.map((part, index) =>
          index % every === 0 ? (
            <text class={(index / every) % 2 === 1 ? 'at second' : 'at'} x={xOf(index)} y={HEIGHT + 20}>
              {partName(part)}
            </text>
          ) : null,
        )}
      </svg>
    </section>
  );
}

/** Returns the length of most parts: the first and the last may be shorter. */
function longestPart(parts: readonly DowntimeDocument[]): number {
  return Math.max(0, ...parts.map(({ from, to }) => Date.parse(to) - Date.parse(from)));
}

/** Returns the end of the scale for the largest value in minutes. */
function topOf(minutes: number): number {
  return TOPS.find((top) => top >= minutes) ?? 2 * DAY_MIN * Math.ceil(minutes / DAY_MIN / 2);
}

/** The longest scale in minutes; longer ones are in hours. */
const MOST_MINUTES = 240;

function scaleText(minutes: number, top: number): string {
  if (minutes === 0) return '0';
  return top > MOST_MINUTES ? `${minutes / 60} h` : `${minutes} min`;
}

function sizeOf(parts: number): string {
  if (parts <= 10) return 'few';
  return parts <= 32 ? 'month' : 'many';
}

function textOf(parts: readonly DowntimeDocument[], partName: (part: DowntimeDocument) => string): string {
  const fell = parts.filter(({ seconds }) => seconds > 0);
  if (fell.length === 0) return 'no downtime';
  return fell.map((part) => `${partName(part)}: ${minutesText(part.seconds)}`).join(', ');
}
