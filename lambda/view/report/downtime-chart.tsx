/** The downtime of each day as bars, from zero. */

import type { DowntimeDocument, ReportDocument } from '../../core/documents/report/report-document';
import { minutesText, shortDay } from '../../core/documents/words/days';
import { niceScale, percent } from '../charts/scales';

/** In pixels. */
const HEIGHT = 112;
const LEAST_BAR = 2;
/** The most labels below the bars. */
const LABELS = 7;
/** The longest scale in minutes; longer ones are in hours. */
const MOST_MINUTES = 240;

export function DowntimeChart({ report: { totals, madeAt } }: { readonly report: ReportDocument }) {
  const parts = totals.downtime;
  const most = Math.max(0, ...parts.map(({ seconds }) => seconds)) / 60;
  const [unit, unitSeconds] = most > MOST_MINUTES ? (['hours', 3_600] as const) : (['minutes', 60] as const);
  const { top } = niceScale((most * 60) / unitSeconds, 2);
  const now = Date.parse(madeAt);
  const dayOf = ({ from }: DowntimeDocument) => shortDay(Date.parse(from), now);
  const every = Math.ceil(parts.length / LABELS);
  const xOf = (index: number) => percent((index + 0.5) / parts.length);
  return (
    <section class="card daily" aria-labelledby="daily-title">
      <h2 id="daily-title">
        Downtime per day <span class="count">{unit}, all services</span>
      </h2>
      <svg role="img" height={HEIGHT + 24} aria-label={textOf(parts, dayOf)}>
        {[top, top / 2, 0].map((value) => {
          const y = HEIGHT * (1 - value / top);
          return (
            <>
              <line class={value === 0 ? 'zero' : 'grid'} x1="0" x2="100%" y1={y} y2={y} />
              <text class="scale" x="-8" y={y + 4}>
                {value === 0 ? '0' : `${value} ${unit === 'hours' ? 'h' : 'min'}`}
              </text>
            </>
          );
        })}
        <g class={sizeOf(parts.length)}>
          {parts.map((part, index) => {
            if (part.seconds === 0) return null;
            const height = Math.max(LEAST_BAR, (part.seconds / unitSeconds / top) * HEIGHT);
            return (
              <line
                class="fell"
                x1={xOf(index)}
                x2={xOf(index)}
                y1={HEIGHT}
                y2={Math.round(10 * (HEIGHT - height)) / 10}
              >
                <title>{`${dayOf(part)}: ${minutesText(part.seconds)}`}</title>
              </line>
            );
          })}
        </g>
        {parts.map((part, index) =>
          index % every === 0 ? (
            <text class={(index / every) % 2 === 1 ? 'at second' : 'at'} x={xOf(index)} y={HEIGHT + 20}>
              {dayOf(part)}
            </text>
          ) : null,
        )}
      </svg>
    </section>
  );
}

function sizeOf(parts: number): string {
  if (parts <= 10) return 'few';
  return parts <= 32 ? 'month' : 'many';
}

function textOf(parts: readonly DowntimeDocument[], dayOf: (part: DowntimeDocument) => string): string {
  const fell = parts.filter(({ seconds }) => seconds > 0);
  if (fell.length === 0) return 'no downtime';
  return fell.map((part) => `${dayOf(part)}: ${minutesText(part.seconds)}`).join(', ');
}
