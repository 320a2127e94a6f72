/** The form of each kind of receiver. */

import type { ReceiverKind } from '../../config/receivers';
import type { ReceiverForm } from '../forms/receiver-form';
import { alertmanager } from './alertmanager';
import { ntfy } from './ntfy';
import { pagerduty } from './pagerduty';
import { slackWebhook } from './slack-webhook';
import { teams } from './teams';
import { webhook } from './webhook';

export const RECEIVER_FORMS: Readonly<Record<ReceiverKind, ReceiverForm>> = {
  pagerduty,
  webhook,
  slack: slackWebhook,
  teams,
  ntfy,
  alertmanager,
};
