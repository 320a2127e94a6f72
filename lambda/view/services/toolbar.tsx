/** The toolbar of the list: its heading, a search, filters, the order, and the time shown. */

import type { Child } from 'hono/jsx';
import {
  type Address,
  addressPath,
  queryOf,
  SHOWS,
  type Show,
  SORTS,
  type Sort,
  START,
} from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { SEVERITIES } from '../../core/words/codes';
import { RangeChoices, Select } from '../controls/controls';

interface ToolbarProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  /** The number of services that pass the filters. */
  readonly found: number;
  /** Whether the page has a row for each service that passes the other filters, so that its script can search. */
  readonly hasAll: boolean;
  /** Whether other times can be shown: there are none in the first hour. */
  readonly hasRanges: boolean;
  /** The heading. */
  readonly children?: Child;
}

export function Toolbar({ hasRanges, children, ...filters }: ToolbarProps) {
  const { address, deployment } = filters;
  return (
    <div class="toolbar finder">
      <h2 id="services-title">
        {children} <span class="count">{address.needs === null ? deployment.services.length : filters.found}</span>
      </h2>
      <Filters {...filters} />
      {hasRanges && (
        <nav class="ranges" aria-label="Time shown">
          <RangeChoices address={address} />
        </nav>
      )}
    </div>
  );
}

/** The names of states that need other words than their code. */
const SHOW_NAMES: Readonly<Partial<Record<Show, string>>> = { all: 'any state', failing: 'not healthy' };

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  urgency: 'Worst first',
  name: 'By name',
  slowest: 'Slowest first',
  availability: 'Most failures first',
};

/** Draws the form. Without a script its button sends it; with it, each choice does, and the search hides rows while the reader types. */
function Filters({ deployment, address, found, hasAll }: Omit<ToolbarProps, 'hasRanges' | 'children'>) {
  const { range, find, sort } = address;
  const { length } = deployment.services;
  return (
    <search>
      <form method="get" action="/">
        {queryOf({ ...START, range }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="find">
          <input
            type="search"
            name="find"
            value={find}
            placeholder="Find a service"
            aria-label="Find a service"
            aria-keyshortcuts="/"
            autocomplete="off"
            data-of={hasAll ? length : undefined}
          />
          <output>{(find !== '' || found < length) && `${found} of ${length}`}</output>
        </div>
        <FilterMenu deployment={deployment} address={address} />
        <Select name="sort" label="Order" chosen={sort} options={SORTS.map((order) => [order, SORT_NAMES[order]])} />
        <noscript>
          <button type="submit">Show</button>
        </noscript>
      </form>
    </search>
  );
}

function FilterMenu({ deployment, address }: Pick<ToolbarProps, 'deployment' | 'address'>) {
  const { show, group, needs, severity } = address;
  const groups = deployment.groups.flatMap(({ name }) => name ?? []).sort();
  const count = queryOf({ ...START, show, group, needs, severity }).length;
  return (
    <details class="drop" id="filter">
      <summary class="button">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 4.5h12M4.5 8h7M6.5 11.5h3" />
        </svg>
        <span>Filter</span>
        {count > 0 && <strong>{count}</strong>}
      </summary>
      <div>
        <p>
          State
          <Select
            name="show"
            label="State"
            chosen={show}
            options={SHOWS.map((state) => [state, SHOW_NAMES[state] ?? state])}
          />
        </p>
        <p>
          Severity
          <Select
            name="severity"
            label="Severity"
            chosen={severity ?? ''}
            options={[['', 'any severity'], ...SEVERITIES.map((level) => [level, level] as const)]}
          />
        </p>
        {groups.length > 0 && (
          <p>
            Group
            <Select
              name="group"
              label="Group"
              chosen={group ?? ''}
              options={[['', 'all groups'], ...groups.map((name) => [name, name] as const)]}
            />
          </p>
        )}
        {deployment.needed.length > 0 && (
          <p>
            Needs
            <Select
              name="needs"
              label="Needs"
              chosen={needs ?? ''}
              options={[
                ['', 'any service'],
                ...deployment.needed.map(({ service, services }) => [service, `${service} (${services})`] as const),
              ]}
            />
          </p>
        )}
        <button type="submit">Show</button>
      </div>
    </details>
  );
}

interface NoneFoundProps {
  readonly address: Address;
  readonly found: number;
}

/** Draws the text for a list without services; hidden if there are any, since the search may hide them all. */
export function NoneFound({ address, found }: NoneFoundProps) {
  const { show, range } = address;
  const isOnlyFailing = addressPath({ ...START, show, range }) === addressPath(address) && show === 'failing';
  return (
    <p class="none" id="none-found" hidden={found > 0}>
      {isOnlyFailing && found === 0 ? 'All services are healthy.' : 'No matching services.'}{' '}
      <a href={addressPath({ ...START, range })}>Show all</a>
    </p>
  );
}
