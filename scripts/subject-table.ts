/** Writes the table of docs/reference/alerts.md with the subject of every kind of message. */

import type { Alert } from '../lambda/core/message/alert';
import { subjectOf } from '../lambda/core/message/forms/mail';
import { noticeMail } from '../lambda/core/message/forms/notice-message';
import { type Notification, notificationOf } from '../lambda/core/message/notification';
import type { ReceiverNotice } from '../lambda/core/message/receiver-notice';
import { REMOVED_REASON } from '../lambda/core/words/codes';
import { loadConfig } from '../local/input/load-config';
import { sampleNotifications } from '../local/sample/sample-story';

const HOUR_MS = 3_600_000;

/** Returns the table for the services in `configFile`. */
export async function subjectTable(configFile: string): Promise<string> {
  const alert = await sampleAlert(configFile);
  const rows = [...alertRows(alert), ...noticeRows(alert)];
  return ['| message | subject of a mail |', '|---|---|', ...rows].join('\n');
}

async function sampleAlert(configFile: string): Promise<Alert> {
  const config = loadConfig(configFile, 'none');
  const [service] = config.services;
  if (service === undefined) throw new Error(`${configFile} has no service`);
  const [notification] = await sampleNotifications('opened', service, config);
  if (notification === undefined) throw new Error('the sample has no alert');
  return notification.alerts[0];
}

function alertRows(opened: Alert): readonly string[] {
  const found = {
    verdict: 'unhealthy',
    reason: 'http_503',
    message: 'HTTP 503: no disk',
    httpStatus: 503,
  } as const;
  const before = { verdict: opened.verdict, reason: opened.reason, message: opened.message };
  const again = {
    ...opened,
    ...found,
    at: '2026-11-21T09:50:00.000Z',
    episode: {
      times: 3,
      since: opened.at,
      relapsed: true,
      againSince: null,
      healthySeconds: 480,
      runs: 20,
      failedRuns: 6,
    },
  };
  const resolved: Alert = { ...opened, event: 'resolved', previous: before, durationSeconds: 720 };
  const watch = 'answers again since 09:31, watching it until 09:34 UTC';
  const answering: Alert = {
    ...opened,
    event: 'updated',
    previous: before,
    verdict: 'healthy',
    reason: 'ok',
    message: watch,
  };
  const removed: Alert = { ...resolved, verdict: 'unreachable', reason: REMOVED_REASON };
  const condition: Alert = {
    ...opened,
    kind: 'condition',
    verdict: 'healthy',
    reason: 'restarting',
    severity: 'warning',
  };
  const objective: Alert = { ...opened, kind: 'objective', verdict: 'healthy', reason: 'availability_burns_fast' };
  const ended = (alert: Alert): Alert => ({
    ...alert,
    event: 'resolved',
    previous: { ...before, reason: alert.reason },
    durationSeconds: 7_200,
  });
  const others = { alsoFailing: ['user-service'], watched: 14, down: 4 };
  return [
    row('a service is down', notificationOf(opened)),
    row('its severity is not `critical`', notificationOf({ ...opened, severity: 'warning' })),
    row('it fails in another way', notificationOf({ ...opened, ...found, event: 'updated', previous: before })),
    row('a reminder', notificationOf({ ...opened, event: 'reminder', previous: before, durationSeconds: 14_400 })),
    row('it is down again', notificationOf(again)),
    row('it answers again', notificationOf(answering)),
    row('it recovered', notificationOf(resolved)),
    row('it recovered, another service did not', { ...notificationOf(resolved), ...others }),
    row('it left the config', notificationOf(removed)),
    row('several services are down', several(opened)),
    row('they fail for different reasons', several(opened, [{}, {}, found])),
    row('more services are down', { ...several(opened), ...others }),
    row('several recovered', several(resolved)),
    row('a service is degraded', notificationOf(condition)),
    row('it is no longer degraded', notificationOf(ended(condition))),
    row('a budget is used up too fast', notificationOf(objective)),
    row('a drill', notificationOf({ ...opened, drill: true })),
  ];
}

const NAMES = ['cart', 'ledger', 'pdf-render'];

/** Returns a notification with alerts about three of fourteen services, each with its own facts. */
function several(alert: Alert, own: readonly Partial<Alert>[] = []): Notification {
  const named = (id: string, index: number): Alert => ({ ...alert, ...own[index], service: { ...alert.service, id } });
  const [first = alert, ...others] = NAMES.map(named);
  return { ...notificationOf(first), alerts: [first, ...others], watched: 14 };
}

function row(message: string, notification: Notification): string {
  return cells(message, subjectOf(notification));
}

function noticeRows({ deployment, links }: Alert): readonly string[] {
  const at = Date.parse('2026-11-21T10:30:00.000Z');
  const notice: ReceiverNotice = {
    event: 'opened',
    deployment,
    about: { kind: 'receiver', id: 'pager' },
    since: at - HOUR_MS,
    at,
    message: 'refused with 401',
    hasLeft: false,
    links,
  };
  const pulse: ReceiverNotice = { ...notice, about: { kind: 'pulse', id: 'outside' }, message: 'refused with 404' };
  const topic: ReceiverNotice = {
    ...notice,
    about: { kind: 'topic', id: 'sns' },
    since: at - 24 * HOUR_MS,
    message: 'oncall@shop.com is gone',
  };
  const ofNotice = (message: string, about: ReceiverNotice) => {
    return cells(message, noticeMail(about).subject);
  };
  return [
    ofNotice('a receiver does not accept alerts', notice),
    ofNotice('it accepts them again', { ...notice, event: 'resolved' }),
    ofNotice('a pulse is not delivered', pulse),
    ofNotice('the e-mail addresses differ from the config', topic),
  ];
}

function cells(message: string, subject: string): string {
  return `| ${message} | \`${subject}\` |`;
}
