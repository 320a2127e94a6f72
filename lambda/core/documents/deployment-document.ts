/** A deployment, or a watch on a laptop, as a document: the status of all services. docs/reference/documents.md has the fields. */

import type { ConditionCode } from '../conditions/conditions';
import type { Service } from '../config/config';
import { ownClockWarnings } from '../probe/clock-skew';
import { type SilenceDocument, silenceDocument } from '../silences/silence-document';
import { type BeginningsDocument, beginningsOf } from './facts/beginnings';
import type { DeploymentFacts, ServiceFacts } from './facts/deployment-facts';
import { byUrgency, urgencyOf } from './facts/listing';
import { dependentsIn } from './facts/needs-view';
import { ackOn, lastKnown, startOfState, stateOf } from './facts/service-view';
import { countSummaryStates, shownAs } from './facts/shown-state';
import { wholeOf, worstOf } from './facts/whole';
import { behindNow } from './silenced-document';
import { isDown, type Shown, type State, type SummaryState, type Whole } from './state';
import { iso } from './words/format';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface DeploymentDocument {
  readonly schema: 1;
  readonly deployment: string;
  /** When the document was made. */
  readonly at: string;
  readonly intervalSeconds: number;
  /** Whether the checker is deployed; otherwise it is a watch on a single machine, which shows its alerts and sends none to the topic. */
  readonly deployed: boolean;
  /** The latest check of any service; `null` if there was none. */
  readonly checkedAt: string | null;
  /** The overall state: that of the worst service. Services with severity `info` don't make it fail. */
  readonly whole: Whole;
  /** The state of the worst service that counts for `whole`. */
  readonly worst: SummaryState;
  /** The number of services in each state, the worst first; together all services. */
  readonly counts: Readonly<Partial<Record<SummaryState, number>>>;
  /** When and where the services that are down failed; `null` if fewer than two are down. */
  readonly beginnings: BeginningsDocument | null;
  /** All services in brief, those that need attention first. */
  readonly services: readonly ServiceBrief[];
  /** Most services down first, then the worst first; empty if all services are in the same group, or none is in a group. */
  readonly groups: readonly GroupDocument[];
  /** The services that others need, with the number of dependents; the most needed first. */
  readonly needed: readonly { readonly service: string; readonly services: number }[];
  /** The ids of services that have left the config and still have stored data. */
  readonly removed: readonly string[];
  /** The silences in force, the one that ends last first. */
  readonly silences: readonly SilenceDocument[];
  /** The next maintenance of each plan within a week, the earliest first; at most five. */
  readonly planned: readonly SilenceDocument[];
  /** The acknowledgements in force, in the same order. */
  readonly acks: readonly SilenceDocument[];
  /** Faults on the checker's own side, in words, including its clock. */
  readonly problems: readonly string[];
}

/** A service in brief, small enough for a list of 10,000. */
export interface ServiceBrief extends Pick<Service, 'group' | 'severity'> {
  readonly service: string;
  readonly state: State;
  readonly shown: Shown;
  readonly stateSince: string | null;
  /** The conditions that hold. */
  readonly conditions: readonly ConditionCode[];
  /** The needed service whose failure holds this outage back; `null` if none does. */
  readonly behind: { readonly service: string } | null;
  /** The acknowledgement of its incidents; `null` if there is none. */
  readonly ack: { readonly by: string | null } | null;
}

export interface GroupDocument {
  /** `null` for the services without a group. */
  readonly name: string | null;
  /** The number of services, of healthy ones, and of ones that are down, and the state of the worst. */
  readonly services: number;
  readonly healthy: number;
  readonly down: number;
  readonly worst: Shown;
}

export function deploymentDocument(known: DeploymentFacts): DeploymentDocument {
  const checkedAt = Math.max(0, ...known.services.map((service) => lastKnown(service)?.at ?? 0));
  return {
    schema: 1,
    deployment: known.deployment,
    at: iso(known.now),
    intervalSeconds: known.intervalMs / 1_000,
    deployed: known.isDeployed,
    checkedAt: checkedAt === 0 ? null : iso(checkedAt),
    whole: wholeOf(known),
    worst: worstOf(known).worst,
    counts: Object.fromEntries(countSummaryStates(known)),
    beginnings: beginningsOf(known),
    services: byUrgency(known, known.services).map((service) => briefOf(known, service)),
    groups: groupsOf(known),
    needed: neededOf(known),
    removed: known.removed.map(({ id }) => id),
    silences: known.silences.map(silenceDocument),
    planned: nextOfEach(known.upcoming ?? []).map(silenceDocument),
    acks: known.acks.map(silenceDocument),
    problems: [...known.problems, ...ownClockWarnings(known.services.flatMap(({ state }) => state?.latest ?? []))],
  };
}

const PLANNED_SHOWN = 5;

/** Returns the first occurrence of each plan: recurring ones share an id. */
function nextOfEach(upcoming: NonNullable<DeploymentFacts['upcoming']>): NonNullable<DeploymentFacts['upcoming']> {
  const first = new Map<string, (typeof upcoming)[number]>();
  for (const silence of upcoming) if (!first.has(silence.id)) first.set(silence.id, silence);
  return [...first.values()].slice(0, PLANNED_SHOWN);
}

function briefOf(known: DeploymentFacts, service: ServiceFacts): ServiceBrief {
  const { id, group, severity } = service.service;
  const state = stateOf(known, service);
  const since = startOfState(state, service);
  const ack = ackOn(known, service);
  const behind = behindNow(known, service);
  return {
    service: id,
    group,
    severity,
    state,
    shown: shownAs(known, service),
    stateSince: since === null ? null : iso(since),
    conditions: (lastKnown(service)?.conditions ?? []).map(({ code }) => code),
    behind: behind && { service: behind.service },
    ack: ack && { by: ack.by },
  };
}

function neededOf(known: DeploymentFacts): DeploymentDocument['needed'] {
  const needed = [...dependentsIn(known)].map(([service, { length }]) => ({ service, services: length }));
  return needed.sort((left, right) => right.services - left.services);
}

/** Returns all groups, the worst first; none if all services are in the same group, or none is in a group. */
function groupsOf(known: DeploymentFacts): readonly GroupDocument[] {
  const groups = new Map<string | null, RankedGroup>();
  for (const service of known.services) {
    const { group: name } = service.service;
    const shown = shownAs(known, service);
    const rank = urgencyOf(service, shown);
    const before = groups.get(name) ?? { name, services: 0, healthy: 0, down: 0, worst: shown, rank };
    const healthy = before.healthy + (shown === 'healthy' ? 1 : 0);
    const worse = rank < before.rank ? { worst: shown, rank } : {};
    const down = before.down + (isDown(shown) ? 1 : 0);
    groups.set(name, { ...before, services: before.services + 1, healthy, down, ...worse });
  }
  if (groups.size < 2) return [];
  return [...groups.values()]
    .sort((left, right) => right.down - left.down || left.rank - right.rank)
    .map(({ rank, ...group }) => group);
}

interface RankedGroup extends GroupDocument {
  readonly rank: number;
}
