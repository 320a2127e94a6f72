/**
 * The notice to receivers that another receiver has not accepted alerts for an hour, or that a pulse was not delivered; and that either
 * works again.
 */

import type { Subject } from '../incident/incident';
import { ADDRESSES_REASON, PULSE_REASON, REFUSES_REASON, REMOVED_REASON } from '../words/codes';
import { describeDuration } from '../words/duration';
import type { Alert, AlertContext, AlertLinks } from './alert';
import { neutralize } from './neutralize';

export interface ReceiverNotice {
  readonly event: 'opened' | 'resolved';
  readonly deployment: string;
  /** The receiver or pulse concerned; or the topic, if its e-mail addresses differ from the config. */
  readonly about: Subject;
  /** When it began to refuse, and when this was noticed, or resolved. In milliseconds since 1970. */
  readonly since: number;
  readonly at: number;
  /** The answer to the last alert or pulse that it did not accept, such as `refused with 401: no`. */
  readonly message: string;
  /** Whether it has left the config, so that nobody can tell whether it accepts alerts again. */
  readonly hasLeft: boolean;
  readonly links: AlertLinks;
}

/** Returns the notice for an alert about the deployment itself: that a receiver refuses alerts, or accepts them again. */
export function noticeOf(
  { event, reason, message, previous, openedAt, at, deployment }: Alert,
  about: Subject,
  links: AlertContext['links'],
): ReceiverNotice {
  return {
    event: event === 'resolved' ? 'resolved' : 'opened',
    deployment,
    about,
    since: Date.parse(openedAt),
    at: Date.parse(at),
    // Once resolved, the alert's own message says that all is well.
    message: previous?.message ?? message,
    hasLeft: event === 'resolved' && reason === REMOVED_REASON,
    links: { ...links, runbook: links.runbook ?? null },
  };
}

/** The code of what is wrong, by what a notice is about. */
export const NOTICE_REASONS = {
  receiver: REFUSES_REASON,
  pulse: PULSE_REASON,
  topic: ADDRESSES_REASON,
} as const satisfies Readonly<Record<Subject['kind'], string>>;

/** The length to which its answer is cut for people, in characters. */
const MESSAGE_LENGTH = 200;

/** Returns the key that the opening and the recovery share. No incident has an id with as many parts. */
export function noticeKey({ deployment, about, since }: ReceiverNotice): string {
  return `${deployment}/${about.kind}s/${about.id}/${new Date(since).toISOString().replace(/[-:]/g, '')}`;
}

/** Returns the id, which stays the same if the notice is sent again. */
export function noticeId(notice: ReceiverNotice): string {
  return `${noticeKey(notice)}/${notice.event}`;
}

/** Returns `pager has not accepted alerts for 1 h`, `pager accepts alerts again, after 1 h 12 min`. */
export function noticeHeadline(notice: ReceiverNotice): string {
  const { about, since, at } = notice;
  const lasted = describeDuration(at - since);
  switch (about.kind) {
    case 'receiver':
      return receiverHeadline(notice, about.id, lasted);
    case 'pulse':
      return pulseHeadline(notice, about.id, lasted);
    case 'topic':
      return notice.event === 'opened'
        ? `the e-mail addresses have differed from the config for ${lasted}`
        : `the e-mail addresses match the config again, after ${lasted}`;
  }
}

function receiverHeadline({ event, hasLeft }: ReceiverNotice, receiver: string, lasted: string): string {
  if (hasLeft) return `${receiver} has left the config; it had not accepted alerts for ${lasted}`;
  return event === 'opened'
    ? `${receiver} has not accepted alerts for ${lasted}`
    : `${receiver} accepts alerts again, after ${lasted}`;
}

function pulseHeadline({ event, hasLeft }: ReceiverNotice, pulse: string, lasted: string): string {
  if (hasLeft) return `the pulse ${pulse} has left the config; it had not been delivered for ${lasted}`;
  return event === 'opened'
    ? `the pulse ${pulse} was not delivered for ${lasted}`
    : `the pulse ${pulse} is delivered again, after ${lasted}`;
}

/** Returns the headline, for the opening with the answer: `…: refused with 401: no`. */
export function noticeSummary(notice: ReceiverNotice): string {
  const headline = noticeHeadline(notice);
  return notice.event === 'opened' ? `${headline}: ${noticeAnswer(notice)}` : headline;
}

export function noticeAnswer({ message }: ReceiverNotice): string {
  return neutralize(message, MESSAGE_LENGTH);
}
