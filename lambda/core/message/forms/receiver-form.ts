/** The form of a kind of receiver: a notification as the request that its service takes. */

import type { JsonObject } from '../../words/json';
import type { Notification } from '../notification';
import type { ReceiverNotice } from '../receiver-notice';
import type { StandingAlert } from '../standing-alert';
import type { VersionChange } from '../version-change';

/** A POST. None of it may be shown: the address may be a secret too. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * Has it signed as Standard Webhooks says, with this `whsec_` secret; missing if nobody asks for it. `id` is the same at each try: the
   * request carries a hash of it, since an id there may have no dot.
   */
  readonly signature?: { readonly id: string; readonly secret: string };
}

/** Why a request that was answered with a success was not taken, in whole or in part. */
export interface Refusal {
  /** `unfit` for what it holds, `busy` since too much was sent, `unknown` if it may have been taken. */
  readonly why: 'unfit' | 'busy' | 'other' | 'unknown';
  readonly message: string;
}

/** How changes of version are sent. */
export interface ChangeForm {
  /** How many of them a request may have. */
  readonly most: number;
  readonly requestOf: (
    changes: readonly [VersionChange, ...VersionChange[]],
    settings: ReceiverSettings,
  ) => PostRequest;
}

/** The values of a receiver's settings, by name, once its secrets are known. */
export type ReceiverSettings = Readonly<Record<string, string>>;

export interface ReceiverForm {
  /** Its name on a terminal. */
  readonly title: string;
  /** Returns the text of a posted body as people read it; missing if the body is for programs. */
  readonly textOf?: (body: JsonObject) => string;
  /** Returns the documents in a posted body as programs read them; missing if the body is such a document. */
  readonly documentsOf?: (body: JsonObject) => readonly object[];
  /** Whether people read it, and not a program that opens and closes incidents. */
  readonly isForPeople?: true;
  /** Whether each alert goes out by itself. */
  readonly sendsAlertsAlone?: true;
  /** Whether its service has an acknowledgement of its own: then it also gets alerts of the event `acknowledged`, by which nobody is notified there. */
  readonly takesAcknowledgements?: true;
  /** Whether the service takes a notification of several alerts; all if this is missing. What is too large is halved. */
  readonly fits?: (notification: Notification) => boolean;
  /**
   * Whatever services say, the request is valid and within the limits of the format. `validUntil`, in milliseconds since 1970: until then what is
   * open counts as open, unless it is sent again.
   */
  readonly requestOf: (notification: Notification, settings: ReceiverSettings, validUntil: number) => PostRequest;
  /** The same for a notice about another receiver. */
  readonly noticeOf: (notice: ReceiverNotice, settings: ReceiverSettings, validUntil: number) => PostRequest;
  /** Makes the requests that re-send open alerts; missing unless the receiver expires alerts. */
  readonly renewalsOf?: (
    alerts: readonly StandingAlert[],
    settings: ReceiverSettings,
    validUntil: number,
  ) => readonly PostRequest[];
  /** Finds what a receiver rejected although it answered with a success; `null` if it accepted everything. Missing if a success always means that. */
  readonly refusalIn?: (answer: string) => Refusal | null;
  /** Missing if its service has no place for changes of version. */
  readonly changes?: ChangeForm;
}
