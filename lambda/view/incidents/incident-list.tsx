/** All incidents that are kept, open and past, and the filters by which they are listed: a form that works without a script. */

import { type Address, timeText } from '../../core/documents/address';
import type { Known } from '../../core/documents/facts/known';
import { allKept, storiesOf, togetherOf } from '../../core/documents/facts/stories';
import { plural } from '../../core/documents/words/format';
import { SETTLED_KEPT } from '../../core/incident/incident';
import { INCIDENT_KINDS } from '../../core/words/codes';
import { Pages } from '../controls/controls';
import { Option } from '../controls/filter-form';
import { Problems } from '../parts/problems';
import { Records } from './records';

/** How many entries are listed at a time. */
const LISTED = 100;

export function IncidentList({ known, address }: { readonly known: Known; readonly address: Address }) {
  const { service, kind, since } = address;
  const all = allKept(known);
  const stories = storiesOf(
    all.filter(({ id }) => service === null || id === service),
    { kind, since },
  );
  const open = stories.filter(({ resolvedAt }) => resolvedAt === null).length;
  const entries = togetherOf(stories, known.intervalMs);
  const pages = Math.max(1, Math.ceil(entries.length / LISTED));
  const page = Math.min(pages, address.page);
  return (
    <>
      <header class="summary">
        <h1>
          {plural(stories.length, 'incident')}
          {open > 0 && `, ${open} open`}
        </h1>
        <p class="when">Of each service the open ones and its last {SETTLED_KEPT} are kept.</p>
      </header>
      <main>
        <Problems known={known} />
        <form method="get" action="/incidents" class="filters">
          <label>
            service{' '}
            <select name="service">
              <Option value="" text="all" isChosen={service === null} />
              {all.map(({ id }) => (
                <Option value={id} text={id} isChosen={id === service} />
              ))}
            </select>
          </label>
          <label>
            kind{' '}
            <select name="kind">
              <Option value="" text="all" isChosen={kind === null} />
              {INCIDENT_KINDS.map((one) => (
                <Option value={one} text={one} isChosen={one === kind} />
              ))}
            </select>
          </label>
          <label>
            since (UTC) <input type="date" name="since" value={since === null ? '' : timeText(since).slice(0, 10)} />
          </label>
          <button type="submit">Show</button>
        </form>
        <div class="columns">
          <section class="records" aria-label="Incidents">
            {stories.length === 0 && <p class="none">{noneFound(address)}</p>}
            <Records
              known={known}
              entries={entries.slice((page - 1) * LISTED, page * LISTED)}
              target={{ kind: 'page', address: { ...address, page: 1 } }}
            />
            <Pages address={address} page={page} pages={pages} />
          </section>
        </div>
      </main>
    </>
  );
}

function noneFound({ service, kind, since }: Address): string {
  const isAll = service === null && kind === null && since === null;
  return isAll ? 'None yet. An incident is listed here as soon as it opens.' : 'None of these.';
}
