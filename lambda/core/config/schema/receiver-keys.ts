/** The part of the config about who is notified besides the topic: `alerts.receivers`. */

import * as z from 'zod';
import {
  choice,
  duration,
  isHttp,
  list,
  mailbox,
  map,
  orNull,
  type Parsed,
  region,
  text,
  textOrSecret,
  url,
} from '../../keys/values';
import { EVENTS, INCIDENT_KINDS, SEVERITIES } from '../../words/codes';
import { RECEIVER_ID, RECEIVER_ID_LIMIT } from '../../words/ids';
import { EVENT_BUS } from '../receivers';
import { SETTING_RULES, type SettingRule } from '../setting-rules';
import { isSmtp, SMTP_EXPECTED } from '../smtp-address';
import { headers, receiverAuth } from './credential-keys';

export const MOST_RECEIVERS = 20;
const MOST_ADDRESSES = 20;
/** The id of the topic in states. The names that each object of JavaScript has can't be keys of a record either. */
const isTaken = (id: string) => id === 'sns' || id in {};

const addressText = (example: string) =>
  url(
    `expected an address such as ${example}, without user name and password`,
    (value) => isHttp(value) && value.username === '' && value.password === '',
  );
const setting = ({ pattern, expected }: SettingRule) => textOrSecret(text(pattern, expected));

const pagerduty = z
  .strictObject(
    {
      routingKey: setting(SETTING_RULES.routingKey).describe(
        'The integration key of the PagerDuty service, of the type "Events API v2".',
      ),
      region: choice(['us', 'eu']).default('us').describe('Where the PagerDuty account is.'),
      changes: z
        .boolean({ error: 'expected true or false' })
        .default(false)
        .describe('Whether changes of version are sent too, as change events.'),
    },
    { error: 'expected a map with the key routingKey' },
  )
  .describe('Opens, updates, acknowledges and resolves incidents in PagerDuty.');
const webhook = z
  .strictObject(
    {
      url: textOrSecret(addressText('https://hooks.company.com/statuswatch')).describe(
        'The https:// address that gets the JSON document of each notification.',
      ),
      secret: setting(SETTING_RULES.secret)
        .optional()
        .describe('Signs each request as Standard Webhooks says; requests are not signed if this is missing.'),
    },
    { error: 'expected a map with the key url' },
  )
  .describe('An address of your own.');
const slack = z
  .strictObject(
    {
      url: textOrSecret(addressText('https://hooks.slack.com/services/T000/B000/XXXX')).describe(
        'The address of an incoming webhook of Slack: whoever knows it can post into its channel.',
      ),
    },
    { error: 'expected a map with the key url' },
  )
  .describe('A channel of Slack, by an incoming webhook.');
const teams = z
  .strictObject(
    {
      url: textOrSecret(addressText('https://prod-00.westeurope.logic.azure.com/workflows/XXXX')).describe(
        'The address of a webhook of Workflows in Teams: whoever knows it can post into its channel.',
      ),
    },
    { error: 'expected a map with the key url' },
  )
  .describe('A channel of Microsoft Teams, by a webhook of Workflows.');
const ntfy = z
  .strictObject(
    {
      topic: setting(SETTING_RULES.topic).describe(
        'The topic: whoever knows it can read it, unless the server asks for a token.',
      ),
      url: textOrSecret(addressText('https://ntfy.company.com'))
        .optional()
        .describe('The address of the server; https://ntfy.sh if this is missing.'),
      token: setting(SETTING_RULES.token).optional().describe('The access token, if the server asks for one.'),
    },
    { error: 'expected a map with the key topic' },
  )
  .describe('A phone, by ntfy.');
/** A high availability cluster has two or three. */
const MOST_INSTANCES = 5;
const INSTANCE_EXPECTED =
  'expected the address of an Alertmanager, such as https://alertmanager-1.company.com, without /api/v2/alerts, user name, password, ? and #';
const alertmanager = z
  .strictObject(
    {
      urls: list(textOrSecret(url(INSTANCE_EXPECTED, isInstance)), 'expected a list of addresses, one of each instance')
        .max(MOST_INSTANCES, { error: `expected at most ${MOST_INSTANCES} addresses` })
        .describe('The address of each instance, without /api/v2/alerts; never that of a load balancer before them.'),
      auth: receiverAuth.optional(),
      headers: headers.optional(),
    },
    { error: 'expected a map with the key urls' },
  )
  .describe('An Alertmanager, with all its instances: its routes, silences and inhibitions apply.');

