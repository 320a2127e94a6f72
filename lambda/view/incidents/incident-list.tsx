/** All stored incidents: the open ones, and the past ones with filters. */

import { type Address, addressPath, type ListedKind, SINCES } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { INCIDENTS_KEPT } from '../../core/documents/incident-list';
import type { IncidentsPageDocument } from '../../core/documents/page-document';
import { shortDay } from '../../core/documents/words/days';
import { Pages, Select } from '../controls/controls';
import { Problems } from '../parts/problems';
import { IncidentLines } from './incident-lines';
import { countWords } from './open-incidents';
import { OpenTags } from './open-tags';

interface IncidentListProps {
  readonly content: IncidentsPageDocument;
  readonly deployment: DeploymentDocument;
  readonly address: Address;
}

export function IncidentList({ content, deployment, address }: IncidentListProps) {
  const { open, past } = content;
  return (
    <main id="content" class="incidents">
      <h1>Incidents</h1>
      <Problems problems={deployment.problems} />
      {open.count > 0 && (
        <section aria-labelledby="open-title">
          <h2 id="open-title">
            Open <span class="count">{countWords(open)}</span>
          </h2>
          <IncidentLines
            kind="open"
            groups={open.groups}
            deployment={deployment}
            tagsOf={(group) => <OpenTags group={group} others={open.groups} now={Date.parse(deployment.at)} />}
          />
          {open.left > 0 && <p class="none">and {open.left} more</p>}
        </section>
      )}
      <section aria-labelledby="resolved-title">
        <div class="toolbar">
          <h2 id="resolved-title">
            Resolved <span class="count">{past.entries}</span>
          </h2>
          {past.ever > 0 && <Filters services={content.services} address={address} now={Date.parse(deployment.at)} />}
        </div>
        {past.entries === 0 ? (
          <p class="card empty">{noneFound(address, past.ever, Date.parse(deployment.at))}</p>
        ) : (
          <IncidentLines kind="past" groups={past.groups} deployment={deployment} />
        )}
        <Pages address={address} page={past.at} pages={past.pages} />
        <p class="none">The last {INCIDENTS_KEPT} of each service are stored.</p>
      </section>
    </main>
  );
}

const SINCE_WORDS = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;

function noneFound({ service, kind, since }: Address, ever: number, now: number): string {
  if (ever === 0) return 'None yet. An incident is listed here once it is over.';
  const which = service === null && kind === null ? 'No incidents' : 'No such incidents';
  if (since === 'all') return `${which} are stored`;
  if (typeof since === 'number') return `${which} since ${shortDay(since, now)}`;
  return `${which} in these ${since === null ? '90 days' : SINCE_WORDS[since]}`;
}

interface FiltersProps {
  readonly services: readonly string[];
  readonly address: Address;
  readonly now: number;
}

/** Draws the filters. They take effect at once, or without a script by the button. */
function Filters({ services, address, now }: FiltersProps) {
  const { service, kind, since } = address;
  return (
    <div class="filters">
      <form method="get" action="/incidents" class="filters">
        {kind !== null && <input type="hidden" name="kind" value={kind} />}
        <Select
          name="service"
          label="Service"
          chosen={service ?? ''}
          options={[['', 'All services'], ...services.map((id) => [id, id] as const)]}
        />
        <Select
          name="since"
          label="Time"
          chosen={typeof since === 'number' ? new Date(since).toISOString() : (since ?? '')}
          options={[
            ['', '90 days'],
            ...SINCES.map((named) => [named, named === 'all' ? 'Any time' : SINCE_WORDS[named]] as const),
            ...(typeof since === 'number'
              ? [[new Date(since).toISOString(), `Since ${shortDay(since, now)}`] as const]
              : []),
          ]}
        />
        <noscript>
          <button type="submit">Show</button>
        </noscript>
      </form>
      <ul class="choices">
        {KINDS.map(([name, chosen, includes]) => (
          <li>
            <a
              href={addressPath({ ...address, kind: chosen, page: 1 })}
              aria-current={includes.includes(kind) ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The choices: the name, the kind, and all kinds in addresses that it matches. */
const KINDS: readonly (readonly [string, ListedKind | null, readonly (ListedKind | null)[]])[] = [
  ['All', null, [null]],
  ['Down', 'outage', ['outage']],
  ['Degraded', 'degraded', ['degraded', 'condition', 'objective']],
];
