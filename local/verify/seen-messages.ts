/** The messages in the queue of a verification: the alerts of its drill, and the message of the alarm. */

import { isOfDrill } from '../../lambda/core/silences/drill-request';
import { isJsonObject, parseText } from '../../lambda/core/words/json';

export type SeenMessage =
  | { readonly kind: 'alert'; readonly event: string }
  | { readonly kind: 'alarm'; readonly reason: string };

/**
 * The message in a body; `null` if it is neither. Source: Amazon SNS developer guide, "Fanout to Amazon SQS queues": without raw delivery the
 * body is JSON with `Message`.
 */
export function messageIn(body: string, drill: { readonly id: string }): SeenMessage | null {
  const envelope = parseText(body);
  const message = isJsonObject(envelope) && typeof envelope.Message === 'string' ? parseText(envelope.Message) : null;
  if (!isJsonObject(message)) return null;
  if (typeof message.AlarmName === 'string' && message.NewStateValue === 'ALARM')
    return { kind: 'alarm', reason: String(message.NewStateReason ?? '') };
  const { drill: isDrill, incidentId, event } = message;
  if (isDrill !== true || typeof incidentId !== 'string' || !isOfDrill(incidentId, drill)) return null;
  return { kind: 'alert', event: String(event) };
}
