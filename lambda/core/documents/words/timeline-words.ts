/** A story in words: the same on a terminal and a page, each time apart from its text. */

import { TOPIC } from '../../deliver/receiver';
import { CHECKS_KEPT } from '../../history/running-history';
import { CHANGES_KEPT } from '../../history/service-change';
import { describeIncidentLength } from '../../incident/incident';
import { describeChange } from '../../message/forms/finding-words';
import { SILENCED_ALERTS_KEPT } from '../../notify/silenced-alerts';
import { reasonPhrase } from '../../reasons/reason-phrases';
import type { AlertEvent } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import type { TimelineEntry, Unknown } from '../facts/timeline';
import type { ChecksEntry } from '../facts/timeline-checks';
import type { IncidentDocument } from '../incident-document';
import { ackNote, ackWord } from './ack-words';
import { behindWord } from './behind-words';
import { delayMs } from './delay';
import { failuresText } from './figures-words';
import { describeMs, plural } from './format';
import { conditionWords, incidentWords, spentWords } from './incident-words';
import { silenceWords } from './silence-words';

/** The outlet of the topic's alerts: a deployment sends them, a laptop shows them. */
export type Outlet = 'sent' | 'shown';

/** The outlet of an alert for receivers: `sent`, `shown`, `sent to second-line`, `sent to the topic, hook` or `shown, and sent to hook, phone`. */
function outletWords(receivers: readonly string[], outlet: Outlet): string {
  const others = receivers.filter((receiver) => receiver !== TOPIC);
  if (others.length === 0) return outlet;
  if (others.length === receivers.length) return `sent to ${others.join(', ')}`;
  return outlet === 'shown' ? `shown, and sent to ${others.join(', ')}` : `sent to the topic, ${others.join(', ')}`;
}

/** An entry in words, without its time. */
export function describeEntry(entry: TimelineEntry, outlet: Outlet): string {
  switch (entry.kind) {
    case 'checks':
      return describeChecks(entry);
    case 'gap':
      return `checks not known for ${describeDuration(entry.until - entry.at)}`;
    case 'change':
      return describeChange(entry);
    case 'opened': {
      const { kind, message, spentBy } = entry.incident;
      const spent = spentBy.length === 0 ? '' : `; ${spentWords(spentBy)}`;
      return kind === 'outage'
        ? 'incident opened'
        : `incident (${kind}) opened: ${aboutOf(entry.incident)}: ${message}${spent}`;
    }
    case 'resolved': {
      const { kind, failedRuns } = entry.incident;
      const length = describeIncidentLength(entry.incident, entry.at);
      return kind === 'outage'
        ? `incident resolved after ${length} and ${plural(failedRuns, 'failed check')}`
        : `incident (${kind}) resolved after ${length}: ${aboutOf(entry.incident)}`;
    }
    case 'condition':
      return `since then: ${conditionWords(entry.condition.code)}: ${entry.condition.message}`;
    case 'sent': {
      const { event, summary, notification, at, sentAt } = entry.alert;
      const lateMs = delayMs(event, at, sentAt);
      const late = lateMs === null ? '' : `, ${describeDuration(lateMs)} late`;
      const others = notification === null ? '' : `; in one message: ${notification.summary}`;
      return `alert ${outletWords(entry.receivers, outlet)}${late} (${event}): ${summary}${others}`;
    }
    case 'unsent': {
      const { receiver, event, summary, tries } = entry.unsent;
      const tried = tries === 0 ? '' : `, tried ${tries === 1 ? 'once' : `${tries} times`}`;
      return `alert not ${outletWords([receiver], outlet)} yet${tried} (${event}): ${summary}`;
    }
    case 'silenced': {
      const { event, silence } = entry.silenced;
      const { what, after } = silenceWords({ ...silence, untilWell: false });
      return `${what}${after}; nobody is notified of ${OF_EVENT[event]}`;
    }
    case 'behind': {
      const { at, until } = entry;
      return until === undefined ? behindWord(entry) : `${behindWord(entry)} for ${describeDuration(until - at)}`;
    }
    case 'ack': {
      const { at, until, ack } = entry;
      return until === undefined
        ? `${ackWord(ack)}${ackNote(ack)}`
        : `${ackWord(ack)} for ${describeDuration(until - at)}${ackNote(ack)}`;
    }
    case 'clue':
      return `clue: ${entry.clue.message}`;
  }
}

