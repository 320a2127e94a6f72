/** The section "Worth a look": the conditions and used-up budgets of services that have no outage, one entry for each kind. */

import { openIncidents, openOutage } from '../incident/incident';
import { capitalized } from '../words/capitalized';
import { grouped } from '../words/in-batches';
import type { DeploymentFacts, ServiceFacts } from './facts/deployment-facts';
import type { IncidentRecord } from './facts/incident-records';
import { lastKnown, standingsOn } from './facts/service-view';
import { standingDocuments } from './standing-document';
import { iso } from './words/format';
import { conditionWords } from './words/incident-words';
import { budgetName, budgetOf, budgetUse } from './words/objective-words';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface LookDocument {
  /** The problem in a few words: `Slow`, `Error budget spent`. */
  readonly title: string;
  /** When the first began. */
  readonly since: string;
  /** The services with the problem, the first to have it first. */
  readonly services: readonly LookedService[];
}

export interface LookedService {
  readonly service: string;
  /** The id of its incident; `null` if the condition is only shown. */
  readonly incident: string | null;
  /** The figures in words; `null` without any. */
  readonly found: string | null;
}

/** Returns whether an open incident is only worth a look: it is about a service without an outage. */
export function isWorthALook({ incident, known, state }: IncidentRecord): boolean {
  return known !== null && incident.over === null && openOutage(state) === null;
}

/** Returns all entries, the newest first. */
export function worthALook(known: DeploymentFacts): readonly LookDocument[] {
  const found = known.services.flatMap((service) => [...conditionsOf(service), ...budgetsOf(known, service)]);
  return [...grouped(found, ({ title }) => title)]
    .map(([title, all]) => ({ title, all: all.toSorted((left, right) => left.since - right.since) }))
    .sort((left, right) => (right.all[0]?.since ?? 0) - (left.all[0]?.since ?? 0))
    .map(({ title, all }) => ({
      title,
      since: iso(all[0]?.since ?? known.now),
      services: all.map(({ service, incident, found }) => ({ service, incident, found })),
    }));
}

interface Found extends LookedService {
  readonly title: string;
  /** In milliseconds since 1970. */
  readonly since: number;
}

function conditionsOf(service: ServiceFacts): readonly Found[] {
  const { state } = service;
  const last = lastKnown(service);
  if (last === null || last.kind !== 'healthy' || (state !== null && openOutage(state) !== null)) return [];
  return last.conditions.map(({ code, since }) => ({
    title: capitalized(conditionWords(code)),
    since,
    service: service.service.id,
    incident: (state && openIncidents(state).find(({ reason }) => reason === code)?.id) ?? null,
    found: state?.conditions.find((condition) => condition.code === code)?.message ?? null,
  }));
}

/** Returns the budgets with an open incident. Two burn rates of the same budget count once. */
function budgetsOf(known: DeploymentFacts, service: ServiceFacts): readonly Found[] {
  const { state } = service;
  if (state === null || openOutage(state) !== null) return [];
  const open = openIncidents(state).filter(({ kind }) => kind === 'objective');
  if (open.length === 0) return [];
  return standingDocuments(standingsOn(known, service)).flatMap((standing) => {
    const [first] = open
      .filter(({ reason }) => reason.startsWith('availability') === (standing.aim === 'availability'))
      .sort((left, right) => left.openedAt - right.openedAt);
    if (first === undefined) return [];
    return [
      {
        title: `${budgetName(standing)} ${budgetOf(standing) === 'spent' ? 'spent' : 'burns'}`,
        since: first.openedAt,
        service: service.service.id,
        incident: first.id,
        found: budgetUse(standing),
      },
    ];
  });
}
