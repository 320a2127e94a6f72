/** The form of each kind of receiver that is notified by a POST. */

import type { PostedKind } from '../../config/receivers';
import type { ReceiverForm } from '../forms/receiver-form';
import { alertmanager } from './alertmanager';
import { eventbridge } from './eventbridge';
import { ntfy } from './ntfy';
import { pagerduty } from './pagerduty';
import { slackWebhook } from './slack-webhook';
import { teams } from './teams';
import { webhook } from './webhook';

export const RECEIVER_FORMS: Readonly<Record<PostedKind, ReceiverForm>> = {
  pagerduty,
  webhook,
  slack: slackWebhook,
  teams,
  ntfy,
  alertmanager,
  eventbridge,
};
