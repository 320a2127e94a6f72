/** Puts any two states of a service together: what was read with what is remembered, and what two processes know. */

import { joinHistories } from '../history/join-histories';
import { joinIncidents } from '../incident/join-incidents';
import { joinNotifiedOfAll } from '../notify/notified';
import { joinWithheld } from '../notify/withheld';
import { larger } from '../words/join';
import type { ServiceState } from './service-state';
import { withoutForgotten } from './settle';

/**
 * Figures count by their run's number, never by the clock; all else is joined part by part, the further one counts. Idempotent, commutative and
 * associative: in whatever order states meet, the same comes of it.
 */
export function joinStates(left: ServiceState, right: ServiceState): ServiceState {
  if (left === right) return left;
  return withoutForgotten({
    ...larger(figuresOf(left), figuresOf(right), ({ run }) => run),
    incidents: joinIncidents(left.incidents, right.incidents),
    incidentCount: Math.max(left.incidentCount, right.incidentCount),
    notified: joinNotifiedOfAll(left.notified, right.notified),
    forgotten: joinForgotten(left.forgotten, right.forgotten),
    withheld: joinWithheld(left.withheld, right.withheld),
    history: joinHistories(left.history, right.history),
    savedAt: Math.max(left.savedAt, right.savedAt),
  });
}

/** What is not joined part by part. */
function figuresOf({
  incidents: _incidents,
  incidentCount: _incidentCount,
  notified: _notified,
  forgotten: _forgotten,
  withheld: _withheld,
  history: _history,
  savedAt: _savedAt,
  ...figures
}: ServiceState) {
  return figures;
}

function joinForgotten(left: ServiceState['forgotten'], right: ServiceState['forgotten']): ServiceState['forgotten'] {
  const joined = { ...left };
  for (const [matter, at] of Object.entries(right)) joined[matter] = Math.max(at, joined[matter] ?? at);
  return joined;
}
