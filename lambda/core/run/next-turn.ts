/** The next groups of a receiver: those that may be sent before any of their answers is known. */

import {
  alsoFailing,
  countDown,
  type Group,
  type GroupMember,
  nextGroups,
  type PendingAlert,
  sharedGroup,
  threadOf,
} from '../deliver/groups';
import type { Receiver } from '../deliver/receiver';
import { type ClueDocument, clueDocuments } from '../incident/clue';
import { othersClue } from '../incident/clues/others-failing';
import { type Alert, withClue } from '../message/alert';
import type { Notification } from '../message/notification';
import { incidentOf } from '../notify/due';
import type { ServiceState } from '../state/service-state';
import { inBatches } from '../words/in-batches';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { dependentsFailingSince, dependentsOn } from './needed-services';
import { pendingAlert } from './pending-alert';
import type { Progress } from './progress';
import type { Sending } from './run-context';

/** A group, and the message that it makes. */
export interface Message {
  readonly group: Group;
  readonly notification: Notification;
}

export interface Turn {
  /** The services with something pending, and what. */
  readonly members: readonly GroupMember[];
  /** About different services each: none waits for the answer to another. */
  readonly messages: readonly Message[];
  /** The services whose alerts can't be made because of a bug; other services are not affected. */
  readonly broken: ReadonlyMap<string, RunFailure>;
}

/** The next turn; without messages if nothing is left to be sent in this run. */
export function nextTurn(progress: Progress, receiver: Receiver, run: Sending): Turn {
  const { members, broken } = pendingMembers(progress, receiver, run);
  const together = members.filter(({ service }) => !progress.alone.has(service));
  const alone = members.filter(({ service }) => progress.alone.has(service));
  const sendsAlertsAlone = receiver.sendsAlertsAlone ?? false;
  const bySubject = receiver.isBySubject ?? false;
  const groups = [
    ...nextGroups(alone, { groupFrom: null, bySubject }),
    ...nextGroups(together, { groupFrom: sendsAlertsAlone ? null : run.config.groupFrom, bySubject }),
  ];
  const next = sendsAlertsAlone ? groups : groups.slice(0, 1);
  const messageOf = (group: Group): Message => ({
    group,
    notification: notificationOf(group, progress, receiver, run),
  });
  const fits = (group: Group) => receiver.fits?.(messageOf(group).notification) ?? true;
  const messages = next.flatMap((group) => splitToFit(group, fits)).map(messageOf);
  return { members, messages, broken };
}

function pendingMembers(progress: Progress, receiver: Receiver, run: Sending): Pick<Turn, 'members' | 'broken'> {
  const members: GroupMember[] = [];
  const broken = new Map<string, RunFailure>();
  for (const service of progress.services.values()) {
    if (progress.broken.has(service.id)) continue;
    try {
      const pending = pendingAlert(service, receiver, run, progress.failed.get(service.id));
      if (pending !== null) members.push({ service: service.id, pending });
    } catch (error) {
      const message = `this is a bug in statuswatch, please report it: its alert can't be created: ${errorMessage(error)}`;
      broken.set(service.id, { output: 'alerts', service: service.id, message });
    }
  }
  return { members, broken };
}

function notificationOf(group: Group, progress: Progress, receiver: Receiver, run: Sending): Notification {
  const { services, earlier, hasAllChecks } = progress;
  const states = new Map([...earlier, ...services].map(([id, { snapshot }]) => [id, snapshot.state]));
  const clue = othersClueOf(group, states, run);
  const ids = group.map(({ service }) => service);
  const serviceGroup = sharedGroup(ids, run.groups);
  const [first, ...others] = group.map(({ service, pending: { alert } }) => {
    const neededBy = isBroken(alert) ? dependentsOn(service, states, receiver.id, run) : null;
    const whole = neededBy === null ? alert : { ...alert, neededBy };
    return clue === null ? whole : withClue(whole, clue);
  });
  // Other invocations know the services of other shards.
  const isWhole = run.shard.count === 1;
  return {
    alerts: [first as Notification['alerts'][0], ...others],
    threadId: threadOf(group[0].pending),
    watched: run.configured.length,
    alsoFailing: hasAllChecks ? alsoFailing(group, states, receiver.id, receiver.isBySubject ?? false) : [],
    down: hasAllChecks && isWhole ? countDown(states) : null,
    ...(serviceGroup !== null && { serviceGroup }),
  };
}

/** Returns the clue about other failing services; `null` for a recovery and for any alert that is not about an outage. */
function othersClueOf(group: Group, states: ReadonlyMap<string, ServiceState>, run: Sending): ClueDocument | null {
  const [{ alert }] = group.map(({ pending }) => pending) as [PendingAlert];
  if (!isBroken(alert)) return null;
  const outages = group.map(({ service, pending }) => [service, incidentOf(pending.next)] as const);
  const ids = outages.map(([id]) => id);
  const named = outages.map(([id, { openedAt }]) => [id, openedAt] as const);
  const clue = othersClue(
    outages.map(([, outage]) => outage),
    new Map([...named, ...dependentsFailingSince(ids, states, run)]),
  );
  return clue && (clueDocuments([clue])[0] ?? null);
}

function isBroken({ kind, event }: Alert): boolean {
  return kind === 'outage' && event !== 'resolved';
}

/** Sorted as the group is; an alert that can't even be rendered is alone in the end. */
function splitToFit(group: Group, isFitting: (group: Group) => boolean): readonly Group[] {
  if (group.length === 1 || canBeSent(group, isFitting)) return [group];
  return inBatches(group, Math.ceil(group.length / 2)).flatMap((half) => splitToFit(half, isFitting));
}

function canBeSent(group: Group, isFitting: (group: Group) => boolean): boolean {
  try {
    return isFitting(group);
  } catch {
    return false;
  }
}
