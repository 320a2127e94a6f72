/** The outages of other services that began at the same time as an outage. */

import { SAME_TIME_MS } from '../../incident/clues/others-failing';
import { distinctIncidents, type Incident } from '../../incident/incident';
import { capitalized } from '../../words/capitalized';
import type { DeploymentFacts } from '../facts/deployment-facts';
import { allKept, type IncidentRecord } from '../facts/incident-records';
import type { IncidentMember } from '../incident-list';
import { type StepDocument, stepDocument } from './step';

export interface TogetherDocument {
  readonly count: number;
  /** The first outages, at most 50. */
  readonly members: readonly IncidentMember[];
  /** Their steps for the timeline: those before the outage, and those after it. */
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
        .map(({ id, openedAt, message }) => ({ service, id, openedAt, message })),
    )
    .sort((left, right) => left.openedAt - right.openedAt);
  const listed = found.slice(0, NAMED);
  const isBefore = ({ openedAt }: Other) => openedAt < incident.openedAt;
  return {
    count: found.length,
    members: listed.map(memberOf),
    steps: [
      ...togetherStep(listed.filter(isBefore), ' went down'),
      ...togetherStep(
        listed.filter((other) => !isBefore(other)),
        ' went down too',
      ),
    ],
  };
}

type Other = IncidentMember & Pick<Incident, 'openedAt' | 'message'>;

function memberOf({ service, id }: Other): IncidentMember {
  return { service, id };
}

const STEP_NAMED = 3;

/** Returns a step with the names of the outages and the finding that they share; nothing without outages. */
function togetherStep(all: readonly Other[], text: string): readonly StepDocument[] {
  const [first] = all;
  if (first === undefined) return [];
  const others = all.length - STEP_NAMED;
  const messages = new Set(all.map(({ message }) => message));
  const step = {
    at: first.openedAt,
    mark: 'failed',
    incidents: all.slice(0, STEP_NAMED).map(memberOf),
    text: `${others > 0 ? ` and ${others} more` : ''}${text}`,
    detail: messages.size === 1 ? capitalized(first.message) : null,
  } as const;
  return [stepDocument(step)];
}
