/** The keys that the buttons of a card in Slack read from it: their definitions, in `lib`, name these keys. */

import { REMOVED_REASON } from '../../words/codes';
import type { Alert } from '../alert';
import { type Notification, notificationId } from '../notification';

/** The Lambda that the buttons invoke. */
export interface ButtonTarget {
  readonly region: string;
  readonly functionName: string;
}

/** The values of a card for its buttons, without the deployment. Nothing in it has to be escaped in a command or in JSON. */
export interface ButtonContext {
  readonly region: string;
  readonly function: string;
  /** The id of the service; of several services that of the notification, since a button can't hold all of them. */
  readonly subject: string;
  /** `over` after the end, and `drill` if nothing has happened: then nobody is to be spared anything. */
  readonly state: 'open' | 'over' | 'drill';
}

/** `null` if none of the services is watched any more: the function knows none of them. */
export function buttonContext(notification: Notification, target: ButtonTarget): ButtonContext | null {
  const { alerts } = notification;
  const [{ service }, ...others] = alerts;
  if (alerts.every(({ reason }) => reason === REMOVED_REASON)) return null;
  return {
    region: target.region,
    function: target.functionName,
    subject: others.length === 0 ? service.id : notificationId(notification),
    state: stateOf(alerts[0]),
  };
}

function stateOf({ drill, event }: Alert): ButtonContext['state'] {
  if (drill) return 'drill';
  return event === 'resolved' ? 'over' : 'open';
}
