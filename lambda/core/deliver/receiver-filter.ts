/** The alerts that a receiver of the config gets. */

import type { ReceiverConfig } from '../config/receivers';
import { EVENTS } from '../words/codes';
import { DEPLOYMENT } from '../words/ids';
import type { ReceiverFilter } from './receiver';

/** `takesAcknowledgements` is whether its service has an acknowledgement of its own. */
export function receiverFilter(
  { services, events, kinds, severities, afterMs }: ReceiverConfig,
  takesAcknowledgements: boolean,
): ReceiverFilter {
  const ids = services && new Set(services);
  const wanted = events ?? EVENTS;
  return {
    wants: ({ service, kind, severity }) => {
      // A receiver of some services only is not notified about the receivers of other services.
      if (service === DEPLOYMENT) return ids === null;
      return (ids?.has(service) ?? true) && (kinds?.includes(kind) ?? true) && (severities?.includes(severity) ?? true);
    },
    // A receiver takes acknowledgements only of alerts that it was sent.
    events: [...wanted, ...(takesAcknowledgements && wanted.includes('opened') ? (['acknowledged'] as const) : [])],
    afterMs,
  };
}
