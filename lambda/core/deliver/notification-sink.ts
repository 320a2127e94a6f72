/** The port that sends notifications to people. */

import type { Notification } from '../message/notification';

/**
 * Sends a notification. Rejects if it is not certain that it was accepted: with an `UnansweredError` if it may have
 * been, with an `UnfitError` if this message in particular was refused, with a `BusyError` if it was asked to wait, with any other
 * error if nothing would be accepted.
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

/** Too much was sent: nothing more is accepted for a while. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  /** When messages may be sent again, in milliseconds since 1970; `null` if that is not known. */
  readonly until: number | null;

  constructor(message: string, until: number | null) {
    super(message);
    this.until = until;
  }
}

// By their names: what throws them may be in a file of its own, with classes of its own.

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnansweredError';
}

export function isUnfit(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnfitError';
}

export function isBusyError(error: unknown): error is BusyError {
  return error instanceof Error && error.name === 'BusyError';
}
