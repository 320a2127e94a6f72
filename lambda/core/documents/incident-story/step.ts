/** A step of a timeline, and what the steps are made from. */

import { distinctIncidents, type Incident } from '../../incident/incident';
import type { StorySpan, StorySubject } from '../facts/stored-incidents';
import type { IncidentDocument } from '../incident-document';
import { iso } from '../words/format';
import type { CheckRow } from './check-rows';

/**
 * The mark of a step: healthy checks; a restart, a version, a sign of trouble; the incident opened, another problem began, or it was resolved;
 * failed checks; people; a time without checks. Of steps at the same time, the cause comes before its effect.
 */
export const STEP_MARKS = [
  'healthy',
  'restart',
  'version',
  'sign',
  'opened',
  'warned',
  'resolved',
  'failed',
  'people',
  'gap',
] as const;
export type StepMark = (typeof STEP_MARKS)[number];

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface StepDocument {
  readonly at: string;
  /** `null` for a moment, and for a step that still goes on. */
  readonly until: string | null;
  readonly mark: StepMark;
  /** Other incidents that the step is about. Its title and text follow their names. */
  readonly incidents: readonly Pick<IncidentDocument, 'service' | 'id'>[];
  /** The part that stands out; may be empty. The text follows at once. */
  readonly title: string;
  readonly text: string;
  /** Further words; `null` without any. */
  readonly detail: string | null;
}

/** A step with its times in milliseconds since 1970. Missing parts are empty. */
export interface Step extends Partial<Omit<StepDocument, 'at' | 'until' | 'mark'>> {
  readonly at: number;
  readonly until?: number;
  readonly mark: StepMark;
}

export interface Story extends StorySubject, StorySpan {
  readonly service: string;
  /** A deployment sends the alerts for its topic; a watch shows them. */
  readonly isDeployed: boolean;
  readonly rows: readonly CheckRow[];
}

export function stepDocument(step: Step): StepDocument {
  const { at, until, mark, incidents = [], title = '', text = '', detail = null } = step;
  return { at: iso(at), until: until === undefined ? null : iso(until), mark, incidents, title, text, detail };
}

/** Returns a step as a single line, without its time. */
export function stepLine({ incidents, title, text, detail }: StepDocument): string {
  const names = incidents.map(({ service }) => service).join(', ');
  return `${names}${title}${text}${detail === null ? '' : `. ${detail}`}`;
}

/** Returns the day of an instant: `2026-11-22`. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** `09:12–09:27`; with the date if it ends on another day. With seconds if services are checked more often than once a minute. */
export function stepTimes({ at, until }: StepDocument, intervalSeconds: number): string {
  const digits = intervalSeconds < 60 ? 19 : 16;
  const from = at.slice(11, digits);
  if (until === null) return from;
  const end = dayOf(at) === dayOf(until) ? until.slice(11, digits) : until.slice(5, digits).replace('T', ' ');
  return end === from ? from : `${from}–${end}`;
}

export function isWithin({ from, to }: StorySpan, at: number): boolean {
  return at >= from && at < to;
}

/** Returns whether the story is about an incident: its own, or for a time span each one. `at` is when something about that happened. */
export function isTold(story: Story, id: string, at: number): boolean {
  return story.incident === null ? isWithin(story, at) : story.incident.id === id;
}

/** Returns the outages that the story is about. */
export function outagesIn(story: Story): readonly Incident[] {
  const { incident, state } = story;
  const all = distinctIncidents(state).filter(({ openedAt }) => isWithin(story, openedAt));
  return (incident === null ? all : [incident]).filter(({ kind }) => kind === 'outage');
}
