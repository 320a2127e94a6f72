/** One alert of each event, made by the code that makes the real ones; and texts that mean harm. */

import fc from 'fast-check';
import { sendAll, toOne } from '../../../bench/send-all';
import { type ServiceChange, sumUpChanges } from '../../../lambda/core/history/service-change';
import { advanceProblems, type Problem } from '../../../lambda/core/incident/advance-problems';
import type { Incident } from '../../../lambda/core/incident/incident';
import { type Alert, type AlertContext, type AlertedService, alertOf } from '../../../lambda/core/message/alert';
import { alertedAck } from '../../../lambda/core/silences/silence-document';
import { ALERT_EVENTS, type AlertEvent } from '../../../lambda/core/words/codes';
import { SERVICE_ID } from '../../../lambda/core/words/ids';
import { ANY_CHARACTER } from './any-character';
import { TIMINGS } from './observations';
import { ackAt } from './silences';
import { BEFORE, MINUTE_MS, tell } from './story';

export const SERVICE: AlertedService = {
  id: 'user-service',
  statusUrl: 'https://user.internal/status',
  environment: 'production',
  severity: 'critical',
  runbook: 'https://wiki.internal/user',
};

export const CONTEXT: AlertContext = {
  deployment: 'shop',
  service: SERVICE,
  timings: TIMINGS,
  links: {
    dashboard: 'https://dashboard.internal/',
    logs: 'https://logs.internal/',
    page: { url: 'https://status.internal/', controls: true },
  },
  remindEveryMs: 60 * MINUTE_MS,
};

const stories = new Map<string | undefined, ReturnType<typeof tell>['events']>();

/** Well at 12:01, refused from 12:02 on, 503 at 12:06 and 13:06, well at 13:10. */
export function eventsOf(message?: string) {
  const events = stories.get(message) ?? eventsAfter(message);
  stories.set(message, events);
  return events;
}

function eventsAfter(message: string | undefined) {
  const quoted = message === undefined ? '' : ` "${message}"`;
  const lines = ['well', `dns_failure${quoted}`, `+4m http_503${quoted}`, `+1h http_503${quoted}`, '+4m well'];
  return tell({ remindEveryMs: 60 * MINUTE_MS }, lines).events;
}

interface AlertFields extends AlertContext {
  /** All changes of the service that are known at the end. */
  readonly changes: readonly ServiceChange[];
  readonly clues: Incident['clues'];
}

export function alertOn(kind: AlertEvent, fields: Partial<AlertFields> = {}, message?: string): Alert {
  if (kind === 'acknowledged') return acknowledgedAlert(fields, message);
  const due = eventsOf(message).find(({ event }) => event === kind);
  if (!due) throw new Error(`the story has no ${kind}`);
  const { changes = [], clues = [], ...context } = { ...CONTEXT, ...fields };
  const { severity, environment, statusUrl: url } = context.service;
  const changed = sumUpChanges(changes, due.incident.openedAt);
  return alertOf({ ...due, incident: { ...due.incident, severity, environment, url, clues, changed } }, context);
}

/** Ana is on it four minutes after it has opened. */
function acknowledgedAlert(fields: Partial<AlertFields>, message: string | undefined): Alert {
  const opened = eventsOf(message).find(({ event }) => event === 'opened');
  if (!opened) throw new Error('the story has no beginning');
  const at = opened.at + 4 * MINUTE_MS;
  return alertOf({ ...opened, event: 'acknowledged', at }, { ...CONTEXT, ...fields, ack: alertedAck(ackAt(at)) });
}

/** The alert of a service that has left the config with an open incident. */
export function removalAlert(context: Partial<AlertContext> = {}): Alert {
  const event = tell({}, ['well', 'http_503', '+3m removed']).events.at(-1);
  if (!event) throw new Error('the story has no end');
  return alertOf(event, { ...CONTEXT, timings: null, ...context });
}

