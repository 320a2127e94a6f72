/** The form for a kind of receiver: a notification as a request that its service accepts. */

import type { JsonObject } from '../../words/json';
import type { Method } from '../../words/template';
import type { Notification } from '../notification';
import type { ReceiverNotice } from '../receiver-notice';
import type { StandingAlert } from '../standing-alert';
import type { VersionChange } from '../version-change';

/** A request with a body. No part may be shown, since even the address may be a secret. */
export interface PostRequest {
  readonly url: string;
  /** POST if this is missing. */
  readonly method?: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * The `whsec_` secret to sign it with as in Standard Webhooks; missing if it is not configured. `id` is the same in each attempt: the
   * request has a hash of it, since an id there must not contain a dot.
   */
  readonly signature?: { readonly id: string; readonly secret: string };
}

/** The reason why a request with a success answer was not accepted, in whole or in part. */
export interface Refusal {
  /** `unfit` because of its content, `busy` because too much was sent, `unknown` if it may have been accepted. */
  readonly why: 'unfit' | 'busy' | 'other' | 'unknown';
  readonly message: string;
}

/** The form for version changes. */
export interface ChangeForm {
  /** The most version changes in a request. */
  readonly most: number;
  readonly requestOf: (
    changes: readonly [VersionChange, ...VersionChange[]],
    settings: ReceiverSettings,
  ) => PostRequest;
}

/** The values of a receiver's settings by name, with its secrets read. */
export type ReceiverSettings = Readonly<Record<string, string>>;

export interface ReceiverForm {
  /** Its name on a terminal. */
  readonly title: string;
  /** Returns the text of a posted body as people read it; missing if the body is for programs. */
  readonly textOf?: (body: JsonObject) => string;
  /** Returns the documents in a posted body as programs read them; missing if the body is such a document. */
  readonly documentsOf?: (body: JsonObject) => readonly object[];
  /** Whether people read it, rather than a program that opens and closes incidents. */
  readonly isForPeople?: true;
  /** Whether each alert is sent alone. */
  readonly sendsAlertsAlone?: true;
  /** Whether its service has its own acknowledgements: then it also gets `acknowledged` alerts, which notify nobody there. */
  readonly takesAcknowledgements?: true;
  /** Returns whether the service accepts a notification of several alerts; if missing, it accepts all. A larger one is halved. */
  readonly fits?: (notification: Notification) => boolean;
  /**
   * Returns a request that is valid and within the format's limits, whatever the services' texts. Open incidents count as open until
   * `validUntil`, in milliseconds since 1970, unless they are sent again.
   */
  readonly requestOf: (notification: Notification, settings: ReceiverSettings, validUntil: number) => PostRequest;
  /** Returns the request for a notice about another receiver. */
  readonly noticeOf: (notice: ReceiverNotice, settings: ReceiverSettings, validUntil: number) => PostRequest;
  /** Makes the requests that re-send open alerts; missing unless the receiver expires alerts. */
  readonly renewalsOf?: (
    alerts: readonly StandingAlert[],
    settings: ReceiverSettings,
    validUntil: number,
  ) => readonly PostRequest[];
  /** Returns what a success answer rejected; `null` if everything was accepted. Missing if a success always means that. */
  readonly refusalIn?: (answer: string) => Refusal | null;
  /** Missing if its service has no place for version changes. */
  readonly changes?: ChangeForm;
}
