/** The steps of a timeline for people: alerts that were sent, or not yet, and what held others back. */

import { TOPIC } from '../../deliver/receiver';
import { distinctIncidents } from '../../incident/incident';
import { behindPeriodsOf } from '../../notify/behind';
import { ackPeriodsOf, type HeldOnRequest, isSilenced, silenceOfHold } from '../../notify/held-alerts';
import { type DeliveredAlert, type FoldedAlert, foldAlerts, sentAlerts } from '../../notify/sent';
import { overdueAlerts } from '../../notify/unsent-alerts';
import { capitalized } from '../../words/capitalized';
import type { AlertEvent } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { nameSome } from '../../words/shown-value';
import { behindUntil } from '../silenced-document';
import { plural } from '../words/format';
import { delayMs, receiverName } from '../words/receiver-words';
import { silenceWords } from '../words/silence-words';
import { isTold, type Step, type Story } from './step';

export function peopleSteps(story: Story): readonly Step[] {
  const { state, now } = story;
  return [
    ...state.heldAlerts
      .filter(isSilenced)
      .filter(({ incident, at }) => isTold(story, incident, at))
      .map(silencedStep),
    ...behindSteps(story),
    ...ackSteps(story),
    ...overdueAlerts(state, now)
      .filter(({ incident, at }) => isTold(story, incident, at))
      .map(({ at, receiver, tries }): Step => {
        const detail = tries === 0 ? null : `Tried ${plural(tries, 'time')}`;
        return { at, mark: 'failed', text: `Not sent to ${receiverName(receiver)} yet`, detail };
      }),
    ...foldAlerts(sentIn(story)).map((folded) => sentStep(folded, story)),
  ];
}

/** Returns the alerts that the story is about. */
export function sentIn(story: Story): readonly DeliveredAlert[] {
  return sentAlerts(story.state).filter((alert) => isTold(story, alert.incident, sentTime(alert)));
}

/** Returns the time to show for an alert, never before its event. */
function sentTime({ at, sentAt }: DeliveredAlert): number {
  return Math.max(at, sentAt);
}

const RECEIVERS_NAMED = 4;

function sentStep({ alert, receivers }: FoldedAlert, { isDeployed }: Story): Step {
  const { event, notification, at: happenedAt, sentAt } = alert;
  const lateMs = delayMs(event, happenedAt, sentAt);
  const details = [
    ...(lateMs === null ? [] : [`${describeDuration(lateMs)} late`]),
    ...(notification === null ? [] : [`In one message: ${notification.summary}`]),
  ];
  const sentTo = isDeployed ? receivers : receivers.filter((receiver) => receiver !== TOPIC);
  const names = nameSome(sentTo.map(receiverName), RECEIVERS_NAMED);
  const text = sentTo.length === 0 ? 'Shown by the watch, not sent' : `Notified ${names}${OF_SENT[event]}`;
  return { at: sentTime(alert), mark: 'people', text, detail: details.length === 0 ? null : details.join('; ') };
}

const OF_SENT: Readonly<Record<AlertEvent, string>> = {
  opened: '',
  updated: ' of the change',
  reminder: ' again',
  acknowledged: ' that it is acknowledged',
  resolved: ' that it is resolved',
};

const OF_SILENCED: Readonly<Record<AlertEvent, string>> = {
  opened: '',
  updated: ' of the change',
  reminder: ' again',
  acknowledged: ' of the acknowledgement',
  resolved: ' of the recovery',
};

function silencedStep({ at, event, hold }: HeldOnRequest): Step {
  const { what, after } = silenceWords({ ...silenceOfHold(hold), untilWell: false });
  const detail = `Nobody is notified${OF_SILENCED[event]}`;
  return { at, mark: 'people', title: capitalized(what), text: after, detail };
}

/** Returns the periods in which a needed service held alerts back. */
function behindSteps(story: Story): readonly Step[] {
  const { state, now } = story;
  return distinctIncidents(state).flatMap(({ id, over }) =>
    behindPeriodsOf(state.heldAlerts, id)
      .filter(({ at }) => isTold(story, id, at))
      .map((held) => {
        const step = { at: held.at, mark: 'people', title: 'Held back', text: `: ${held.hold.id} is down` } as const;
        return lasting(step, behindUntil(held, over !== null, now));
      }),
  );
}

/** Returns the acknowledgements. One for several incidents appears once. */
function ackSteps(story: Story): readonly Step[] {
  const { state, now } = story;
  const steps = new Map<string, Step>();
  for (const { id, over } of distinctIncidents(state)) {
    for (const { at, hold } of ackPeriodsOf(state.heldAlerts, id)) {
      if (!isTold(story, id, at) || steps.has(hold.id)) continue;
      const text = ` acknowledged it${hold.reason === null ? '' : `: ${hold.reason}`}`;
      const step = { at, mark: 'people', title: hold.by ?? 'Somebody', text } as const;
      const isOver = over !== null || hold.until <= now;
      steps.set(hold.id, lasting(step, isOver ? hold.until : null));
    }
  }
  return [...steps.values()];
}

/** Returns a step that lasted until a time; `null` while it goes on. */
function lasting(step: Step, until: number | null): Step {
  return until === null ? step : { ...step, until, detail: `For ${describeDuration(until - step.at)}` };
}
