/** The words of alerts: of incidents that are no outage, by their kind; and of a service that fails again and again. */

import type { Problem } from '../incident/advance-problems';
import { type AlertEvent, type IncidentKind, REMOVED_REASON } from '../words/codes';
import { describeDuration } from '../words/duration';
import type { FlappingEpisode, PreviousFinding } from './due-alert';

/** The incident that an alert is about: at its end, `previous` has its reason. */
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
  /** The mark of a chat card, before the end. */
  readonly mark: Mark;
  /** The words after the name of a service: `is degraded`; at the end `is no longer degraded by restarting`. */
  readonly singular: (event: AlertEvent, reason: string) => string;
  /** The words after a number of services. */
  readonly plural: (event: AlertEvent, reason: string) => string;
}

const CONDITION_WORDS: ProblemWords = {
  titles: {
    opened: 'DEGRADED',
    updated: 'WORSE',
    reminder: 'DEGRADED',
    acknowledged: 'ACKNOWLEDGED',
    resolved: 'RESOLVED',
  },
  mark: ':large_yellow_circle:',
  singular: (event, reason) => `is ${degraded(event, reason)}`,
  plural: (event, reason) => `are ${degraded(event, reason)}`,
};

function degraded(event: AlertEvent, reason: string): string {
  if (event === 'resolved') return `no longer degraded by ${reason}`;
  return event === 'updated' ? 'degraded further' : 'degraded';
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
  singular: (event, reason) =>
    event === 'resolved' ? `no longer burns its ${budget(reason)}` : `burns its ${budget(reason)}`,
  plural: (event, reason) =>
    event === 'resolved' ? `no longer burn their ${budget(reason)}` : `burn their ${budget(reason)}`,
};

/** `response_time_burns_fast` → `response time budget fast`. */
function budget(reason: string): string {
  const [, aim, pace] = /^([a-z_]+)_burns_([a-z]+)$/.exec(reason) ?? [];
  return aim === undefined ? 'budget' : `${aim.replaceAll('_', ' ')} budget ${pace}`;
}

/** `null` for an outage, whose words follow from its verdict. */
export function problemWords(kind: IncidentKind): ProblemWords | null {
  return kind === 'outage' ? null : MATTER_WORDS[kind];
}

const MATTER_WORDS: Readonly<Record<Problem['kind'], ProblemWords>> = {
  condition: CONDITION_WORDS,
  objective: OBJECTIVE_WORDS,
};

/** The reason of an alert's incident, also at its end. */
export function reasonOf({ event, reason, previous }: AlertedProblem): string {
  return event === 'resolved' ? (previous?.reason ?? reason) : reason;
}

/** Whether an incident ends because its service has left the config. */
export function isRemoval({ event, reason }: AlertedProblem): boolean {
  return event === 'resolved' && reason === REMOVED_REASON;
}

/** `3rd time in 20 min, 7 of the last 20 runs failed`. `at` is the time of the alert, in milliseconds since 1970, as is the beginning of the episode. */
export function describeEpisode({ times, since, runs, failedRuns }: FlappingEpisode, at: number): string {
  // Incidents are kept up to a number: of an episode with more, only the latest are counted, and the time they took.
  const count =
    times > 1
      ? [`${ordinal(times)} time in ${describeDuration(Math.floor(Math.max(0, at - since) / 1_000) * 1_000)}`]
      : [];
  return [...count, `${failedRuns} of the last ${runs} runs failed`].join(', ');
}

function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${(!isTeen && ['th', 'st', 'nd', 'rd'][count % 10]) || 'th'}`;
}
