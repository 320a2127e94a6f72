/** The controls for what is shown, and of which time: links and a form that lead to other addresses of the view. */

import { type Address, addressPath, type NamedRange, queryOf, RANGES } from './address';
import type { Known } from './known';

/** From this many services on, a search helps. */
const MANY = 12;

const RANGE_NAMES: Readonly<Record<NamedRange, string>> = {
  latest: 'latest',
  '24h': '24 hours',
  '7d': '7 days',
  '90d': '90 days',
};

export function Controls({ known, address }: { readonly known: Known; readonly address: Address }) {
  return (
    <nav class="controls" aria-label="What is shown">
      <Choices
        choices={[
          ['all', { ...address, show: 'all' }, address.show === 'all'],
          ['not healthy', { ...address, show: 'failing' }, address.show === 'failing'],
        ]}
      />
      <RangeChoices address={address} />
      {(known.services.length > MANY || address.find !== '') && <Find address={address} />}
    </nav>
  );
}

export function RangeChoices({ address }: { readonly address: Address }) {
  return (
    <Choices choices={RANGES.map((range) => [RANGE_NAMES[range], { ...address, range }, range === address.range])} />
  );
}

type Choice = readonly [name: string, address: Address, isCurrent: boolean];

function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul class="choices">
      {choices.map(([name, address, isCurrent]) => (
        <li>
          <a href={addressPath(address)} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Find({ address }: { readonly address: Address }) {
  const { find } = address;
  return (
    <search>
      <form method="get" action="/">
        <input type="search" name="find" value={find} placeholder="find a service" aria-label="Find a service" />
        {queryOf({ ...address, find: '', page: 1 }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
      </form>
    </search>
  );
}

export function NoneShown({ address }: { readonly address: Address }) {
  const { show, find } = address;
  return (
    <p class="none">
      {show === 'failing' ? 'All services are healthy' : 'No service'}
      {find !== '' && ` with "${find}" in its name`}.{' '}
      <a href={addressPath({ ...address, show: 'all', find: '' })}>Show all</a>
    </p>
  );
}
