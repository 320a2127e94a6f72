/** The history of a service in the shown time: response times, its checks and memory on one axis of time. */

import type { Child } from 'hono/jsx';
import {
  type ChangeDocument,
  countedIn,
  type HistoryDocument,
  hasFailures,
  type PastDocument,
  stripOf,
} from '../../core/documents/history-document';
import type { ServiceDocument } from '../../core/documents/service-document';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { describeMs, describeShare, plural } from '../../core/documents/words/format';
import { capitalized } from '../../core/words/capitalized';
import { Time } from '../parts/time';
import { type ChartMark, type MarkedIncident, marksOf } from './chart-marks';
import { ChartKey, StripLegend } from './legends';
import { isLost, sinceItBegan } from './record';
import { failedChecks, percentilesText, responseLines } from './response-times';
import { BarTexts, barText, Strip } from './strip';
import { isThresholdNear, TimeAxis, TimeChart } from './time-chart';

interface HistoryProps {
  readonly history: HistoryDocument;
  /** The service, for its thresholds; `null` if only the past counts. */
  readonly service: ServiceDocument | null;
  /** The incidents to mark. */
  readonly incidents: readonly MarkedIncident[];
  readonly now: number;
  /** A sentence about what is not drawn. */
  readonly note?: string | null;
  /** The choices of the shown time. */
  readonly children?: Child;
}

interface ChartProps {
  readonly history: HistoryDocument;
  readonly service: ServiceDocument | null;
  readonly marks: readonly ChartMark[];
}

function emptyText(whole: PastDocument): string {
  if (whole.begunAt === null) return 'Its checks are drawn here, from the first check on.';
  return isLost(whole, whole) ? 'There is no data for this time.' : 'There is no record of this time.';
}

export function HistorySection({ history: all, service, incidents, now, note = null, children }: HistoryProps) {
  const history = sinceItBegan(all);
  const { points, whole, changes } = history;
  const strip = stripOf(points);
  const marks = marksOf(history, incidents, now);
  const isEmpty = whole.checks === 0;
  return (
    <section class="card history" aria-labelledby="history-title">
      <div class="heading">
        <h2 id="history-title">Response time</h2>
        {!isEmpty && (
          <ChartKey lines={responseLines(points)} marks={marks} hasFailed={failedChecks(points).length > 0} />
        )}
        {children}
      </div>
      {isEmpty ? (
        <p class="none">{emptyText(whole)}</p>
      ) : (
        <>
          <section
            class="explore"
            tabindex={0}
            aria-label="Charts of the history: the arrow keys read it out one by one"
          >
            <p class="readout" role="status" />
            <ResponseTimes history={history} service={service} marks={marks} />
            <div class="chart">
              <Strip strip={strip} past={whole} changes={changes} now={now} height={24}>
                <BarTexts points={points} past={whole} now={now} />
              </Strip>
              <TimeAxis points={points} />
            </div>
            <StripLegend strips={[strip]} now={now} />
            <Memory history={history} service={service} marks={marks} />
          </section>
          {note !== null && <p class="none record">{note}</p>}
          <p class="none record">
            <Passed whole={whole} />
            {whole.from === whole.begunAt && (
              <>
                {' '}
                · History starts <Time at={Date.parse(whole.from)} now={now} />
              </>
            )}
          </p>
        </>
      )}
      <Changes changes={changes} now={now} />
      <Listed history={history} now={now} />
    </section>
  );
}

/** Draws how many checks passed, and their percentiles. */
function Passed({ whole }: { readonly whole: PastDocument }) {
  const { checks, healthy } = countedIn(whole);
  const leftOut = describeLeftOut(whole);
  const percentiles = percentilesText(whole);
  const found = [
    ...(checks > 0 ? [`${describeShare(healthy, checks)} of ${plural(checks, 'check')} passed`] : []),
    ...(percentiles === '' ? [] : [percentiles]),
    ...(leftOut === null ? [] : [leftOut]),
  ];
  return <>{found.join(' · ')}</>;
}

function ResponseTimes({ history: { points, whole }, service, marks }: ChartProps) {
  if (whole.responseMs === null) return <p class="none">No responses in this time.</p>;
  const lines = responseLines(points);
  const threshold = thresholdOf(service);
  return (
    <>
      {threshold !== null && !isThresholdNear(threshold, lines) && <p class="none scale-note">{threshold.text}</p>}
      <TimeChart
        lines={lines}
        failed={failedChecks(points)}
        band={lines.length > 1 ? ['p50', 'p95'] : null}
        threshold={threshold}
        marks={marks}
        describe={axisMs}
        label={`Response times, ${percentilesText(whole)}`}
        hasLabels
      />
    </>
  );
}

