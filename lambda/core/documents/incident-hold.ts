/** The silence, acknowledgement or outage that holds back alerts about an incident. */

import type { Incident } from '../incident/incident';
import { isHeldBackFromAll } from '../notify/held-back';
import { ackOf, silenceOf } from '../silences/silence';
import { type AckDocument, ackDocument, type SilenceDocument, silenceDocument } from '../silences/silence-document';
import type { ServiceState } from '../state/service-state';
import type { DeploymentFacts } from './facts/deployment-facts';

/** The reasons why people are not notified of an open incident, or not again. */
export interface IncidentHold {
  /** The silence that applies to it now. */
  readonly silence: SilenceDocument | null;
  /** The acknowledgement in force. */
  readonly ack: AckDocument | null;
  /** Whether nobody is notified of it, since people know about the outages that caused it. */
  readonly isExplained: boolean;
}

export function heldBy(
  { silences, acks, now }: DeploymentFacts,
  service: string,
  state: ServiceState,
  incident: Incident,
): IncidentHold {
  const { openedAt, noticedAt, over } = incident;
  const subject = { service, openedAt, noticedAt, isOver: over !== null };
  const silence = silenceOf(silences, subject, now);
  const ack = ackOf(acks, subject, now);
  return {
    silence: silence && silenceDocument(silence),
    ack: ack && ackDocument(ack),
    isExplained: isHeldBackFromAll(incident, state),
  };
}