function isInstance(value: URL): boolean {
  const { username, password, search, hash, pathname } = value;
  const isBare = username === '' && password === '' && search === '' && hash === '';
  return isHttp(value) && isBare && !/\/api\/v\d+(\/alerts)?\/*$/.test(pathname);
}

const eventbridge = z
  .strictObject(
    {
      bus: text(
        EVENT_BUS,
        'expected the name or the ARN of an event bus, such as default or arn:aws:events:eu-central-1:123456789012:event-bus/NAME',
      ).describe("The event bus: a name in the deployment's own account, or an ARN, which may be of another account."),
      region: region
        .optional()
        .describe('Where a bus that is given by its name is; the region of the deployment if this is missing.'),
      changes: z
        .boolean({ error: 'expected true or false' })
        .default(true)
        .describe('Whether changes of version are sent too.'),
    },
    { error: 'expected a map with the key bus' },
  )
  .describe('An event bus of Amazon EventBridge.');

const recipient = mailbox('oncall@company.com');
export const RECIPIENTS_EXPECTED = `expected an address such as oncall@company.com, or a list of up to ${MOST_ADDRESSES}`;

const smtp = z
  .strictObject(
    {
      url: textOrSecret(url(SMTP_EXPECTED, isSmtp)).describe(
        'The mail server, with user and password if it asks for these: smtps:// is TLS from the start, smtp:// has to offer STARTTLS, unless it is on this machine.',
      ),
      from: mailbox('alerts@company.com').describe('The sender of the mails.'),
      to: z
        .union([recipient, list(recipient, RECIPIENTS_EXPECTED).max(MOST_ADDRESSES)], { error: RECIPIENTS_EXPECTED })
        .describe('The recipients of the mails.'),
    },
    { error: 'expected a map with the keys url, from and to' },
  )
  .describe('Mail, by a server of your own: of a watch alone. A deployment sends mail to alerts.subscriptions.');

const receiver = map(
  {
    id: text(RECEIVER_ID, `expected an id such as second-line: letters, digits, dashes, up to ${RECEIVER_ID_LIMIT}`)
      .refine((id) => !isTaken(id), { error: 'expected another id: this one is taken' })
      .describe('Names the receiver. One with another id is a new one, which knows of no incident yet.'),
    pagerduty: pagerduty.optional(),
    webhook: webhook.optional(),
    slack: slack.optional(),
    teams: teams.optional(),
    ntfy: ntfy.optional(),
    alertmanager: alertmanager.optional(),
    eventbridge: eventbridge.optional(),
    smtp: smtp.optional(),
    services: orNull(list(z.string(), 'expected a list of ids')).describe(
      'Only these services, and those of its groups; all if both are missing.',
    ),
    groups: orNull(list(z.string(), 'expected a list of groups')).describe('Only the services of these groups.'),
    events: orNull(list(choice(EVENTS), 'expected a list of events')).describe(
      'Only these events; all if this is missing.',
    ),
    kinds: orNull(list(choice(INCIDENT_KINDS), 'expected a list of kinds')).describe(
      'Only incidents of these kinds; all if this is missing.',
    ),
    severities: orNull(list(choice(SEVERITIES), 'expected a list of severities')).describe(
      'Only services of these severities; all if this is missing.',
    ),
    after: duration(60_000, 86_400_000, '15m')
      .optional()
      .describe('How long an incident has to last before it is notified; at once if this is missing.'),
  },
  'expected a map with an id and one of pagerduty, webhook, slack, teams, ntfy, alertmanager, eventbridge and smtp',
);
export type ReceiverInput = Parsed<typeof receiver>;

export const receivers = list(receiver, 'expected a list of receivers, each with an id')
  .max(MOST_RECEIVERS, { error: `expected at most ${MOST_RECEIVERS} receivers` })
  .describe('Who is notified besides: PagerDuty, webhooks, Slack, Teams, ntfy, Alertmanager, EventBridge, mail.');
