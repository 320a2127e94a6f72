/** The alerts that a receiver of the config gets. */

import type { ReceiverConfig } from '../config/receivers';
import type { FilteredIncident } from '../notify/behind';
import { EVENTS } from '../words/codes';
import { DEPLOYMENT } from '../words/ids';
import type { ReceiverFilter } from './receiver';

/** `takesAcknowledgements` is whether its service has an acknowledgement of its own. */
export function receiverFilter(
  { services, events, kinds, severities, afterMs }: ReceiverConfig,
  takesAcknowledgements: boolean,
): ReceiverFilter {
  const wanted = events ?? EVENTS;
  const isAmong = wantsAmong({ services, kinds, severities });
  return {
    // A receiver of some services only is not notified about the receivers of other services.
    wants: (incident) => (incident.service === DEPLOYMENT ? services === null : isAmong(incident)),
    // A receiver takes acknowledgements only of alerts that it was sent.
    events: [...wanted, ...(takesAcknowledgements && wanted.includes('opened') ? (['acknowledged'] as const) : [])],
    afterMs,
  };
}

/** Whether an incident is of these services, kinds and severities; `null` stands for all. */
export function wantsAmong({
  services,
  kinds,
  severities,
}: Pick<ReceiverConfig, 'services' | 'kinds' | 'severities'>): ReceiverFilter['wants'] {
  const isOf = wantsServices({ services, severities });
  return ({ kind, ...of }) => isOf(of) && (kinds?.includes(kind) ?? true);
}

/** Returns a filter by service for messages without a kind, such as a change of version. */
export function wantsServices({
  services,
  severities,
}: Pick<ReceiverConfig, 'services' | 'severities'>): (of: Pick<FilteredIncident, 'service' | 'severity'>) => boolean {
  const ids = services && new Set(services);
  return ({ service, severity }) => (ids?.has(service) ?? true) && (severities?.includes(severity) ?? true);
}
