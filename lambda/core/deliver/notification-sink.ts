/** The port that sends notifications to people. */

import type { Notification } from '../message/notification';

/**
 * Sends one notification. Rejects if it is not certain that it was accepted: with an `UnansweredError` if it may have
 * been, with an `UnfitError` if this message in particular was refused, with any other error if nothing would be accepted.
 */
export type NotificationSink = (notification: Notification) => Promise<void>;

/** A request was sent, but no answer came: it may have been carried out. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** The message was refused for what it holds: another message may be accepted. */
export class UnfitError extends Error {
  override readonly name = 'UnfitError';
}
