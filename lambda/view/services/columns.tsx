/** The columns of the list of services between the name and the actions. To add a column, add an entry. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Address, NamedRange } from '../../core/documents/address';
import type { ServiceRow as Row } from '../../core/documents/service-document';
import { isFailing, summaryStateOf } from '../../core/documents/state';
import { describeMs, describeShare, plural } from '../../core/documents/words/format';
import { budgetOf, objectiveBrief, shareLeft, worstStanding } from '../../core/documents/words/objective-words';
import { cleanText } from '../../core/words/clean-text';
import { roughDuration } from '../../core/words/duration';
import { isYoung } from '../charts/record';
import { Strip } from '../charts/strip';
import { placeOf, type ShownAbove } from '../incidents/shown-above';
import { Time } from '../parts/time';

/** What the rows of a list share. */
export interface Listed {
  readonly address: Address;
  readonly now: number;
  /** The incidents that are shown above: rows link to them. */
  readonly above: ShownAbove;
}

export interface Column {
  /** The class of its cells. */
  readonly name: string;
  /** In pixels. */
  readonly width: number;
  /** A list that is at most this wide, in pixels, leaves the column out. */
  readonly leftOutAt?: number;
  readonly term: string;
  /** The head, if it is more than the term. */
  readonly head?: (rows: readonly Row[], listed: Listed) => Child;
  readonly cell: (row: Row, listed: Listed) => Child;
  /** Whether a cell has content: a column without any is left out. */
  readonly isFilled: (row: Row) => boolean;
  /** The cell of a group. */
  readonly inGroup?: (rows: readonly Row[]) => Child;
}

export const COLUMNS: readonly Column[] = [
  {
    name: 'for',
    width: 60,
    leftOutAt: 900,
    term: 'For',
    cell: timeInState,
    isFilled: ({ shown, stateSince }) => shown !== 'healthy' && stateSince !== null,
  },
  {
    name: 'response',
    width: 76,
    term: 'Response',
    head: (rows) => (rows.every(({ strip }) => strip.stepMs === null) ? 'Response' : 'p95'),
    cell: responseTime,
    isFilled: ({ verdict }) => verdict !== null,
  },
  {
    name: 'checks',
    width: 299,
    term: 'Checks',
    head: (rows, listed) => <Axis rows={rows} {...listed} />,
    cell: ({ strip, past, changes }, { now }) => <Strip strip={strip} past={past} changes={changes} now={now} />,
    isFilled: () => true,
    inGroup: marksOf,
  },
  {
    name: 'share',
    width: 80,
    leftOutAt: 760,
    term: 'Uptime 30 d',
    cell: (row) => uptimeOf([row]),
    isFilled: ({ uptime, past }) => uptime !== null && uptime.checks > 0 && !isYoung(past),
    inGroup: uptimeOf,
  },
  {
    name: 'left',
    width: 72,
    leftOutAt: 1100,
    term: 'Budget left',
    cell: budgetLeft,
    isFilled: ({ objective, past }) => objective.some(({ checks }) => checks > 0) && !isYoung(past),
  },
  {
    name: 'version',
    width: 64,
    leftOutAt: 1100,
    term: 'Version',
    cell: lastVersion,
    isFilled: ({ version }) => version !== null,
  },
];

export const COLUMNS_STYLE = COLUMNS.map(
  ({ name, width, leftOutAt }) =>
    `.sw .services .${name}{flex:none;width:${width}px;text-align:right;white-space:nowrap}${
      leftOutAt === undefined ? '' : `@container sw (max-width:${leftOutAt}px){.sw .services .${name}{display:none}}`
    }`,
).join('\n');

/** Returns the columns that have content in any of the rows. */
export function columnsFor(rows: readonly Row[]): readonly Column[] {
  return COLUMNS.filter(({ isFilled }) => rows.some(isFilled));
}

/** Draws how long a service has not been healthy, with a link to its incident if that is shown above. */
function timeInState({ service, shown, stateSince }: Row, { now, above }: Listed): Child {
  if (shown === 'healthy' || stateSince === null) return null;
  const text = roughDuration(now - Date.parse(stateSince));
  if (!above.has(service)) return text;
  return (
    <a href={`#${placeOf(service)}`}>
      {text}
      <span class="hidden">, its incident</span>
    </a>
  );
}

