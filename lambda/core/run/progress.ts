/** The progress of a receiver in a run, and how each of its answers changes that. */

import type { Group, GroupMember } from '../deliver/groups';
import type { Pace } from '../deliver/pace';
import { type Receiver, TOPIC } from '../deliver/receiver';
import { LONGEST_BUSY_MS } from '../deliver/receiver-record';
import { problemKey } from '../incident/incident';
import type { Notification } from '../message/notification';
import { sentAlert, sentTogether } from '../message/sent-alert';
import { incidentOf } from '../notify/due';
import { markSent, markTried, passOver, withSent } from '../notify/mark';
import type { ServiceState } from '../state/service-state';
import type { RunFailure } from '../words/run-failure';
import { type CheckedService, notifyContext } from './checked-service';
import type { Sending } from './run-context';
import type { Answer, FailedAnswer } from './send-group';

export interface Progress {
  /** The services by id, with the updated records of this receiver; the records of other receivers are unchanged. */
  readonly services: ReadonlyMap<string, CheckedService>;
  /** The services of the batch before. */
  readonly earlier: ReadonlyMap<string, CheckedService>;
  /** Whether all services of the run have their verdict by now. Otherwise a notification does not count the services outside it. */
  readonly hasAllChecks: boolean;
  /** The problems whose alert could not be sent in this run, by service. Later alerts about them wait. */
  readonly failed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The services whose alerts go alone, since a group with them was refused for its content. */
  readonly alone: ReadonlySet<string>;
  /** The services whose alerts can't be made because of a bug. */
  readonly broken: ReadonlySet<string>;
  /** Whether the receiver has answered in this run that it was sent too much. */
  readonly wasTooMuch: boolean;
  /** The end of the pause that it asked for, in milliseconds since 1970; `null` if it asked for none. */
  readonly busyUntil: number | null;
  /** The notifications that the receiver accepted. */
  readonly sent: readonly Notification[];
  /** Whether it accepted what it was sent again. */
  readonly isRenewed: boolean;
  /** Why it rejected something; `null` if it accepted everything. */
  readonly fault: string | null;
  readonly failures: readonly RunFailure[];
}

/** The checks of a run that are handled together. */
export interface BatchContext extends Pick<Progress, 'hasAllChecks'> {
  /** The result of the receiver for the batch before; `null` if there was none. */
  readonly earlier: ReceiverResult | null;
}

/** The progress of a receiver after it was notified. */
export interface ReceiverResult extends Progress {
  readonly receiver: string;
  /** Whether nothing is due to it any more. */
  readonly isAllSent: boolean;
  /** Why it is sent nothing more for now; `null` if it has not asked for a pause. */
  readonly pause: string | null;
  readonly pace: Pace;
  /** The records for the buttons of its messages that could not be kept: no save waits for it. */
  readonly recording: Promise<readonly RunFailure[]>;
}

export function newProgress(services: readonly CheckedService[], { hasAllChecks, earlier }: BatchContext): Progress {
  return {
    services: new Map(services.map((service) => [service.id, service])),
    earlier: earlier?.services ?? new Map(),
    hasAllChecks,
    failed: new Map(),
    alone: new Set(),
    broken: new Set(),
    wasTooMuch: false,
    busyUntil: null,
    sent: [],
    isRenewed: false,
    fault: null,
    failures: [],
  };
}

export interface AnswerContext {
  readonly receiver: Receiver;
  readonly run: Sending;
  /** The time of the answers, in milliseconds since 1970. */
  readonly answeredAt: number;
}

/** The progress after an answer. */
export function afterAnswer(progress: Progress, answer: Answer, context: AnswerContext): Progress {
  switch (answer.kind) {
    case 'split':
      return { ...progress, alone: new Set([...progress.alone, ...answer.group.map(({ service }) => service)]) };
    case 'failed':
      return afterFailure(progress, answer, context);
    case 'given-up':
      // It counts as sent: nothing would ever follow it.
      return {
        ...progress,
        services: withNotified(progress, answer.group, answer.notification, context),
        fault: answer.fault,
        failures: [...progress.failures, sendingFailure(answer.group, context.receiver, answer.fault)],
      };
    case 'accepted':
      return {
        ...progress,
        services: withNotified(progress, answer.group, answer.notification, context),
        sent: [...progress.sent, answer.notification],
        failures:
          answer.fault === null
            ? progress.failures
            : [...progress.failures, sendingFailure(answer.group, context.receiver, answer.fault)],
      };
  }
}

/** The services of a group whose receiver was notified. */
function withNotified(
  { services }: Progress,
  group: Group,
  notification: Notification,
  { receiver, run, answeredAt }: AnswerContext,
): Progress['services'] {
  const together = sentTogether(notification);
  return withMembers(services, group, (service, { pending: { next, alert } }) => {
    const { now } = service;
    const { state } = service.snapshot;
    const marked = markSent(state, next, { receiver: receiver.id, now, alert, thread: notification.threadId });
    const sent = sentAlert(alert, { notification: together, sentAt: answeredAt });
    const kept = withSent(marked, incidentOf(next), receiver.id, sent);
    return passOver(kept, notifyContext(service, receiver, run.silencing));
  });
}

function afterFailure(progress: Progress, answer: FailedAnswer, context: AnswerContext): Progress {
  const { group, fault, isBusy, busyUntil } = answer;
  return {
    ...progress,
    services: withMembers(progress.services, group, (service, member) =>
      stateAfterFailure(service, member, answer, context),
    ),
    failed: withFailed(progress.failed, group),
    wasTooMuch: progress.wasTooMuch || isBusy,
    busyUntil: busyUntil === null ? progress.busyUntil : Math.min(busyUntil, context.answeredAt + LONGEST_BUSY_MS),
    fault,
    failures: [...progress.failures, sendingFailure(group, context.receiver, fault)],
  };
}

function stateAfterFailure(
  { now, snapshot: { state } }: CheckedService,
  { pending: { next, alert } }: GroupMember,
  { isUnanswered }: FailedAnswer,
  { receiver }: AnswerContext,
): ServiceState {
  return isUnanswered ? markTried(state, next, { receiver: receiver.id, now, alert }) : state;
}

function withFailed(failed: Progress['failed'], group: Group): Progress['failed'] {
  const all = new Map(failed);
  for (const { service, pending } of group) {
    all.set(service, new Set([...(all.get(service) ?? []), problemKey(incidentOf(pending.next))]));
  }
  return all;
}

/** The services, those of the group with another state. */
function withMembers(
  services: Progress['services'],
  group: Group,
  stateOf: (service: CheckedService, member: GroupMember) => ServiceState,
): Progress['services'] {
  const all = new Map(services);
  for (const member of group) {
    const service = all.get(member.service);
    if (service === undefined) continue;
    const { snapshot } = service;
    all.set(service.id, { ...service, snapshot: { ...snapshot, state: stateOf(service, member) } });
  }
  return all;
}

/** The topic needs no name: every deployment has it. */
function sendingFailure([first, ...others]: Group, { id, failureWords }: Receiver, fault: string): RunFailure {
  const unsent = `can't be sent${id === TOPIC ? '' : ` to ${id}`}`;
  const message = `${failureWords ?? unsent}: ${fault}`;
  const { summary } = first.pending.alert;
  if (others.length === 0) {
    return { output: 'alerts', service: first.service, message: `the alert "${summary}" ${message}` };
  }
  const what = `the notification of ${others.length + 1} services, of which the first says "${summary}",`;
  return { output: 'alerts', service: null, message: `${what} ${message}` };
}
