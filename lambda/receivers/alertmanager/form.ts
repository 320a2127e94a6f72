/**
 * Alerts as an Alertmanager takes them, by its API v2. Sources: Alertmanager, api/v2/openapi.yaml (`postableAlerts`), and docs/alerts_api.md. Its
 * setting: `url`, the address of an instance.
 *
 * Its labels are what an alert is known by, so they are those facts that stay while an incident lasts; all else is an annotation.
 */

import type { Alert } from '../../core/message/alert';
import { type Content, contentOf, plainText } from '../../core/message/forms/content';
import { noticeContent, noticeLinks } from '../../core/message/forms/notice-content';
import { readable } from '../../core/message/forms/readable-time';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../core/message/forms/receiver-form';
import { neutralize, neutralizeEnd } from '../../core/message/neutralize';
import { notificationOf } from '../../core/message/notification';
import { NOTICE_REASONS, noticeKey, noticeSummary, type ReceiverNotice } from '../../core/message/receiver-notice';
import { headlineOf } from '../../core/message/summary';
import { reasonOf } from '../../core/message/wording';
import { cleanText } from '../../core/words/clean-text';
import type { IncidentKind } from '../../core/words/codes';
import { inBatches } from '../../core/words/in-batches';

/** Prometheus sends 256 in a request (its flag `--alertmanager.notification-batch-size`); ours have longer texts. */
const MOST_ALERTS = 100;
/** In characters. */
const LABEL_LENGTH = 200;
const ADDRESS_LENGTH = 1_000;
const SUMMARY_LENGTH = 500;
const NOTE_LENGTH = 200;
/** In UTF-8. */
const DESCRIPTION_BYTES = 4_000;
/**
 * A drill is over so long after its alert, in milliseconds, not at its end two seconds later: by then an Alertmanager has not notified anybody of its
 * beginning (`group_wait`, 30 s by default), and would never do so.
 */
const DRILL_MS = 5 * 60_000;

export const alertmanager: ReceiverForm = {
  title: 'Alertmanager',
  fits: ({ alerts }) => alerts.length <= MOST_ALERTS,
  requestOf: ({ alerts, serviceGroup = null }, settings, validUntil) =>
    requestOf(
      alerts.map((alert) => postable(alert, serviceGroup, validUntil)),
      settings,
    ),
  noticeOf: (notice, settings, validUntil) => requestOf([postableNotice(notice, validUntil)], settings),
  renewalsOf: (alerts, settings, validUntil) =>
    inBatches(alerts, MOST_ALERTS).map((batch) =>
      requestOf(
        batch.map(({ alert, serviceGroup, notice }) =>
          notice === null ? postable(alert, serviceGroup, validUntil) : postableNotice(notice, validUntil),
        ),
        settings,
      ),
    ),
};

function requestOf(alerts: readonly PostableAlert[], { url = '' }: ReceiverSettings): PostRequest {
  return {
    url: `${url.replace(/\/+$/, '')}/api/v2/alerts`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(alerts),
  };
}

type Texts = Readonly<Record<string, string>>;

/** An alert as its API takes it: `startsAt` and `endsAt` are ISO 8601. */
export interface PostableAlert {
  readonly labels: Texts;
  readonly annotations: Texts;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL?: string;
}

const ALERT_NAMES: Readonly<Record<IncidentKind, string>> = {
  outage: 'ServiceDown',
  condition: 'ServiceDegraded',
  objective: 'ErrorBudgetBurning',
};

function postable(alert: Alert, group: string | null, validUntil: number): PostableAlert {
  const { kind, deployment, service, severity, incidentId, verdict, links, page, openedAt, drill, ack } = alert;
  const content = contentOf(notificationOf(alert));
  const reason = reasonOf(alert);
  return {
    labels: present({
      alertname: ALERT_NAMES[kind],
      job: 'statuswatch',
      deployment: cleanText(deployment, LABEL_LENGTH),
      service: cleanText(service.id, LABEL_LENGTH),
      instance: cleanText(service.url, ADDRESS_LENGTH),
      severity,
      environment: labelWord(service.environment ?? ''),
      group: cleanText(group ?? '', LABEL_LENGTH),
      kind,
      // The reason of an outage may change. Of other kinds, it is what makes two problems of a service two.
      problem: kind === 'outage' ? '' : reason,
      drill: drill ? 'true' : '',
    }),
    annotations: present({
      summary: summaryOf(alert) || content.headline,
      description: descriptionOf(content),
      verdict,
      reason,
      incident: cleanText(incidentId, ADDRESS_LENGTH),
      acknowledged: ack === null ? '' : ackText(ack),
      runbook_url: addressOf(links.runbook),
      logs_url: addressOf(links.logs),
    }),
    ...timesOf(openedAt, endOf(alert, validUntil)),
    ...generatorOf(page?.url ?? links.dashboard),
  };
}