/** Draws the response time of the last check, or p95 if a range is shown. */
function responseTime({ state, verdict, httpStatus, responseMs, strip, past }: Row): Child {
  if (strip.stepMs !== null) return past.responseMs && describeMs(past.responseMs.p95);
  if (state === 'unknown' || verdict === null) return null;
  if (responseMs !== null) return describeMs(responseMs);
  return httpStatus === null && isFailing(state) && <span class="nothing">No answer</span>;
}

/** Draws the uptime of one service, or of several together. */
function uptimeOf(rows: readonly Row[]): Child {
  const old = rows.filter(({ past }) => !isYoung(past));
  const sum = (figure: 'checks' | 'failed') => old.reduce((all, { uptime }) => all + (uptime?.[figure] ?? 0), 0);
  return sum('checks') > 0 && describeShare(sum('checks') - sum('failed'), sum('checks'));
}

/** The most marks of a group; the worst are first. */
const MARKS = 60;

/** Draws a mark for each service. */
function marksOf(rows: readonly Row[]): Child {
  const marks = rows.slice(0, MARKS).map(({ shown }) => `<i class="${summaryStateOf(shown)}"></i>`);
  return <span class="marks">{raw(marks.join(''))}</span>;
}

/** Draws `84 %` or `Spent`, for the budget with the least left. */
function budgetLeft({ objective }: Row): Child {
  const standing = worstStanding(objective);
  if (standing === null || standing.checks === 0) return null;
  return (
    <span class={`note budget ${budgetOf(standing)}`} title={objectiveBrief(standing)}>
      {budgetOf(standing) === 'spent' ? 'Spent' : `${Math.floor(100 * shareLeft(standing))} %`}
    </span>
  );
}

/** The most characters of a version; the details show the rest. */
const VERSION_SHOWN = 12;

/** Draws the version in the latest report; if that has none, in the last healthy report, in grey. */
function lastVersion({ version }: Row): Child {
  if (version === null) return null;
  const name = cleanText(version.name, VERSION_SHOWN);
  if (version.isCurrent || name === '') return name;
  return (
    <span class="former">
      {name}
      <span class="hidden"> when last healthy</span>
    </span>
  );
}

interface HeadsProps extends Listed {
  readonly rows: readonly Row[];
}

/** Draws the heads of the columns. Each cell of a row has the same term for people who don't see them. */
export function ColumnHeads({ columns, rows, ...listed }: HeadsProps & { readonly columns: readonly Column[] }) {
  return (
    <div class="heads" aria-hidden="true">
      <span class="is">Status</span>
      <span class="who">Service</span>
      {columns.map(({ name, term, head }) => (
        <span class={name}>{head === undefined ? term : head(rows, listed)}</span>
      ))}
      <span class="acts" />
    </div>
  );
}

/** Draws the start, the length and the end of the time that the strips show. */
function Axis({ rows, address: { range }, now }: HeadsProps) {
  const [first] = rows.flatMap(({ strip }) => strip.from ?? []).sort();
  if (first === undefined) return <>Checks</>;
  const from = Date.parse(first);
  const last = Math.max(...rows.map(({ past }) => Date.parse(past.to)));
  const checks = Math.max(...rows.map(({ strip }) => strip.states.replaceAll('.', '').length));
  if (range === 'latest' && checks < LEAST_WITH_AXIS) {
    return (
      <span class="begin">
        {checks === 1 ? 'First check ' : `${checks} checks since `}
        <Time at={from} now={now} />
      </span>
    );
  }
  const length = typeof range === 'string' ? RANGE_NAMES[range] : roughDuration(last - from);
  return (
    <>
      <Time at={from} now={now} />
      <span>{range === 'latest' ? plural(checks, 'check') : length}</span>
      <Time at={Math.min(last, now)} now={now} />
    </>
  );
}

/** The number of checks from which an axis has two times. */
const LEAST_WITH_AXIS = 20;

const RANGE_NAMES: Readonly<Record<NamedRange, string>> = {
  latest: '',
  '24h': '24 hours',
  '7d': '7 days',
  '90d': '90 days',
};
