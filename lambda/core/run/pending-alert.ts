/** The next alert that is due to a receiver from a service, as the receiver gets it. */

import type { PendingAlert } from '../deliver/groups';
import type { Subject } from '../incident/incident';
import { type Alert, type AlertContext, type AlertedService, alertOf } from '../message/alert';
import { withDrillCode } from '../message/drill';
import type { DueAlert } from '../message/due-alert';
import { noticeId, noticeKey, noticeOf, noticeSummary } from '../message/receiver-notice';
import { incidentOf, type Next, nextAlerts } from '../notify/due';
import { heldBackBy } from '../notify/held-alerts';
import { notifiedOf } from '../notify/notified';
import { drillCode } from '../silences/drill-request';
import { ackOf } from '../silences/silence';
import { alertedAck } from '../silences/silence-document';
import type { ServiceState } from '../state/service-state';
import { DRILL } from '../words/ids';
import {
  type Addressee,
  alertedId,
  type CheckedService,
  mayHaveHeldBack,
  notifyContext,
  silencedIncident,
} from './checked-service';
import type { Sending } from './run-context';

/**
 * The next alert of a service for a receiver; `null` if there is none, or if all must wait. `failed` are the problems of which an alert could
 * not be sent in this run: nothing follows it.
 */
export function pendingAlert(
  service: CheckedService,
  receiver: Addressee,
  run: Sending,
  failed?: ReadonlySet<string>,
): PendingAlert | null {
  const { state } = service.snapshot;
  if (state.incidents.length === 0) return null;
  const deciding = notifyContext(service, receiver, run.silencing);
  // Events that the filter leaves out are passed over once the service has a verdict again.
  const isWanted = (next: Next) => !('due' in next) || deciding.filter.events.includes(next.due.event);
  const next = nextAlerts(state, deciding, failed).find(isWanted);
  if (next === undefined) return null;
  const alert = 'due' in next ? newAlert(next.due, service, receiver, run) : next.repeated.alert;
  return {
    next,
    thread: notifiedOf(state, incidentOf(next).id, receiver.id).thread,
    alert: {
      ...alert,
      possiblyRepeated: alert.possiblyRepeated || service.mayRepeat,
      silencesUnknown: run.silencing.source === 'none',
    },
  };
}

/** The document of an alert to a receiver about a service. */
export function newAlert(due: DueAlert, service: CheckedService, receiver: Addressee, run: Sending): Alert {
  const { now, snapshot } = service;
  const id = alertedId(service);
  const isDrill = service.id === DRILL;
  const { about, conditions, heldAlerts } = snapshot.state;
  const { incident } = due;
  // The recovery names who was on it.
  const acked = { ...silencedIncident(id, incident), ...(due.event === 'resolved' && { isOver: false }) };
  const ack = ackOf(run.silencing.silences, acked, due.event === 'resolved' ? due.at : now);
  const alert = alertOf(due, {
    deployment: run.config.name,
    links: run.outputs.links,
    service: about ?? unknownService(id),
    conditions,
    silenced: heldBackBy(heldAlerts, due, now, (needed) =>
      mayHaveHeldBack(needed, { ...incident, service: id }, receiver),
    ),
    timings: timingsFor(due, snapshot.state),
    ack: ack && alertedAck(ack),
    remindEveryMs: service.remindEveryMs,
    drill: isDrill,
  });
  const { drill } = run.silencing;
  if (isDrill && drill !== null) return withDrillCode(alert, drillCode(drill, receiver.id));
  return incident.subject === null ? alert : alertOfReceiver(alert, incident.subject, run);
}

/** An alert of the deployment itself goes as a notice: its names are those of the notice. */
function alertOfReceiver(alert: Alert, about: Subject, { outputs }: Sending): Alert {
  const notice = noticeOf(alert, about, outputs.links);
  return { ...alert, id: noticeId(notice), incidentId: noticeKey(notice), summary: noticeSummary(notice) };
}

/** A service of which the state knows nothing but its id. */
function unknownService(id: string): AlertedService {
  return { id, statusUrl: '', environment: null, severity: 'critical', runbook: null };
}

/** The timings of the latest check, if it is what the alert is about. */
function timingsFor({ event, incident }: DueAlert, { latest, removedAt }: ServiceState): AlertContext['timings'] {
  if (latest === null || removedAt !== null) return null;
  const isAbout = incident.kind !== 'outage' || (event === 'resolved') === (latest.kind === 'healthy');
  return isAbout ? latest.timings : null;
}
