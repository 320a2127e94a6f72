/** The controls of the list and its time: links and a form that lead to other addresses of the view. */

import {
  type Address,
  addressPath,
  type NamedRange,
  pathOf,
  queryOf,
  RANGES,
  SHOWS,
  type Show,
  SORTS,
  type Sort,
  START,
  timeText,
} from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { SEVERITIES } from '../../core/words/codes';

/** From this many services on, a search helps. */
const MANY = 20;

const RANGE_NAMES: Readonly<Record<NamedRange, string>> = {
  latest: 'Now',
  '24h': '24 h',
  '7d': '7 d',
  '90d': '90 d',
};

interface ControlsProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  /** The number of services that pass the filters. */
  readonly found: number;
}

interface AllControlsProps extends ControlsProps {
  /** Whether other times can be shown: there are none in the first hour. */
  readonly hasRanges: boolean;
}

export function Controls({ deployment, address, found, hasRanges }: AllControlsProps) {
  const isNarrowed = queryOf({ ...address, range: 'latest', page: 1 }).length > 0;
  return (
    <nav class="controls" aria-label="What is shown">
      {(deployment.services.length >= MANY || isNarrowed) && (
        <Filters deployment={deployment} address={address} found={found} />
      )}
      {hasRanges && <RangeChoices address={address} />}
    </nav>
  );
}

export function RangeChoices({ address }: { readonly address: Address }) {
  return (
    <ul class="choices">
      {RANGES.map((range) => (
        <li>
          <a href={addressPath({ ...address, range })} aria-current={range === address.range ? 'true' : undefined}>
            {RANGE_NAMES[range]}
          </a>
        </li>
      ))}
      <li>
        <OwnRange address={address} />
      </li>
    </ul>
  );
}

/** Draws the fields for a custom range, in UTC, below its name. */
function OwnRange({ address }: { readonly address: Address }) {
  const { range } = address;
  const own = typeof range === 'object' ? range : null;
  const others = queryOf({ ...address, range: 'latest', page: 1 });
  return (
    <details class="own" id="own-range">
      <summary aria-current={own === null ? undefined : 'true'}>Custom</summary>
      <form method="get" action={pathOf(address)}>
        {others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label>
          from <input type="datetime-local" name="from" required value={own === null ? '' : timeText(own.from)} />
        </label>
        <label>
          to (UTC) <input type="datetime-local" name="to" required value={own === null ? '' : timeText(own.to)} />
        </label>
        <button type="submit">Show</button>
      </form>
    </details>
  );
}

/** The names of states that need other words than their code. */
const SHOW_NAMES: Readonly<Partial<Record<Show, string>>> = { all: 'any state', failing: 'not healthy' };

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  urgency: 'worst first',
  name: 'by name',
  slowest: 'slowest first',
  availability: 'most failures first',
};

/** Draws the filters. Without a script the button sends the form; with it, each choice does. */
function Filters({ deployment, address, found }: ControlsProps) {
  const { show, find, group, needs, severity, sort } = address;
  const groups = deployment.groups.flatMap(({ name }) => name ?? []).sort();
  return (
    <search>
      <form method="get" action="/" class="filters">
        {rangeFields(address)}
        <input
          type="search"
          name="find"
          value={find}
          placeholder="Find a service ( / )"
          aria-label="Find a service"
          aria-keyshortcuts="/"
        />
        <Select
          name="show"
          label="State"
          chosen={show}
          options={SHOWS.map((name) => [name, SHOW_NAMES[name] ?? name])}
        />
        <Select
          name="severity"
          label="Severity"
          chosen={severity ?? ''}
          options={[['', 'any severity'], ...SEVERITIES.map((level) => [level, level] as const)]}
        />
        {groups.length > 0 && (
          <Select
            name="group"
            label="Group"
            chosen={group ?? ''}
            options={[['', 'all groups'], ...groups.map((name) => [name, name] as const)]}
          />
        )}
        {deployment.needed.length > 0 && (
          <Select
            name="needs"
            label="Needs"
            chosen={needs ?? ''}
            options={[
              ['', 'any needs'],
              ...deployment.needed.map(({ service, services }) => [service, `needs ${service} (${services})`] as const),
            ]}
          />
        )}
        <Select name="sort" label="Sort" chosen={sort} options={SORTS.map((order) => [order, SORT_NAMES[order]])} />
        <button type="submit">Show</button>
        {found < deployment.services.length && (
          <span class="when">
            {found} of {deployment.services.length}
          </span>
        )}
      </form>
    </search>
  );
}

/** Draws hidden fields that keep the range. */
function rangeFields({ range }: Address) {
  return queryOf({ ...START, range }).map(([name, value]) => <input type="hidden" name={name} value={value} />);
}

interface PagesProps {
  readonly address: Address;
  readonly page: number;
  readonly pages: number;
}

/** Draws the links to the other pages of a long list; nothing if there is only one page. */
export function Pages({ address, page, pages }: PagesProps) {
  if (pages === 1) return null;
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 && <a href={addressPath({ ...address, page: page - 1 })}>← Previous</a>}
      <span>
        page {page} of {pages}
      </span>
      {page < pages && <a href={addressPath({ ...address, page: page + 1 })}>Next →</a>}
    </nav>
  );
}

export function NoneShown({ address }: { readonly address: Address }) {
  const { show, find, group, needs, severity } = address;
  const isAll = group === null && needs === null && severity === null && find === '';
  return (
    <p class="none">
      {show === 'failing' && isAll ? 'All services are healthy' : 'No such service'}
      {find !== '' && ` with "${find}" in its name`}.{' '}
      <a href={addressPath({ ...START, range: address.range })}>Show all</a>
    </p>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function Select({ name, label, chosen, options }: SelectProps) {
  return (
    <select name={name} aria-label={label}>
      {options.map(([value, text]) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}
