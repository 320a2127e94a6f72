/** The form of each kind of receiver that is notified by a POST. */

import type { ReceiverForm } from '../core/message/forms/receiver-form';
import { alertmanager } from './alertmanager/form';
import { eventbridge } from './eventbridge/form';
import type { PostedKind } from './kinds';
import { ntfy } from './ntfy/form';
import { pagerduty } from './pagerduty/form';
import { slack } from './slack/form';
import { teams } from './teams/form';
import { webhook } from './webhook/form';

export const RECEIVER_FORMS: Readonly<Record<PostedKind, ReceiverForm>> = {
  pagerduty,
  webhook,
  slack,
  teams,
  ntfy,
  alertmanager,
  eventbridge,
};
