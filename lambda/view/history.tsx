/** The history of one service in the time that is shown: its checks, response times, memory, restarts and versions. */

import { failedChecks, healthyChecks, type Rollup } from '../core/history/history';
import type { ServiceChange } from '../core/incident/service-change';
import { Curve, highestResponse } from './charts';
import { describeShare, plural } from './format';
import type { Known, KnownService } from './known';
import type { HistoryView, Span } from './service-view';
import { bucketText, Strip } from './strip';
import { Time } from './time';

const WIDE = 900;

interface HistoryProps {
  readonly history: HistoryView;
  readonly service: KnownService;
  readonly known: Known;
  readonly span: Span;
}

export function HistorySection({ history, service, known, span }: HistoryProps) {
  const { buckets, whole, changes } = history;
  const watched = buckets.filter(({ checks }) => checks > 0);
  const highest = highestResponse(watched);
  const total = service.state?.lastHealthy?.memory.total ?? null;
  const memory = watched.flatMap(({ memoryUsedMb }) => (memoryUsedMb === null ? [] : [memoryUsedMb]));
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {whole.checks === 0 ? (
        <p class="none">There is no record of this time.</p>
      ) : (
        <>
          <p>
            {describeShare(healthyChecks(whole), whole.checks)} of {plural(whole.checks, 'check')} found it healthy.
          </p>
          <Strip history={history} now={known.now} barHeight={36} hasTitles />
          <p class="axis">
            <span>
              {span.kind === 'checks' && 'first check '}
              <Time at={span.kind === 'checks' ? whole.from : span.from} now={known.now} />
            </span>
            <Time at={whole.to} now={known.now} />
          </p>
          {highest !== null && (
            <>
              <h3>Response time, {highest}</h3>
              <Curve
                buckets={buckets}
                value={({ meanMs }) => meanMs}
                label={`response times, ${highest}`}
                width={WIDE}
                height={90}
              />
            </>
          )}
          {memory.length > 0 && (
            <>
              <h3>
                Memory{total !== null && ` of ${Math.round(total)} MB`}, at most {Math.round(Math.max(...memory))} MB
              </h3>
              <Curve
                buckets={buckets}
                value={({ memoryUsedMb }) => memoryUsedMb}
                label={`memory used, at most ${Math.round(Math.max(...memory))} MB`}
                top={total}
                width={WIDE}
                height={60}
              />
            </>
          )}
        </>
      )}
      <Changes changes={changes.map(({ change }) => change)} now={known.now} />
      <Listed buckets={watched} span={span} now={known.now} />
    </section>
  );
}

const CHECKS_LISTED = 20;

/** The strip's content in words: its last checks one by one; of a longer time, all buckets with failures. */
function Listed({
  buckets,
  span,
  now,
}: {
  readonly buckets: readonly Rollup[];
  readonly span: Span;
  readonly now: number;
}) {
  const areChecks = span.kind === 'checks';
  const listed = areChecks ? buckets.slice(-CHECKS_LISTED) : buckets.filter((bucket) => failedChecks(bucket) > 0);
  if (listed.length === 0) return null;
  return (
    <details id="checks">
      <summary>{areChecks ? `The last ${plural(listed.length, 'check')}` : 'When it failed'}</summary>
      <ol class="changes">
        {listed.reverse().map((bucket) => (
          <li>{bucketText(bucket, now)}</li>
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
