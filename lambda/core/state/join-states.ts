/** Puts any two states of a service together: what was read with what is remembered, and what two processes know. */

import { joinFields } from './fields/fields';
import { type ServiceState, STATE } from './service-state';
import { withoutForgotten } from './settle';

/** Idempotent, commutative and associative: in whatever order states meet, the same comes of it. */
export function joinStates(left: ServiceState, right: ServiceState): ServiceState {
  return left === right ? left : withoutForgotten(joinFields(left, right, STATE));
}
