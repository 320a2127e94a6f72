/**
 * What becomes of one verdict: the transition and the alerts that it owes are saved together, then the alerts are sent,
 * then they are marked as sent. So an alert may come twice, and never not at all.
 */

import { type Alert, type AlertContext, type AlertedService, alertOf } from './alert';
import type { CheckResult } from './check-result';
import { advance, endOf, PAST_KEPT, retire, type Step } from './incident';
import type { Known } from './known-states';
import { latestOf } from './latest-check';
import type { Timings } from './observation';
import { continueUntold, owe, settle } from './outbox';
import type { AlertSink, IncidentStore } from './ports';
import { nextRevision } from './revision';
import { messageOf, type RunFailure } from './run-failure';
import { SENT_KEPT, sentAlert } from './sent-alert';
import { CHANGES_KEPT, changeBetween } from './service-change';
import { mustSave, NEW_STATE, type ServiceState, silenceMs } from './service-state';

export interface KeepPorts {
  readonly store: IncidentStore;
  readonly send: AlertSink;
  /** Whether the store could be read in this run. */
  readonly certain: boolean;
  readonly deployment: string;
  /** From the start of one run to the start of the next, in milliseconds. */
  readonly intervalMs: number;
  readonly links: AlertContext['links'];
  /** As `Clock.elapsed`. */
  readonly elapsed: () => number;
}

/** After this time, in milliseconds, no further alert of a service is begun in a run: what is left has its next run. */
export const SENDING_LIMIT_MS = 5_000;

export interface Kept {
  /** What the next run of this process starts from; `null` where another run was faster. */
  readonly known: Known | null;
  readonly sent: readonly Alert[];
  readonly failures: readonly RunFailure[];
}

/** Advances a service by its verdict. Never rejects: what failed is told in `failures`. */
export function keepIncident(result: CheckResult, known: Known | undefined, ports: KeepPorts): Promise<Kept> {
  const { service, verdict, checkedAt, timings } = result;
  const { id, statusUrl, severity, runbook } = service;
  const before = known?.state ?? NEW_STATE;
  const about = { id, statusUrl, environment: environmentOf(result, before), severity, runbook };
  const prepared = {
    ...(verdict.kind === 'healthy' ? before : continueUntold(before)),
    about,
    latest: latestOf(result, before.latest, silenceMs(ports.intervalMs)),
    changes: changesWith(result, before),
  };
  const step = advance(prepared, verdict, service.alerts, checkedAt);
  return publish({ known, prepared, step, about, timings, now: checkedAt }, ports);
}

function changesWith(
  { verdict, checkedAt }: CheckResult,
  { changes, lastHealthy }: ServiceState,
): ServiceState['changes'] {
  const change = verdict.kind === 'healthy' ? changeBetween(lastHealthy, verdict.report, checkedAt) : null;
  return change === null ? changes : [...changes, change].slice(-CHANGES_KEPT);
}

/**
 * What the config says, or the service itself. A failing one mostly says nothing: then what it said last counts. It
 * stays the same for one incident, so that a filter by environment never lets an end through without its beginning.
 */
function environmentOf({ service, verdict }: CheckResult, { incident, about }: ServiceState): string | null {
  const known = about?.environment ?? null;
  return service.environment ?? (incident ? known : (verdict.report?.environment ?? known));
}

/** Ends what is open of a service that has left the config. */
export function retireService(id: string, known: Known, now: number, ports: KeepPorts): Promise<Kept> {
  const { state } = known;
  const about = state.about ?? { id, statusUrl: '', environment: null, severity: 'critical', runbook: null };
  return publish({ known, prepared: state, step: retire(state, now), about, timings: null, now }, ports);
}

interface Transition {
  readonly known: Known | undefined;
  /** The state that the step was made from. */
  readonly prepared: ServiceState;
  readonly step: Step;
  readonly about: AlertedService;
  readonly timings: Timings | null;
  readonly now: number;
}