/** `0`, `50 ms`, `1.5 s`: without the zeros that a single figure has. */
function axisMs(value: number): string {
  return value === 0 ? '0' : describeMs(value).replace(/\.0+(?= )|(?<=\.\d)0(?= )/, '');
}

/** Returns the response time of the service's objective, or else the time above which it counts as slow. */
function thresholdOf(service: ServiceDocument | null) {
  if (service === null) return null;
  const { objective, slowMs } = service;
  const fast = objective.find(({ aim }) => aim === 'responseTime');
  if (fast !== undefined && fast.underMs !== null)
    return {
      value: fast.underMs,
      text: `Objective: ${describeShare(fast.target * 1_000, 1_000)} under ${axisMs(fast.underMs)}`,
    };
  return slowMs === null ? null : { value: slowMs, text: `Slow over ${axisMs(slowMs)}` };
}

/** Draws the memory used, up to the total if it is reported; over a longer time the most and the least. */
function Memory({ history: { points, whole }, service, marks }: ChartProps) {
  if (whole.memory === null) return null;
  const total = service?.memory?.total ?? service?.lastHealthy?.memory.total ?? null;
  const used = service?.memory?.used ?? null;
  const least = megabytes(whole.memory.least);
  const most = megabytes(whole.memory.most);
  const isOne = points.every(({ memory }) => memory === null || memory.least === memory.most);
  const highest = { name: 'most' as const, values: points.map(({ memory }) => memory?.most ?? null) };
  const lowest = { name: 'least' as const, values: points.map(({ memory }) => memory?.least ?? null) };
  return (
    <>
      <div class="heading second">
        <h3>Memory</h3>
        <p class="key">
          {used === null ? (
            <strong>{least === most ? most : `${least} to ${most}`}</strong>
          ) : (
            <span>
              <strong>{megabytes(used)}</strong>
              {total !== null && ` of ${megabytes(total)}`}
            </span>
          )}
        </p>
      </div>
      <TimeChart
        lines={isOne ? [highest] : [highest, lowest]}
        band={isOne ? null : ['least', 'most']}
        threshold={null}
        marks={marks}
        top={total}
        describe={(mb) => (mb === 0 ? '0' : megabytes(mb))}
        label={`Memory used, at least ${least}, at most ${most}`}
        height={72}
      />
      <div class="chart">
        <TimeAxis points={points} />
      </div>
    </>
  );
}

function megabytes(mb: number): string {
  return `${mb > 0 && mb < 9.95 ? Number(mb.toFixed(1)) : Math.round(mb)} MB`;
}

const CHECKS_LISTED = 20;

/** Draws the strip in words: the last checks one by one; for a longer time, all points with failures. */
function Listed({
  history: { span, points, whole },
  now,
}: {
  readonly history: HistoryDocument;
  readonly now: number;
}) {
  const checked = points.filter(({ checks }) => checks > 0);
  const areChecks = span === null;
  const listed = areChecks ? checked.slice(-CHECKS_LISTED) : checked.filter(hasFailures);
  if (listed.length === 0) return null;
  return (
    <details id="checks" class="more">
      <summary>{areChecks ? `The last ${plural(listed.length, 'check')}` : 'When it failed'}</summary>
      <ol class="changes">
        {listed.reverse().map((point) => (
          <li>{capitalized(barText(point, whole, now))}</li>
        ))}
      </ol>
    </details>
  );
}

const CHANGES_LISTED = 8;

function Changes({ changes, now }: { readonly changes: readonly ChangeDocument[]; readonly now: number }) {
  if (changes.length === 0) return null;
  return (
    <details id="changes" class="more">
      <summary>Restarts and versions</summary>
      <ol class="changes">
        {changes
          .slice(-CHANGES_LISTED)
          .reverse()
          .map(({ at, version, restarted }) => (
            <li>
              <Time at={Date.parse(at)} now={now} /> {version && `version ${version.from} → ${version.to}`}
              {version && restarted && ', '}
              {restarted && 'restarted'}
            </li>
          ))}
      </ol>
      {changes.length > CHANGES_LISTED && <p class="none">and {changes.length - CHANGES_LISTED} before these</p>}
    </details>
  );
}
