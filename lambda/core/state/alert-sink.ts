/** The way to people, as the core asks for it. */

import type { Alert } from '../message/alert';

/**
 * Sends one alert; rejects if it is not certain that it was taken: with an `UnansweredError` if it may have been, with
 * any other error if it was refused, or never reached anybody.
 */
export type AlertSink = (alert: Alert) => Promise<void>;

/** A request was sent, and no answer came: it may have been served. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}
