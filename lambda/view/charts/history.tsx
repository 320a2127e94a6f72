/** The history of a service in the shown time: its checks, response times, memory, restarts and versions. */

import {
  type ChangeDocument,
  countedIn,
  type HistoryDocument,
  hasFailures,
  type PastDocument,
} from '../../core/documents/history-document';
import type { IncidentDocument } from '../../core/documents/incident-document';
import type { ServiceDocument } from '../../core/documents/service-document';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { describeMs, describeShare, plural } from '../../core/documents/words/format';
import { Time } from '../parts/time';
import { type ChartMark, marksOf } from './chart-marks';
import { isLost, sinceItBegan } from './record';
import { PercentileFigures, percentilesText, responseLines } from './response-curve';
import { barText, Strip } from './strip';
import { TimeChart } from './time-chart';

interface HistoryProps {
  readonly history: HistoryDocument;
  readonly service: ServiceDocument;
  /** The incidents of the service. */
  readonly incidents: readonly IncidentDocument[];
  /** Whether the page is drawn for a deployment, not for a watch on one machine. */
  readonly deployed: boolean;
  readonly now: number;
}

interface ChartProps {
  readonly history: HistoryDocument;
  readonly service: ServiceDocument;
  readonly marks: readonly ChartMark[];
}

function emptyText(whole: PastDocument): string {
  if (whole.begunAt === null) return 'Its checks are drawn here, from the first check on.';
  return isLost(whole, whole) ? 'The checks of this time are not known.' : 'There is no record of this time.';
}

export function HistorySection({ history: all, service, incidents, deployed, now }: HistoryProps) {
  const { history, isYoung } = sinceItBegan(all);
  const { span, points, whole, changes } = history;
  const marks = marksOf(history, incidents, now);
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {whole.checks === 0 ? (
        <p class="none">{emptyText(whole)}</p>
      ) : (
        <>
          <p>
            <Availability whole={whole} />
            {isYoung && (
              <>
                . The record of it begins <Time at={Date.parse(whole.from)} now={now} />.
              </>
            )}
          </p>
          <section
            class="explore"
            // A widget has no script that would answer to keys.
            tabindex={deployed ? undefined : 0}
            aria-label={`Charts of the history${deployed ? '' : ': the arrow keys read it out one by one'}`}
          >
            <Strip history={history} now={now} height={24} hasTitles />
            <p class="axis">
              <span>
                {span === null && whole.from === whole.begunAt && 'first check '}
                <Time at={Date.parse(span === null ? whole.from : (points[0]?.from ?? span.from))} now={now} />
              </span>
              <Time at={Date.parse(whole.to)} now={now} />
            </p>
            <ResponseTimes history={history} service={service} marks={marks} />
            <Memory history={history} service={service} marks={marks} />
            <p class="readout" role="status" />
          </section>
        </>
      )}
      <Changes changes={changes} now={now} />
      <Listed history={history} now={now} />
    </section>
  );
}

function Availability({ whole }: { readonly whole: PastDocument }) {
  const { checks, healthy } = countedIn(whole);
  const leftOut = describeLeftOut(whole);
  const found = `${describeShare(healthy, checks)} of ${plural(checks, 'check')} passed`;
  return <>{[...(checks > 0 ? [found] : []), ...(leftOut === null ? [] : [leftOut])].join(' · ')}</>;
}

function ResponseTimes({ history: { points, whole }, history, service, marks }: ChartProps) {
  if (whole.responseMs === null) return null;
  const lines = responseLines(points);
  const isBand = lines.length > 1;
  const threshold = thresholdOf(service);
  return (
    <>
      <div class="heading">
        <h3>Response time</h3> <PercentileFigures history={history} />
        {threshold !== null && <span class="scale">{threshold.text}</span>}
      </div>
      <TimeChart
        points={points}
        lines={lines}
        band={isBand ? ['p50', 'p95'] : null}
        threshold={threshold}
        marks={marks}
        describe={describeMs}
        label={`response times, ${percentilesText(whole)}`}
      />
    </>
  );
}

/** The response time of the service's objective, or else the time above which it counts as slow. */
function thresholdOf({ objective, slowMs }: ServiceDocument) {
  const fast = objective.find(({ aim }) => aim === 'responseTime');
  if (fast !== undefined && fast.underMs !== null)
    return {
      value: fast.underMs,
      text: `objective: ${describeShare(fast.target * 1_000, 1_000)} under ${describeMs(fast.underMs)}`,
    };
  return slowMs === null ? null : { value: slowMs, text: `slow over ${describeMs(slowMs)}` };
}

/** The highest memory use over time, and the lowest as a quieter line. */
function Memory({ history: { points, whole }, service: { lastHealthy }, marks }: ChartProps) {
  const total = lastHealthy?.memory.total ?? null;
  if (whole.memory === null) return null;
  const [least, most] = [whole.memory.least, whole.memory.most].map((mb) => `${Math.round(mb)} MB`);
  const isOne = points.every(({ memory }) => memory === null || memory.least === memory.most);
  return (
    <>
      <div class="heading">
        <h3>Memory</h3> <span>{least === most ? most : `${least} to ${most}`}</span>
      </div>
      <TimeChart
        points={points}
        lines={[
          { name: 'most', values: points.map(({ memory }) => memory?.most ?? null) },
          ...(isOne ? [] : [{ name: 'least' as const, values: points.map(({ memory }) => memory?.least ?? null) }]),
        ]}
        band={isOne ? null : ['least', 'most']}
        threshold={total === null ? null : { value: total, text: `total ${Math.round(total)} MB` }}
        marks={marks}
        describe={(mb) => `${Math.round(mb)} MB`}
        label={`memory used, at least ${least}, at most ${most}`}
        height={110}
      />
    </>
  );
}

const CHECKS_LISTED = 20;

/** The strip's content in words: the last checks one by one; for a longer time, all points with failures. */
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
    <details id="checks">
      <summary>{areChecks ? `The last ${plural(listed.length, 'check')}` : 'When it failed'}</summary>
      <ol class="changes">
        {listed.reverse().map((point) => (
          <li>{barText(point, whole, now)}</li>
        ))}
      </ol>
    </details>
  );
}

const CHANGES_LISTED = 8;

function Changes({ changes, now }: { readonly changes: readonly ChangeDocument[]; readonly now: number }) {
  if (changes.length === 0) return null;
  return (
    <>
      <h3>Restarts and versions</h3>
      <ol class="changes">
        {changes
          .slice(-CHANGES_LISTED)
          .reverse()
          .map(({ at, version, restarted }) => (
            <li>
              <Time at={Date.parse(at)} now={now} /> {version && `version ${version.from} became ${version.to}`}
              {version && restarted && ', '}
              {restarted && 'restarted'}
            </li>
          ))}
      </ol>
      {changes.length > CHANGES_LISTED && <p class="none">and {changes.length - CHANGES_LISTED} before these</p>}
    </>
  );
}