async function publish({ known, prepared, step, about, timings, now }: Transition, ports: KeepPorts): Promise<Kept> {
  const { state, events } = endTwins(step, prepared);
  const { changes } = prepared;
  const alerts = events.map((event) => alertOf(event, { ...ports, service: about, timings, changes }));
  const owing: ServiceState = { ...prepared, ...state, outbox: alerts.reduce(owe, prepared.outbox) };
  const unchanged = !known?.unsaved && !mustSave(known?.state ?? NEW_STATE, owing, now);
  const revision = known?.revision ?? null;
  if (unchanged) return { known: { state: owing, revision, unsaved: false }, sent: [], failures: [] };

  const claim = await trySave({ state: owing, revision, unsaved: true }, about.id, now, ports);
  if (claim.known === null) return { known: null, sent: [], failures: [] };
  const delivery = await sendInOrder(claim.known.unsaved ? owing.outbox.map(mayBeRepeated) : owing.outbox, ports);
  const failures = [...claim.failures, ...delivery.failures.map((message) => failure('alerts', about.id, message))];
  if (delivery.sent.length === 0) return { known: claim.known, sent: [], failures };

  const told: Known = {
    ...claim.known,
    state: {
      ...claim.known.state,
      outbox: settle(owing.outbox, new Set(delivery.sent.map(({ id }) => id))),
      sent: [...owing.sent, ...delivery.sent.map((alert) => sentAlert(alert, now))].slice(-SENT_KEPT),
    },
  };
  if (claim.known.unsaved) return { known: told, sent: delivery.sent, failures };
  const marking = await trySave({ ...told, unsaved: true }, about.id, now, ports);
  return { known: marking.known, sent: delivery.sent, failures: [...failures, ...marking.failures] };
}

/** What was told beside the incident ends with it. */
function endTwins({ state, events }: Step, { twins }: ServiceState): Step & { state: Pick<ServiceState, 'twins'> } {
  const end = events.find(({ kind }) => kind === 'resolved');
  if (!end) return { state: { ...state, twins }, events };
  const ends = twins.map((incident) => ({ ...end, incident, at: endOf(incident, end.at).resolvedAt }));
  const past = [...state.past, ...twins.map((incident) => endOf(incident, end.at))].slice(-PAST_KEPT);
  return { state: { ...state, past, twins: [] }, events: [...events, ...ends] };
}

/** Resolves to what is known from now on: saved, still unsaved, or nothing (`null`) where another run was faster. */
async function trySave(
  known: Known,
  service: string,
  now: number,
  { store, certain }: KeepPorts,
): Promise<Pick<Kept, 'known' | 'failures'>> {
  if (!certain) return { known, failures: [] };
  const state = { ...known.state, savedAt: now };
  try {
    const outcome = await store.save(service, state, known.revision);
    if (outcome === 'conflict') return { known: null, failures: [] };
    return { known: { state, revision: nextRevision(known.revision), unsaved: false }, failures: [] };
  } catch (error) {
    return { known, failures: [failure('store', service, `the state can't be saved: ${messageOf(error)}`)] };
  }
}

/** Stops at the first that can't be sent: what comes later must not be heard first. */
async function sendInOrder(
  outbox: readonly Alert[],
  { send, elapsed }: Pick<KeepPorts, 'send' | 'elapsed'>,
): Promise<{ sent: Alert[]; failures: string[] }> {
  const sent: Alert[] = [];
  const start = elapsed();
  for (const alert of outbox) {
    if (elapsed() - start > SENDING_LIMIT_MS) {
      return { sent, failures: [`${outbox.length - sent.length} alerts wait for the next run: sending is slow`] };
    }
    try {
      await send(alert);
      sent.push(alert);
    } catch (error) {
      return { sent, failures: [`the alert "${alert.summary}" can't be sent: ${messageOf(error)}`] };
    }
  }
  return { sent, failures: [] };
}

function mayBeRepeated(alert: Alert): Alert {
  return { ...alert, possiblyRepeated: true };
}

function failure(output: RunFailure['output'], service: string | null, message: string): RunFailure {
  return { output, service, message };
}
