/** The outages of other services that began at the same time as an outage. */

import { SAME_TIME_MS } from '../../incident/clues/others-failing';
import { distinctIncidents } from '../../incident/incident';
import { capitalized } from '../../words/capitalized';
import type { DeploymentFacts } from '../facts/deployment-facts';
import { allKept, type IncidentRecord } from '../facts/incident-records';
import { iso } from '../words/format';
import { type StepDocument, stepDocument } from './step';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface TogetherMember {
  readonly service: string;
  readonly id: string;
  readonly openedAt: string;
  readonly message: string;
}

export interface TogetherDocument {
  readonly count: number;
  /** The first outages, at most 50. */
  readonly members: readonly TogetherMember[];
  /** Their steps for the timeline. */
  readonly steps: readonly StepDocument[];
}

const NAMED = 50;

/** Returns the outages; empty for an incident that is not an outage. */
export function incidentsTogether(known: DeploymentFacts, { id, incident }: IncidentRecord): TogetherDocument {
  if (incident.kind !== 'outage') return { count: 0, members: [], steps: [] };
  const found = allKept(known)
    .filter((kept) => kept.id !== id)
    .flatMap(({ id: service, state }) =>
      distinctIncidents(state)
        .filter(({ kind, openedAt }) => kind === 'outage' && Math.abs(openedAt - incident.openedAt) <= SAME_TIME_MS)
        .map((other) => ({ service, other })),
    )
    .sort((left, right) => left.other.openedAt - right.other.openedAt);
  const members = found.slice(0, NAMED).map(({ service, other }) => ({
    service,
    id: other.id,
    openedAt: iso(other.openedAt),
    message: other.message,
  }));
  return {
    count: found.length,
    members,
    steps: togetherSteps(incident.openedAt, members),
  };
}

const STEP_NAMED = 3;

/** Returns steps for the outages before it and after it, with their findings. */
function togetherSteps(openedAt: number, members: readonly TogetherMember[]): readonly StepDocument[] {
  const own = iso(openedAt);
  const before = members.filter((member) => member.openedAt < own);
  const after = members.filter((member) => member.openedAt >= own);
  return [...togetherStep(before, ' went down'), ...togetherStep(after, ' went down too')];
}

function togetherStep(members: readonly TogetherMember[], text: string): readonly StepDocument[] {
  const [first] = members;
  if (first === undefined) return [];
  const others = members.length - STEP_NAMED;
  const messages = new Set(members.map(({ message }) => message));
  const step = {
    at: Date.parse(first.openedAt),
    mark: 'failed',
    incidents: members.slice(0, STEP_NAMED).map(({ service, id }) => ({ service, id })),
    text: `${others > 0 ? ` and ${others} more` : ''}${text}`,
    detail: messages.size === 1 ? capitalized(first.message) : null,
  } as const;
  return [stepDocument(step)];
}
