/** The choice of the time shown, and the options of filters: they lead to other addresses of the view. */

import {
  type Address,
  addressPath,
  type NamedRange,
  pathOf,
  queryOf,
  RANGES,
  timeText,
} from '../../core/documents/address';

const RANGE_NAMES: Readonly<Record<NamedRange, string>> = {
  latest: 'Now',
  '24h': '24 h',
  '7d': '7 d',
  '90d': '90 d',
};

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
    <details class="drop" id="own-range">
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
