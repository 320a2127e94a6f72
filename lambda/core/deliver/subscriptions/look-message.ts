/** The message of the daily look if SNS notifies other addresses than the config says: a text for each protocol. */

import { UNDELIVERED_SECTION } from '../../message/forms/alarm-text';
import { type ChatCard, linkTo } from '../../message/forms/chat-card';
import { subjectLine } from '../../message/forms/mail';
import { neutralize, neutralizeEnd } from '../../message/neutralize';
import { cut } from '../../words/clean-text';
import { grouped } from '../../words/in-batches';
import { addressCommand } from './address-commands';
import type { AddressFault, LostAddress } from './address-faults';
import type { TopicRole } from './expected';

const ADDRESSES_SCHEMA = 'statuswatch.addresses/1';

/** How many addresses a mail and a card list. */
const MOST_LISTED = 20;

/** How each loss is explained to people. */
const LOSSES: Readonly<Record<LostAddress['state'], string>> = {
  pending: 'not confirmed; SNS deletes what is not confirmed within two days',
  gone: 'unsubscribed, or deleted because nobody confirmed it',
};

/** The messages of a topic. */
const SENT: Readonly<Record<TopicRole, string>> = {
  alerts: 'alerts',
  checkerAlarms: 'the alarms about the checker',
};

/** How an address is brought into the state that the config asks for; where there are commands they follow. */
export const ADDRESS_ADVICE: Readonly<Record<AddressFault['state'], string>> = {
  gone: 'Run "npx cdk deploy --revert-drift": it subscribes again what is gone. Then confirm by the link that SNS sends. A deployment without that option does not, and a subscription made by hand would be none of the stack\'s.',
  pending: 'This sends the link to an address that is pending once more. Deploying the same config again does not:',
  unexpected:
    'This unsubscribes an address that the config does not name. If it is wanted, write it into the config after that, and deploy:',
};
const STATES = ['gone', 'pending', 'unexpected'] as const;

/** The fault of an address on some topics, in a line. */
export function describeAddress({ email, state }: AddressFault, topics: readonly TopicRole[]): string {
  const sent = topics.map((topic) => SENT[topic]).join(' and ');
  if (state === 'unexpected') return `${email} is not in the config: it gets ${sent}`;
  return `${email} is ${state} (${LOSSES[state]}): it does not get ${sent}`;
}

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

/** A fault or more. `default` is a document for programs, `email` the text for people, `https` the card of the chat. */
export function lookMessage(faults: readonly AddressFault[], context: LookContext): LookMessage {
  const { deployment, now } = context;
  const addresses = faults.map(({ email, topic, state }) => ({ email, topic, state }));
  const document = { schema: ADDRESSES_SCHEMA, deployment, at: new Date(now).toISOString(), addresses };
  const label = faults.some(({ state }) => state !== 'unexpected') ? "CAN'T NOTIFY" : 'NOT IN THE CONFIG';
  return {
    subject: subjectLine(`[${label}] ${headlineOf(faults, context)}`),
    message: JSON.stringify({
      default: JSON.stringify(document),
      email: mailOf(faults, context),
      https: JSON.stringify(cardOf(faults.map(forChat), context)),
    }),
  };
}

/** Anybody who may subscribe can have written an address that the config doesn't name. */
function forChat(fault: AddressFault): AddressFault {
  return fault.state === 'unexpected' ? { ...fault, email: neutralize(fault.email) } : fault;
}

/** `oncall@shop.com is not notified by shop`, or how many are not; if none is lost, who is notified that should not be. */
function headlineOf(faults: readonly AddressFault[], { deployment }: LookContext): string {
  const lost = faults.filter(({ state }) => state !== 'unexpected');
  const emails = [...new Set((lost.length > 0 ? lost : faults).map(({ email }) => email))];
  const who = emails.length === 1 ? `${emails[0]} is` : `${emails.length} addresses are`;
  return `${who} ${lost.length > 0 ? 'not notified' : 'notified'} by ${deployment}`;
}

/** A line for each address. */
function linesOf(faults: readonly AddressFault[]): readonly string[] {
  const lines = [...grouped(faults, ({ email, state }) => `${email} ${state}`).values()].flatMap((its) =>
    its.slice(0, 1).map((first) =>
      describeAddress(
        first,
        its.map(({ topic }) => topic),
      ),
    ),
  );
  const rest = lines.length - MOST_LISTED;
  return rest > 0 ? [...lines.slice(0, MOST_LISTED), `and ${rest} more`] : lines;
}

function mailOf(faults: readonly AddressFault[], context: LookContext): string {
  const { deployment, runbook, topicArns } = context;
  const shown = faults.slice(0, MOST_LISTED);
  const advice = STATES.flatMap((state) => {
    const its = shown.filter((each) => each.state === state);
    const commands = its.flatMap((each) => addressCommand(each, topicArns[each.topic]) ?? []);
    return its.length === 0 ? [] : [ADDRESS_ADVICE[state], ...commands];
  });
  return [
    `${headlineOf(faults, context)}.`,
    linesOf(faults).join('\n'),
    ...advice,
    ...(runbook === null ? [] : [`Runbook: ${runbook}#${UNDELIVERED_SECTION}`]),
    `${deployment} · a look at the addresses, once a day`,
  ].join('\n\n');
}

function cardOf(faults: readonly AddressFault[], context: LookContext): ChatCard {
  const { deployment, runbook } = context;
  const headline = headlineOf(faults, context);
  return {
    version: '1.0',
    source: 'custom',
    id: `${deployment}/addresses`,
    content: {
      textType: 'client-markdown',
      title: neutralizeEnd(cut(`:warning: ${headline}`, 250)),
      description: neutralizeEnd(cut(linesOf(faults).join('\n'), 8_000)),
      nextSteps: [
        `Run \`statuswatch doctor --deployed ${deployment}\`: it shows what to do about each address.`,
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