const OF_EVENT: Readonly<Record<AlertEvent, string>> = {
  opened: 'its beginning',
  updated: 'a change of it',
  reminder: 'it again',
  acknowledged: 'its acknowledgement',
  resolved: 'its end',
};

/** `15 checks, all healthy, 40 ms`, `3 checks, all failed: answered 503: the disk is full`, `5 checks, 2 failed: error, 31 ms`. */
function describeChecks(entry: ChecksEntry): string {
  const { checks, healthy, reason, message, p50, inMaintenance, stepMs, restarts, versions } = entry;
  const found = [
    `${plural(checks, 'check')}, ${foundBy(entry)}`,
    ...(p50 === null ? [] : [describeMs(p50)]),
    ...(inMaintenance === 0 ? [] : [`${inMaintenance === checks ? '' : `${inMaintenance} `}in maintenance`]),
    ...(restarts === 0 ? [] : [plural(restarts, 'restart')]),
    ...(versions === 0 ? [] : [plural(versions, 'change of version', 'changes of version')]),
    ...(stepMs === null ? [] : [`known in sums of ${describeDuration(stepMs)}`]),
  ].join(', ');
  return healthy > 0 || reason === null ? found : `${found}: ${message ?? reasonPhrase(reason)}`;
}

function foundBy({ checks, healthy, failures }: ChecksEntry): string {
  const kinds = Object.keys(failures);
  if (kinds.length > 1 || (healthy > 0 && kinds.length > 0)) return failuresText({ checks, failures });
  return `${checks > 1 ? 'all ' : ''}${kinds.length === 0 ? 'healthy' : 'failed'}`;
}

/** The unknown facts as a whole sentence; `before` is a time as its reader is given it. */
export function describeUnknown(what: Unknown['what'], before: string): string {
  return UNKNOWN[what](before);
}

const UNKNOWN: Readonly<Record<Unknown['what'], (before: string) => string>> = {
  checks: (before) => `History starts at ${before}.`,
  single_checks: (before) =>
    `Checks before ${before} are stored only as 5-minute totals; the last ${CHECKS_KEPT} individually.`,
  changes: (before) =>
    `Restarts and versions before ${before} are not known one by one: the last ${CHANGES_KEPT} are kept.`,
  sent: (before) =>
    `Not all alerts before ${before} are known: the first and the last of each incident to each receiver are kept.`,
  silenced: (before) =>
    `Silences, acknowledgements and what was held back before ${before} are not known any more: the last ${SILENCED_ALERTS_KEPT} are kept.`,
};

/** The subject of an incident that is no outage: its reason, or the receiver or pulse that it is about. */
function aboutOf(incident: Pick<IncidentDocument, 'kind' | 'reason' | 'subject'>): string {
  return (incident.subject && incidentWords(incident)) ?? reasonPhrase(incident.reason);
}

/** A sentence about an incident: `outage, open, 12 min 3 s, 12 failed checks: connection refused`. */
export function describeIncident(incident: IncidentDocument): string {
  const { kind, open, recovering, failedRuns, message } = incident;
  const openState = recovering ? 'recovering' : 'open';
  const state = open ? openState : 'resolved';
  const length = describeDuration(incident.durationSeconds * 1_000);
  const found = kind === 'outage' ? `, ${plural(failedRuns, 'failed check')}` : `: ${aboutOf(incident)}`;
  return `${kind}, ${state}, ${length}${found}: ${message}`;
}