const HARM = [
  '<!channel>',
  '<!here|x>',
  '@here',
  '@channel',
  '<@U123>',
  '<http://evil|x>',
  '<https://evil>',
  '[a](http://b)',
  'http://evil',
  'HTTPS://evil',
  'www.evil.com',
  '`',
  '```',
  '*bold*',
  '~gone~',
  '|',
  '\\',
  '://',
  ':/',
  '/',
  ':',
  '\n',
  '\r\n',
  '\u0000',
  '\u001b[31m',
  '\u2028',
  '\u0085',
  '\u202e',
  '\u200b',
  '\ud800',
  '😀',
  'é',
  ' ',
  '\t',
  'evil.test/aws',
  'evil.com',
  '.com',
  '.',
  'ｅｖｉｌ．ｔｅｓｔ',
  '。',
  '．',
  '｡',
  '：／／',
  '＠',
  '＜',
  '❤',
  'xn--p1ai',
  '2.4.1',
  'a',
  '&lt;!channel&gt;',
  '<<!channel>>',
  '@@here',
  'wwww..evil',
  'a@b.example',
];

/** Up to more than 10 kB of what a service could send to make a mention, a link, markup or a second line. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...HARM), { maxLength: 40 }).map((all) => all.join('')),
  fc.array(fc.constantFrom(...HARM), { maxLength: 6 }).map((all) => all.join('').padEnd(12_000, all.join('') || 'x')),
  fc.string({ unit: ANY_CHARACTER, maxLength: 200 }),
);

/** An alert of any event whose every text from a service, and whose service's id, mean harm. */
export const hostileAlert: fc.Arbitrary<Alert> = fc
  .record({
    event: fc.constantFrom(...ALERT_EVENTS),
    message: hostileText,
    // What may stand in a config means no harm.
    id: hostileText.filter((id) => !SERVICE_ID.test(id)),
    environment: hostileText,
    version: hostileText,
    possiblyRepeated: fc.boolean(),
  })
  .map(({ event, message, id, environment, version, possiblyRepeated }) => {
    const alert = alertOn(event, { service: { ...SERVICE, id, environment } });
    const lastHealthy = alert.lastHealthy && { ...alert.lastHealthy, version };
    const previous = alert.previous && { ...alert.previous, message };
    const silenced = { until: alert.at, by: message, reason: version, planned: false };
    const changed = { restarted: false, version: { from: version, to: message } };
    return {
      ...alert,
      message,
      summary: `${id} is down: ${message}`,
      lastHealthy,
      previous,
      changed,
      clues: [{ code: 'error_text', at: alert.at, message: `the answer has the error: ${message}` }],
      conditions: [{ code: 'mixed_versions', since: alert.at, message: version }],
      silenced,
      ack: { by: message, note: version, since: alert.at, until: alert.at },
      possiblyRepeated,
    };
  });

/** What would be a mention, a link or markup in an e-mail or in Slack. */
export const DANGEROUS = /[<>@`[\]|]|:\/\/|\bwww\.|[\p{L}\p{N}\p{S}-][.\u3002](?:[\p{L}]{2,}(?![\p{N}_-])|xn--)/iu;

/** The alerts of an incident that is no outage: how it opened at 12:02, grew worse an hour later, and was over after two. */
export function matterAlerts(
  about: Pick<Problem, 'kind' | 'reason' | 'message'>,
  context: Partial<AlertContext> = {},
): readonly [Alert, Alert, Alert] {
  const all = { ...CONTEXT, ...context };
  let state = BEFORE;
  const alerts = [0, 1, 2].flatMap((hour) => {
    const matter = { ...about, severity: 'warning', since: STARTED, stage: hour } as const;
    const now = STARTED + hour * 60 * MINUTE_MS;
    const advancing = { subject: all.service, url: all.service.statusUrl, now };
    const advanced = advanceProblems({ ...state, run: hour + 1 }, about.kind, hour < 2 ? [matter] : [], advancing);
    const { sent, ...next } = sendAll(advanced, toOne(now), all);
    state = next.state;
    return sent.map(({ alert }) => alert);
  });
  if (alerts.length !== 3) throw new Error('the story has a beginning, a change and an end');
  return alerts as unknown as readonly [Alert, Alert, Alert];
}

const STARTED = Date.parse('2026-03-01T12:02:00.000Z');
