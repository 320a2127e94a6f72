/** The form of each kind of receiver that is notified by HTTP. */

import type { ReceiverForm } from '../core/message/forms/receiver-form';
import { alertmanager } from './alertmanager/form';
import { eventbridge } from './eventbridge/form';
import type { PostedKind } from './kinds';
import { ntfy } from './ntfy/form';
import { pagerduty } from './pagerduty/form';
import type { ReceiverTarget } from './receiver-keys';
import { slack } from './slack/form';
import { teams } from './teams/form';
import { webhook } from './webhook/form';
import { templatedWebhook } from './webhook/templated';

export const RECEIVER_FORMS: Readonly<Record<PostedKind, ReceiverForm>> = {
  pagerduty,
  webhook,
  slack,
  teams,
  ntfy,
  alertmanager,
  eventbridge,
};

/** Returns the form of a receiver: that of its kind, unless the config has a template for it. */
export function receiverForm({
  kind,
  template,
}: Pick<ReceiverTarget, 'template'> & { readonly kind: PostedKind }): ReceiverForm {
  return template === undefined ? RECEIVER_FORMS[kind] : templatedWebhook(template);
}
