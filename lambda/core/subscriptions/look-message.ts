/** What the daily look sends to the others if addresses of the config can't be notified: a text for each protocol. */

import { UNDELIVERED_SECTION } from '../forms/alarm-text';
import { type ChatCard, linkTo } from '../forms/chat-card';
import { subjectLine } from '../forms/mail';
import { grouped } from '../words/in-batches';
import type { TopicRole } from './expected';
import type { Loss, LostAddress } from './lost-addresses';
import { subscribeCommand } from './subscribe-command';

const ADDRESSES_SCHEMA = 'statuswatch.addresses/1';

/** How many addresses a mail and a card list. */
const MOST_LISTED = 20;

/** How each loss is explained to people. */
export const LOSSES: Readonly<Record<Loss, string>> = {
  pending: 'not confirmed; SNS deletes what is not confirmed within two days',
  gone: 'unsubscribed, or deleted because nobody confirmed it',
};

/** What an address does not get from a topic. */
export const MISSED: Readonly<Record<TopicRole, string>> = {
  alerts: 'alerts',
  checkerAlarms: 'the alarms about the checker',
};

const FIRST_LOOK =
  'Subscribe it again with the command in the mail, and confirm by the link that SNS then sends. Deploying the same config again does neither.';

export interface LookMessage {
  readonly subject: string;
  /** JSON: the text of each protocol by its name, and `default` for all others. */
  readonly message: string;
}

interface LookContext {
  readonly deployment: string;
  /** The page of the runbook; `null` if there is none. */
  readonly runbook: string | null;
  readonly topicArns: Readonly<Record<TopicRole, string>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** At least one address is lost. `default` is a document for programs, `email` the text for people, `https` the card of the chat. */
export function lookMessage(lost: readonly LostAddress[], context: LookContext): LookMessage {
  const { deployment, now } = context;
  const addresses = lost.map(({ email, topic, loss }) => ({ email, topic, state: loss }));
  const document = { schema: ADDRESSES_SCHEMA, deployment, at: new Date(now).toISOString(), addresses };
  const headline = headlineOf(lost, context);
  return {
    subject: subjectLine(`[CAN'T NOTIFY] ${headline}`),
    message: JSON.stringify({
      default: JSON.stringify(document),
      email: mailOf(headline, lost, context),
      https: JSON.stringify(cardOf(headline, lost, context)),
    }),
  };
}

/** `oncall@shop.com is not notified by shop`, or how many are not. */
function headlineOf(lost: readonly LostAddress[], { deployment }: LookContext): string {
  const emails = [...new Set(lost.map(({ email }) => email))];
  const who = emails.length === 1 ? `${emails[0]} is` : `${emails.length} addresses are`;
  return `${who} not notified by ${deployment}`;
}

/** A line for each address. */
function linesOf(lost: readonly LostAddress[]): readonly string[] {
  const lines = [...grouped(lost, ({ email, loss }) => `${email} is ${loss} (${LOSSES[loss]})`)].map(
    ([what, its]) => `${what}: it does not get ${its.map(({ topic }) => MISSED[topic]).join(' and ')}`,
  );
  const rest = lines.length - MOST_LISTED;
  return rest > 0 ? [...lines.slice(0, MOST_LISTED), `and ${rest} more`] : lines;
}

function mailOf(
  headline: string,
  lost: readonly LostAddress[],
  { deployment, runbook, topicArns }: LookContext,
): string {
  const commands = lost.slice(0, MOST_LISTED).map((each) => subscribeCommand(each, topicArns[each.topic]));
  return [
    `${headline}.`,
    linesOf(lost).join('\n'),
    FIRST_LOOK,
    commands.join('\n\n'),
    ...(runbook === null ? [] : [`Runbook: ${runbook}#${UNDELIVERED_SECTION}`]),
    `${deployment} · a look at the addresses, once a day`,
  ].join('\n\n');
}

function cardOf(headline: string, lost: readonly LostAddress[], { deployment, runbook }: LookContext): ChatCard {
  return {
    version: '1.0',
    source: 'custom',
    id: `${deployment}/addresses`,
    content: {
      textType: 'client-markdown',
      title: `:warning: ${headline}`.slice(0, 250),
      description: linesOf(lost).join('\n').slice(0, 8_000),
      nextSteps: [
        `Run \`statuswatch doctor --deployed ${deployment}\`: it shows the command that subscribes each address again.`,
        ...(runbook === null ? [] : [linkTo(['Runbook', `${runbook}#${UNDELIVERED_SECTION}`])]),
      ],
      keywords: [deployment],
    },
    metadata: {
      threadId: `${deployment}/addresses`,
      summary: headline,
      eventType: 'addresses',
      relatedResources: [],
      additionalContext: { deployment, reason: 'addresses' },
    },
  };
}
