/** The story of a service for `explain`: of an incident or of a time, and how the service is now. */

import type { SilenceDocument } from '../silences/silence-document';
import type { IncidentDocument } from './incident-document';
import type { ServiceDocument } from './service-document';
import type { TimelineDocument } from './timeline-document';

/** Instants are ISO 8601 in UTC with milliseconds; docs/reference/documents.md has the fields. */
export interface StoryDocument extends TimelineDocument {
  readonly schema: 1;
  /** The time of the document. */
  readonly at: string;
  readonly service: string;
  /** Whether the config has it; of another service the story is of the last time that is kept. */
  readonly configured: boolean;
  /** Whether it is of a deployment: otherwise of a watch, which shows its alerts and sends none to the topic. */
  readonly deployed: boolean;
  readonly intervalSeconds: number;
  /** `null` if it is the story of a time. */
  readonly incident: IncidentDocument | null;
  /** Of the story of a time, the last incident that is kept; `null` if there is none. */
  readonly lastIncident: Pick<IncidentDocument, 'id' | 'resolvedAt'> | null;
  /** How the service is now; `null` for the deployment itself, which is not checked. */
  readonly now: ServiceDocument | null;
  /** The silences because of which nobody is notified of it now, or of an incident of it. */
  readonly silences: readonly SilenceDocument[];
  /** The acknowledgements of its incidents that hold now. */
  readonly acks: readonly SilenceDocument[];
  /** Since when receivers refuse that have pending alerts of this service. */
  readonly refusals: readonly RefusalDocument[];
  /** Why sums of the past, silences or refusals are missing. */
  readonly problem: string | null;
}

export interface RefusalDocument {
  readonly receiver: string;
  readonly since: string;
  /** Its answer. */
  readonly message: string;
}
