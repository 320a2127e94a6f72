/** The port that sends alerts to people. */

import type { Alert } from '../message/alert';

/**
 * Sends one alert. Rejects if it is not certain that the alert was accepted: with an `UnansweredError` if it may have
 * been, with any other error if it was refused or never arrived.
 */
export type AlertSink = (alert: Alert) => Promise<void>;

/** A request was sent, but no answer came: it may have been carried out. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}
