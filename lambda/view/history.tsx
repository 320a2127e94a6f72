/** The history of one service in the time that is shown: its checks, response times, memory, restarts and versions. */

import { countedChecks, failedChecks, healthyChecks } from '../core/history/bucket';
import type { ServiceChange } from '../core/incident/service-change';
import { Curve } from './charts';
import { describeLeftOut, describeMs, describeShare, plural } from './format';
import type { Bar, HistoryView } from './history-view';
import type { Known, KnownService } from './known';
import { PercentileFigures, ResponseCurve, topOf } from './response-curve';
import type { Span } from './service-view';
import { barText, Strip } from './strip';
import { Time } from './time';

const WIDE = 900;

interface HistoryProps {
  readonly history: HistoryView;
  readonly service: KnownService;
  readonly known: Known;
  readonly span: Span;
}

export function HistorySection({ history, service, known, span }: HistoryProps) {
  const { bars, whole, changes } = history;
  const watched = bars.filter(({ checks }) => checks > 0);
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {whole.checks === 0 ? (
        <p class="none">There is no record of this time.</p>
      ) : (
        <>
          <p>
            <Availability whole={whole} />
          </p>
          <Strip history={history} now={known.now} barHeight={36} hasTitles />
          <p class="axis">
            <span>
              {span.kind === 'checks' && 'first check '}
              <Time at={span.kind === 'checks' ? whole.from : span.from} now={known.now} />
            </span>
            <Time at={whole.to} now={known.now} />
          </p>
          <ResponseTimes history={history} />
          <Memory history={history} total={service.state?.lastHealthy?.memory.total ?? null} />
        </>
      )}
      <Changes changes={changes.map(({ change }) => change)} now={known.now} />
      <Listed bars={watched} span={span} now={known.now} />
    </section>
  );
}

function Availability({ whole }: Pick<HistoryView, 'whole'>) {
  const counted = countedChecks(whole);
  const leftOut = describeLeftOut(whole);
  const found = `${describeShare(healthyChecks(counted), counted.checks)} of ${plural(counted.checks, 'check')} found it healthy`;
  return <>{[...(counted.checks > 0 ? [found] : []), ...(leftOut === null ? [] : [leftOut])].join(' · ')}</>;
}

function ResponseTimes({ history }: Pick<HistoryProps, 'history'>) {
  if (history.responseMs === null) return null;
  return (
    <>
      <div class="heading">
        <h3>Response time</h3> <PercentileFigures history={history} />
        <span class="scale">{describeMs(topOf(history))}</span>
      </div>
      <ResponseCurve history={history} width={WIDE} height={90} />
    </>
  );
}

/** The most memory that was used over time, and the least as a quieter line. */
function Memory({
  history: { bars, whole },
  total,
}: Pick<HistoryProps, 'history'> & { readonly total: number | null }) {
  if (whole.memory === null) return null;
  const [least, most] = [whole.memory.least, whole.memory.most].map((mb) => `${Math.round(mb)} MB`);
  const isOne = bars.every(({ memory }) => memory === null || memory.least === memory.most);
  return (
    <>
      <div class="heading">
        <h3>Memory</h3> <span>{least === most ? most : `${least} to ${most}`}</span>
        <span class="scale">{total === null ? most : `${Math.round(total)} MB`}</span>
      </div>
      <Curve
        values={bars.map(({ memory }) => memory?.most ?? null)}
        second={isOne ? [] : bars.map(({ memory }) => memory?.least ?? null)}
        label={`memory used, at least ${least}, at most ${most}`}
        top={total}
        width={WIDE}
        height={60}
      />
    </>
  );
}

const CHECKS_LISTED = 20;

/** The strip's content in words: its last checks one by one; of a longer time, all bars with failures. */
function Listed({ bars, span, now }: { readonly bars: readonly Bar[]; readonly span: Span; readonly now: number }) {
  const areChecks = span.kind === 'checks';
  const listed = areChecks ? bars.slice(-CHECKS_LISTED) : bars.filter((bar) => failedChecks(bar) > 0);
  if (listed.length === 0) return null;
  return (
    <details id="checks">
      <summary>{areChecks ? `The last ${plural(listed.length, 'check')}` : 'When it failed'}</summary>
      <ol class="changes">
        {listed.reverse().map((bar) => (
          <li>{barText(bar, now)}</li>
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