/**
 * Returns a text from a service as a label without links, mentions or markup: Alertmanager's default Slack template shows labels as they
 * are. Only letters, digits, `_`, `.` and `-` are left.
 */
function labelWord(text: string): string {
  return neutralize(text, LABEL_LENGTH)
    .replace(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/** Returns the summary. For a resolved alert it names the problem: Alertmanager itself adds that it is resolved. */
function summaryOf(alert: Alert): string {
  const { event, previous, summary } = alert;
  if (event === 'resolved' && previous !== null)
    return headlineOf(notificationOf({ ...alert, event: 'opened', episode: null, ...previous }));
  return neutralizeEnd(neutralize(summary, SUMMARY_LENGTH));
}

const NOTICE_NAMES: Readonly<Record<ReceiverNotice['about']['kind'], string>> = {
  receiver: 'ReceiverRefusesAlerts',
  pulse: 'PulseUndelivered',
  topic: 'AddressesDiffer',
};

/** The checker is the source: nothing is wrong with any service. */
function postableNotice(notice: ReceiverNotice, validUntil: number): PostableAlert {
  const { deployment, about, since, event, at } = notice;
  const links = noticeLinks(notice);
  return {
    labels: {
      alertname: NOTICE_NAMES[about.kind],
      job: 'statuswatch',
      deployment: cleanText(deployment, LABEL_LENGTH),
      [about.kind]: about.id,
      severity: 'critical',
      kind: 'condition',
      problem: NOTICE_REASONS[about.kind],
    },
    annotations: present({
      summary: neutralizeEnd(neutralize(noticeSummary(notice), SUMMARY_LENGTH)),
      description: descriptionOf(noticeContent(notice)),
      incident: cleanText(noticeKey(notice), ADDRESS_LENGTH),
      runbook_url: addressOf(links.runbook),
      logs_url: addressOf(links.logs),
    }),
    ...timesOf(new Date(since).toISOString(), event === 'resolved' ? at : validUntil),
    ...generatorOf(links.dashboard),
  };
}

function endOf({ drill, openedAt, event, resolvedAt, at }: Alert, validUntil: number): number {
  const end = event === 'resolved' ? Date.parse(resolvedAt ?? at) : validUntil;
  if (!drill) return end;
  // The alert of a drill that scheduled runs do comes some runs after its first failing run.
  return event === 'resolved' ? Math.max(Date.parse(openedAt) + DRILL_MS, end) : Date.parse(at) + DRILL_MS;
}

/** Source: prometheus/common, model/alert.go: an alert that ends before it starts is refused, "start time must be before end time"; the same time is taken. */
function timesOf(startsAt: string, endsAt: number): Pick<PostableAlert, 'startsAt' | 'endsAt'> {
  return { startsAt, endsAt: new Date(Math.max(Date.parse(startsAt), endsAt)).toISOString() };
}

/** Returns as many lines as fit before what to check first. */
function descriptionOf(content: Content): string {
  const { firstLook } = content;
  return plainText(content, firstLook === null ? [] : [`Check first: ${firstLook}`], DESCRIPTION_BYTES);
}

function ackText({ by, note, until }: NonNullable<Alert['ack']>): string {
  const who = by === null ? '' : `by ${neutralize(by, NOTE_LENGTH)}, `;
  const why = note === null ? '' : `: ${neutralize(note, NOTE_LENGTH)}`;
  return `${who}until ${readable(until)}${why}`;
}

/** The page that leads to the incident. A text that is no address would be refused. */
function generatorOf(page: string | null): Pick<PostableAlert, 'generatorURL'> {
  const generatorURL = addressOf(page);
  return generatorURL === '' ? {} : { generatorURL };
}

function addressOf(page: string | null): string {
  if (page === null || page.length > ADDRESS_LENGTH || !URL.canParse(page)) return '';
  const { protocol, href } = new URL(page);
  return protocol === 'https:' || protocol === 'http:' ? href : '';
}

/** Source: Alertmanager drops labels and annotations that are empty, so they are as good as missing. */
function present(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
