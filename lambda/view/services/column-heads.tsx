/** The header of the columns of a list of services. Each cell of a row has the same name for those who don't see it. */

import type { Address, NamedRange } from '../../core/documents/address';
import type { ServiceRow } from '../../core/documents/service-document';
import { roughDuration } from '../../core/words/duration';
import { Time } from '../parts/time';

interface HeadsProps {
  readonly rows: readonly ServiceRow[];
  readonly address: Address;
  readonly now: number;
}

export function ColumnHeads({ rows, address, now }: HeadsProps) {
  const isOfChecks = rows.every(({ strip }) => strip.stepMs === null);
  return (
    <div class="heads" aria-hidden="true">
      <span class="is">Status</span>
      <span class="who">Service</span>
      <span class="for">For</span>
      <span class="response">{isOfChecks ? 'Response' : 'p95'}</span>
      <span class="times">Trend</span>
      <Axis rows={rows} address={address} now={now} />
      <span class="share">Uptime 30 d</span>
      <span class="left">Error budget</span>
      <span class="version">Version</span>
      <span class="acts" />
    </div>
  );
}

/** The start, the end and the length of the time that the strips show. */
function Axis({ rows, address, now }: HeadsProps) {
  const from = firstOf(rows);
  if (from === null) return <span class="checks">Checks</span>;
  const last = Math.max(...rows.map(({ past }) => Date.parse(past.to)));
  return (
    <span class="checks">
      <Time at={from} now={now} />
      <span>{spanName(rows, address, last - from)}</span>
      <Time at={Math.min(last, now)} now={now} />
    </span>
  );
}

/** The first point of any strip, in milliseconds since 1970; `null` if there was no check. */
function firstOf(rows: readonly ServiceRow[]): number | null {
  const [first] = rows.flatMap(({ strip }) => strip.from ?? []).sort();
  return first === undefined ? null : Date.parse(first);
}

const RANGE_NAMES: Readonly<Record<Exclude<NamedRange, 'latest'>, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '90d': '90 days',
};

function spanName(rows: readonly ServiceRow[], address: Address, lengthMs: number): string {
  const { range } = address;
  if (range === 'latest') return `Last ${rows[0]?.strip.states.length ?? 0} checks`;
  return typeof range === 'string' ? RANGE_NAMES[range] : roughDuration(lengthMs);
}

/** The columns without any content, as classes. */
export function emptyColumns(rows: readonly ServiceRow[]): readonly string[] {
  return [
    ...(rows.some(({ objective }) => objective.some(({ checks }) => checks > 0)) ? [] : ['no-aims']),
    ...(rows.some(({ version }) => version !== null) ? [] : ['no-versions']),
    ...(rows.some(({ uptime }) => uptime !== null && uptime.checks > 0) ? [] : ['no-uptime']),
    ...(rows.some(({ shown, stateSince }) => shown !== 'healthy' && stateSince !== null) ? [] : ['no-for']),
    ...(rows.some(({ verdict }) => verdict !== null) ? [] : ['unchecked']),
  ];
}
