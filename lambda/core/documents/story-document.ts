/** The story of a service for `explain`: an incident or a time span, and the service's current status. */

import type { SilenceDocument } from '../silences/silence-document';
import type { IncidentDocument } from './incident-document';
import type { TimelineDocument } from './incident-story/timeline';
import type { ServiceDocument } from './service-document';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/documents.md has the fields. */
export interface StoryDocument extends TimelineDocument {
  readonly schema: 1;
  /** When the document was made. */
  readonly at: string;
  readonly service: string;
  /** Whether the config has the service; if not, the story covers the last recorded time. */
  readonly configured: boolean;
  /** Whether it comes from a deployment; otherwise from a watch, which shows its alerts and sends none to the topic. */
  readonly deployed: boolean;
  readonly intervalSeconds: number;
  /** `null` if the story covers a time span. */
  readonly incident: IncidentDocument | null;
  /** The last recorded incident, for the story of a time span; `null` if there is none. */
  readonly lastIncident: Pick<IncidentDocument, 'id' | 'resolvedAt'> | null;
  /** The current status of the service; `null` for the deployment itself, which is not checked. */
  readonly now: ServiceDocument | null;
  /** The silences that apply now to the service, or to one of its incidents. */
  readonly silences: readonly SilenceDocument[];
  /** The acknowledgements of its incidents that are in force. */
  readonly acks: readonly SilenceDocument[];
  /** The receivers with pending alerts about this service that refuse alerts, and since when. */
  readonly refusals: readonly RefusalDocument[];
  /** Why totals, silences or refusals are missing. */
  readonly problem: string | null;
}

export interface RefusalDocument {
  readonly receiver: string;
  readonly since: string;
  /** Its answer. */
  readonly message: string;
}
