/** The history of one service in the time that is shown: its checks, response times, memory, restarts and versions. */

import { type HistoryView, isLost, sinceItBegan } from '../../core/documents/facts/history-view';
import type { Known, KnownService } from '../../core/documents/facts/known';
import type { Span } from '../../core/documents/facts/service-view';
import type { Story } from '../../core/documents/facts/stories';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { describeMs, describeShare, plural } from '../../core/documents/words/format';
import { countedChecks, failedChecks, healthyChecks } from '../../core/history/bucket';
import type { ServiceChange } from '../../core/incident/service-change';
import { Time } from '../parts/time';
import { type ChartMark, marksOf } from './chart-marks';
import { PercentileFigures, percentilesText, responseLines } from './response-curve';
import { barText, Strip } from './strip';
import { TimeChart } from './time-chart';

interface HistoryProps {
  readonly history: HistoryView;
  readonly service: KnownService;
  readonly known: Known;
  readonly span: Span;
  /** The incidents of the service. */
  readonly stories: readonly Story[];
}

interface ChartProps extends Pick<HistoryProps, 'history' | 'service'> {
  readonly marks: readonly ChartMark[];
}

export function HistorySection({ history: all, service, known, span, stories }: HistoryProps) {
  const { history, isYoung } = sinceItBegan(all);
  const { whole, changes } = history;
  const marks = marksOf(history, stories, known.now);
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {whole.checks === 0 ? (
        <p class="none">
          {history.begunAt === null
            ? 'Its checks are drawn here, from the first one on.'
            : isLost(whole, history)
              ? 'What was in this time is not known.'
              : 'There is no record of this time.'}
        </p>
      ) : (
        <>
          <p>
            <Availability whole={whole} />
            {isYoung && (
              <>
                . The record of it begins <Time at={whole.from} now={known.now} />.
              </>
            )}
          </p>
          <section
            class="explore"
            // A widget has no script that would answer to keys.
            tabindex={known.isDeployed ? undefined : 0}
            aria-label={`Charts of the history${known.isDeployed ? '' : ': the arrow keys read it out one by one'}`}
          >
            <Strip history={history} now={known.now} barHeight={36} hasTitles />
            <p class="axis">
              <span>
                {span.kind === 'checks' && whole.from === history.begunAt && 'first check '}
                <Time at={span.kind === 'checks' ? whole.from : (history.bars[0]?.from ?? span.from)} now={known.now} />
              </span>
              <Time at={whole.to} now={known.now} />
            </p>
            <ResponseTimes history={history} service={service} marks={marks} />
            <Memory history={history} service={service} marks={marks} />
            <p class="readout" role="status" />
          </section>
        </>
      )}
      <Changes changes={changes.map(({ change }) => change)} now={known.now} />
      <Listed history={history} span={span} now={known.now} />
    </section>
  );
}

function Availability({ whole }: Pick<HistoryView, 'whole'>) {
  const counted = countedChecks(whole);
  const leftOut = describeLeftOut(whole);
  const found = `${describeShare(healthyChecks(counted), counted.checks)} of ${plural(counted.checks, 'check')} found it healthy`;
  return <>{[...(counted.checks > 0 ? [found] : []), ...(leftOut === null ? [] : [leftOut])].join(' · ')}</>;
}

function ResponseTimes({ history, service: { service }, marks }: ChartProps) {
  if (history.responseMs === null) return null;
  const lines = responseLines(history);
  const isBand = lines.length > 1;
  const threshold = thresholdOf(service);
  return (
    <>
      <div class="heading">
        <h3>Response time</h3> <PercentileFigures history={history} />
        {threshold !== null && <span class="scale">{threshold.text}</span>}
      </div>
      <TimeChart
        bars={history.bars}
        lines={lines}
        band={isBand ? ['p50', 'p95'] : null}
        threshold={threshold}
        marks={marks}
        describe={describeMs}
        label={`response times, ${percentilesText(history)}`}
      />
    </>
  );
}

/** What the service should keep, or from when on it counts as slow. */
function thresholdOf({ objective, slowMs }: KnownService['service']) {
  const aim = objective?.responseTime ?? null;
  if (aim !== null)
    return {
      value: aim.underMs,
      text: `objective: ${describeShare(aim.share * 1_000, 1_000)} under ${describeMs(aim.underMs)}`,
    };
  return slowMs === null ? null : { value: slowMs, text: `slow over ${describeMs(slowMs)}` };
}

/** The most memory that was used over time, and the least as a quieter line. */
function Memory({ history: { bars, whole }, service: { state }, marks }: ChartProps) {
  const total = state?.lastHealthy?.memory.total ?? null;
  if (whole.memory === null) return null;
  const [least, most] = [whole.memory.least, whole.memory.most].map((mb) => `${Math.round(mb)} MB`);
  const isOne = bars.every(({ memory }) => memory === null || memory.least === memory.most);
  return (
    <>
      <div class="heading">
        <h3>Memory</h3> <span>{least === most ? most : `${least} to ${most}`}</span>
      </div>
      <TimeChart
        bars={bars}
        lines={[
          { name: 'most', values: bars.map(({ memory }) => memory?.most ?? null) },
          ...(isOne ? [] : [{ name: 'least' as const, values: bars.map(({ memory }) => memory?.least ?? null) }]),
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

interface ListedProps extends Pick<HistoryProps, 'history' | 'span'> {
  readonly now: number;
}

/** The strip's content in words: its last checks one by one; of a longer time, all bars with failures. */
function Listed({ history, span, now }: ListedProps) {
  const bars = history.bars.filter(({ checks }) => checks > 0);
  const areChecks = span.kind === 'checks';
  const listed = areChecks ? bars.slice(-CHECKS_LISTED) : bars.filter((bar) => failedChecks(bar) > 0);
  if (listed.length === 0) return null;
  return (
    <details id="checks">
      <summary>{areChecks ? `The last ${plural(listed.length, 'check')}` : 'When it failed'}</summary>
      <ol class="changes">
        {listed.reverse().map((bar) => (
          <li>{barText(bar, history, now)}</li>
        ))}
      </ol>
    </details>
  );
}

const CHANGES_LISTED = 8;

function Changes({ changes, now }: { readonly changes: readonly ServiceChange[]; readonly now: number }) {
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
              <Time at={at} now={now} /> {version && `version ${version.from} became ${version.to}`}
              {version && restarted && ', '}
              {restarted && 'restarted'}
            </li>
          ))}
      </ol>
      {changes.length > CHANGES_LISTED && <p class="none">and {changes.length - CHANGES_LISTED} before these</p>}
    </>
  );
}
