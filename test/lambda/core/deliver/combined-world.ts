/** A world for the model of combinations: two processes on one store, the silences that people ask for, and the alerts that arrive. */

import type { AlertPolicy } from '../../../../lambda/core/config/config';
import { type NotificationSink, UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import type { Alert } from '../../../../lambda/core/message/alert';
import { ackOf, LONGEST_UNTIL_WELL_MS, type Silence } from '../../../../lambda/core/notify/silences/silence';
import type { StateStore } from '../../../../lambda/core/state/store';
import { leftOf, type Process, startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { MINUTE_MS, POLICY } from '../../../support/core/story';
import { quietStep, type ScriptedAnswer, SERVICES, type ServiceId, type Step } from './combined-steps';

export interface Arrival {
  readonly alert: Alert;
  /** The plain silence that the run could read, and because of which nobody should be notified; `null` if there is none. */
  readonly within: Silence | null;
  /** Whether somebody was on its incident when it was first sent, as the run could read: what got no answer is repeated as it was. */
  readonly isAcknowledged: boolean;
}

export interface World {
  /** The alerts that arrived, in their order. */
  readonly arrivals: readonly Arrival[];
  /** What happened, a line for each run. */
  readonly story: readonly string[];
  /** What the runs report as bugs of the program. */
  readonly bugs: readonly string[];
  run(step: Step): Promise<void>;
  /** Ends silences, all or all plain ones. */
  endSilences(which: 'plain' | 'all'): void;
  /** What is stored of a service as owed, open, or known to people; in words. */
  left(service: ServiceId): readonly string[];
}

export function createWorld(groupFrom: number | null): World {
  const outputs = memoryOutputs();
  const arrivals: Arrival[] = [];
  const story: string[] = [];
  const bugs: string[] = [];
  let minute = 0;
  let policy: AlertPolicy = POLICY;
  let silences: readonly Silence[] = [];
  let silenceCount = 0;
  let step = quietStep(0, 0, { reason: 'well', certificateEnds: false });
  const begin = (next: Step) => {
    step = next;
    minute += next.minutes;
    if (next.policy) policy = next.policy;
    if (next.endsSilence) silences = silences.slice(1);
    if (next.silence) {
      const { services, minutes, isAck } = next.silence;
      const from = at(minute) - 1;
      const until = from + (minutes === null ? LONGEST_UNTIL_WELL_MS : minutes * MINUTE_MS);
      silences = [
        ...silences,
        silenceAt(from, {
          id: `s${silenceCount++}`,
          services,
          until,
          untilWell: isAck || minutes === null,
          ...(isAck && { kind: 'ack' }),
        }),
      ];
    }
  };
  const failIf = (fails: boolean) => {
    if (fails) throw new Error('it fails');
  };
  const silenced = ({ service }: Alert) =>
    silences.find(
      ({ untilWell, services, from, until }) =>
        !untilWell && (services?.includes(service.id) ?? true) && from <= at(minute) && at(minute) < until,
    ) ?? null;
  // What was tried before is repeated once the incident is over, and with it the acknowledgement.
  const isAcknowledged = ({ service, incidentId, openedAt, at: dueAt }: Alert) => {
    // Nobody can be on what has not opened yet.
    const opened = arrivals.find(({ alert }) => alert.incidentId === incidentId && alert.event === 'opened')?.alert;
    const noticedAt = opened === undefined ? Number.POSITIVE_INFINITY : Date.parse(opened.at);
    const incident = { service: service.id, openedAt: Date.parse(openedAt), noticedAt, isOver: false };
    const ack = ackOf(silences, incident, at(minute));
    return ack !== null && ack.from <= Date.parse(dueAt);
  };
  // By the alert's id: whether somebody was on it, as the run could read that sent it first.
  const acknowledgedAtFirst = new Map<string, boolean>();
  const send: NotificationSink = async ({ alerts }) => {
    failIf(step.sending === 'refused');
    const knowsSilences = step.silencesAre === 'read' && step.store !== 'unreadable';
    for (const alert of alerts.filter(({ id }) => !acknowledgedAtFirst.has(id)))
      acknowledgedAtFirst.set(alert.id, knowsSilences && isAcknowledged(alert));
    if (step.sending === 'lost') throw new UnansweredError('it is lost');
    arrivals.push(
      ...alerts.map((alert) => ({
        alert,
        within: knowsSilences ? silenced(alert) : null,
        isAcknowledged: acknowledgedAtFirst.get(alert.id) ?? false,
      })),
    );
    if (step.sending === 'unanswered') throw new UnansweredError('its answer is lost');
  };
  const store: StateStore = {
    load: async () => {
      failIf(step.store === 'unreadable');
      return outputs.store.load();
    },
    save: async (service, state, expected) => {
      failIf(step.store !== 'up');
      return outputs.store.save(service, state, expected);
    },
  };
  const readSilences = async (now: number) => {
    failIf(step.silencesAre === 'unreadable' || step.store === 'unreadable');
    return silences.filter(({ until }) => now < until);
  };
  const start = (): Process =>
    startProcess(
      { store, send },
      {
        groupFrom,
        silences: { read: readSilences },
        of: () => ({ alerts: policy, severity: step.severity }),
        daysLeft: (id) => (step.answers[id as ServiceId].certificateEnds ? 3 : 300),
      },
    );
  const processes = [start(), start()];

  return {
    arrivals,
    story,
    bugs,
    run: async (next) => {
      begin(next);
      if (next.isNew) processes[next.process] = start();
      const before = arrivals.length;
      const configured = SERVICES.filter((id) => id !== next.without);
      const reasons = Object.fromEntries(configured.map((id) => [id, next.answers[id].reason]));
      // Two processes don't check in the very same millisecond, which is a part of an incident's id.
      const run = await (processes[next.process] as Process).run(minute + next.process / 16, reasons);
      bugs.push(...run.failures.map(({ message }) => message).filter((message) => message.includes('this is a bug')));
      story.push(
        [
          `minute ${minute}, process ${next.process}${next.isNew ? ', begun anew' : ''}`,
          ...configured.map((id) => `${id} ${wordsOf(next.answers[id])}`),
          ...troubleOf(next),
          ...(next.policy || story.length === 0 ? [policyWords(policy)] : []),
          ...(next.severity === 'critical' ? [] : [`severity ${next.severity}`]),
          ...silences.map(silenceWords),
          ...arrivals.slice(before).map(({ alert }) => `NOTIFIED: ${alert.kind} ${alert.event}, ${alert.id}`),
        ].join('; '),
      );
    },
    endSilences: (which) => {
      story.push(which === 'all' ? 'all silences are ended' : 'all silences but those until well are ended');
      silences = which === 'all' ? [] : silences.filter(({ untilWell }) => untilWell);
    },
    left: (service) => leftOf(outputs, service),
  };
}

function at(minute: number): number {
  return NOW + minute * MINUTE_MS;
}

function wordsOf({ reason, certificateEnds }: ScriptedAnswer): string {
  return certificateEnds ? `${reason}, certificate ends` : reason;
}

function troubleOf({ sending, store, silencesAre }: Step): readonly string[] {
  return [
    ...(sending === 'answered' ? [] : [`sending is ${sending}`]),
    ...(store === 'up' ? [] : [`the store is ${store}`]),
    ...(silencesAre === 'read' ? [] : ['the silences are unreadable']),
  ];
}

function policyWords({ failureThreshold, successThreshold, remindEveryMs }: AlertPolicy): string {
  const reminder = remindEveryMs === null ? 'no reminder' : `a reminder every ${remindEveryMs / MINUTE_MS} min`;
  return `policy: ${failureThreshold} failing, ${successThreshold} well, ${reminder}`;
}

function silenceWords({ id, kind, services, until, untilWell }: Silence): string {
  const end = untilWell ? 'until well' : `before minute ${Math.ceil((until - NOW) / MINUTE_MS)}`;
  return `${kind ?? 'silence'} ${id} of ${services?.join(' and ') ?? 'all'} ${end}`;
}
