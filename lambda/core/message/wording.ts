/** The words in alerts about incidents that are not outages, by kind; and about a service that fails repeatedly. */

import type { Problem } from '../incident/advance-problems';
import { findingPhrase, reasonPhrase } from '../reasons/reason-phrases';
import { type AlertEvent, type IncidentKind, REMOVED_REASON, type VerdictKind } from '../words/codes';
import { describeDuration } from '../words/duration';
import type { FlappingEpisode, PreviousFinding } from './due-alert';
import { neutralize } from './neutralize';

/** The incident that an alert is about. Once resolved, `previous` has its reason. */
interface AlertedProblem {
  readonly event: AlertEvent;
  readonly reason: string;
  readonly previous: PreviousFinding | null;
}

/** The emoji before a headline, as Slack names it. */
export type Mark =
  | ':red_circle:'
  | ':large_orange_circle:'
  | ':large_yellow_circle:'
  | ':large_green_circle:'
  | ':white_circle:'
  | ':warning:';

export interface ProblemWords {
  /** The title of a subject line, in brackets. */
  readonly titles: Readonly<Record<AlertEvent, string>>;
  /** The mark of a chat card, until resolved. */
  readonly mark: Mark;
  /** Returns the words after a service's name, until resolved: `is degraded: slow`. */
  readonly singular: (event: AlertEvent, reason: string) => string;
  /** Returns the words after a number of services, until resolved; their reasons follow: `are degraded`. */
  readonly plural: (event: AlertEvent) => string;
  /** Returns the words after a service's name, once resolved: `was degraded for 12 min: slow`. */
  readonly ended: (reason: string, duration: string) => string;
  /** The words after a number of services, once resolved. */
  readonly endedPlural: string;
  /** Returns the words in a subject line, once resolved, after a name and a colon: `degraded for 12 min (slow)`. */
  readonly lasted: (reason: string, duration: string) => string;
  /** The word before a duration, for several services: `degraded`. */
  readonly state: string;
}

const CONDITION_WORDS: ProblemWords = {
  titles: {
    opened: 'DEGRADED',
    updated: 'WORSE',
    reminder: 'STILL DEGRADED',
    acknowledged: 'ACKNOWLEDGED',
    resolved: 'RESOLVED',
  },
  mark: ':large_yellow_circle:',
  singular: (event, reason) => `is ${degraded(event)}: ${shownPhrase(reason)}`,
  plural: (event) => `are ${degraded(event)}`,
  ended: (reason, duration) => `was degraded for ${duration}: ${shownPhrase(reason)}`,
  endedPlural: 'were degraded',
  lasted: (reason, duration) => `degraded for ${duration} (${shownPhrase(reason)})`,
  state: 'degraded',
};

function degraded(event: AlertEvent): string {
  switch (event) {
    case 'updated':
      return 'degraded further';
    case 'reminder':
      return 'still degraded';
    default:
      return 'degraded';
  }
}

const OBJECTIVE_WORDS: ProblemWords = {
  titles: {
    opened: 'BUDGET',
    updated: 'BUDGET',
    reminder: 'BUDGET',
    acknowledged: 'ACKNOWLEDGED',
    resolved: 'RESOLVED',
  },
  mark: ':large_yellow_circle:',
  singular: (_, reason) => `burns its ${budget(reason)}`,
  plural: () => 'burn their error budgets',
  ended: (reason, duration) => `no longer burns its ${budget(reason)}, after ${duration}`,
  endedPlural: 'no longer burn their error budgets',
  lasted: (reason, duration) => `burned its ${budget(reason)} for ${duration}`,
  state: 'burned their budgets',
};

/** Returns a budget's reason in words: `response_time_burns_fast` → `response time budget fast`. */
function budget(reason: string): string {
  const [, aim, pace] = /^([a-z_]+)_burns_([a-z]+)$/.exec(reason) ?? [];
  return aim === undefined ? 'budget' : `${aim.replaceAll('_', ' ')} budget ${pace}`;
}

/** Returns a reason in words. A reason from the state may be any text. */
export function shownPhrase(reason: string): string {
  return neutralize(reasonPhrase(reason));
}

/** Returns the finding of an alert in a few words: `HTTP 503`. */
export function shownFinding(finding: Parameters<typeof findingPhrase>[0]): string {
  return neutralize(findingPhrase(finding));
}

/** Returns the service's own words about why it fails: `the disk is full`; `null` if it gave none. */
export function ownWords(finding: Parameters<typeof findingPhrase>[0]): string | null {
  const start = `${findingPhrase(finding)}: `;
  return (finding.message.startsWith(start) && neutralize(finding.message.slice(start.length))) || null;
}

/** Returns the previous finding if it is different: `connection refused`. */
export function otherBefore({
  previous,
  ...finding
}: AlertedProblem & Parameters<typeof findingPhrase>[0]): string | null {
  if (previous === null) return null;
  const before = shownFinding(previous);
  return before === shownFinding(finding) ? null : before;
}

/** Returns the words for a kind; `null` for an outage, whose words follow from its verdict. */
export function problemWords(kind: IncidentKind): ProblemWords | null {
  return kind === 'outage' ? null : PROBLEM_WORDS[kind];
}

const PROBLEM_WORDS: Readonly<Record<Problem['kind'], ProblemWords>> = {
  condition: CONDITION_WORDS,
  objective: OBJECTIVE_WORDS,
};

/** Returns the reason of an alert's incident, also once resolved. */
export function reasonOf({ event, reason, previous }: AlertedProblem): string {
  return event === 'resolved' ? (previous?.reason ?? reason) : reason;
}

/** Returns whether an alert says that the service answers again, before its outage is over. */
export function isAnswering({
  event,
  kind,
  verdict,
}: {
  readonly event: AlertEvent;
  readonly kind: IncidentKind;
  readonly verdict: VerdictKind;
}): boolean {
  return event === 'updated' && kind === 'outage' && verdict === 'healthy';
}

/** Returns whether an incident is over because its service has left the config. */
export function isRemoval({ event, reason }: AlertedProblem): boolean {
  return event === 'resolved' && reason === REMOVED_REASON;
}

type EpisodeCounts = Pick<FlappingEpisode, 'times' | 'since' | 'runs' | 'failedRuns'>;

/** Returns `3rd time in 20 min, 7 of the last 20 checks failed`. The alert's time `at`, and `since`, are in milliseconds since 1970. */
export function describeEpisode({ runs, failedRuns, ...episode }: EpisodeCounts, at: number): string {
  return [describeTimes(episode, at), `${failedRuns} of the last ${runs} checks failed`].join(', ');
}

/** Returns `3rd time in 20 min`. Only the latest incidents are stored: a longer episode counts only these, and their time. */
export function describeTimes({ times, since }: Pick<EpisodeCounts, 'times' | 'since'>, at: number): string {
  return `${ordinal(times)} time in ${describeDuration(Math.max(0, at - since))}`;
}

function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${(!isTeen && ['th', 'st', 'nd', 'rd'][count % 10]) || 'th'}`;
}
