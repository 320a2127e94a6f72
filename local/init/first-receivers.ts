/** The receivers that the options of `init` name. */

import { randomInt } from 'node:crypto';
import { SETTING_RULES } from '../../lambda/receivers/setting-rules';
import { UserError } from '../input/user-error';

export interface ReceiverOptions {
  /** A topic, or the address of a topic; `true` for a random topic. */
  readonly ntfy?: string | true;
  /** The address of an incoming webhook. */
  readonly slack?: string;
  readonly webhook?: string;
}

export interface NewReceiver {
  /** The receiver's kind, which is also its id. */
  readonly kind: keyof ReceiverOptions;
  /** Its settings in the file, without secrets. */
  readonly settings: Readonly<Record<string, string>>;
  /** The comment above it in the file. */
  readonly comment: string;
  /** The variable that the file names in place of a secret; `null` if it has none. */
  readonly variable: { readonly name: string; readonly value: string } | null;
  /** Tells a person where to see what was sent. */
  readonly place: string;
}

const NTFY = 'https://ntfy.sh';

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 99 bits: anyone who guesses a topic can read it, and there is no password. */
const RANDOM_LENGTH = 20;

export function randomTopic(): string {
  return `statuswatch-${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** Throws a `UserError` if `ntfy` is no topic. The config's rules apply to the rest. */
export function firstReceivers({ ntfy, slack, webhook }: ReceiverOptions): readonly NewReceiver[] {
  return [
    ...(ntfy === undefined ? [] : [ntfyReceiver(ntfy)]),
    ...(slack === undefined ? [] : [secretReceiver('slack', slack, "Look at the webhook's channel in Slack")]),
    ...(webhook === undefined
      ? []
      : [secretReceiver('webhook', webhook, 'Look at the log of the server, which got two requests')]),
  ];
}

export function ntfyReceiver(given: string | true): NewReceiver {
  const found = given === true ? { topic: randomTopic(), server: NTFY } : topicIn(given);
  if (found === null)
    throw new UserError(
      'nothing was written: --ntfy needs a topic, or its address such as https://ntfy.company.com/TOPIC',
    );
  const { topic, server } = found;
  return {
    kind: 'ntfy',
    settings: { topic, ...(server !== NTFY && { url: server }) },
    comment: ` Anyone who knows the topic can read it. Keep this file private, or write "\${${TOPIC_VARIABLE}}" and set that variable.`,
    variable: null,
    place: `Open ${server}/${topic}, or subscribe to ${topic}${server === NTFY ? '' : ` on ${server}`} in the ntfy app; anyone who knows the topic can read it`,
  };
}

const TOPIC_VARIABLE = 'NTFY_TOPIC';

/** Moves the topic into a variable, for a file that goes into Git. */
export function withoutTopic(receiver: NewReceiver): NewReceiver {
  const { settings } = receiver;
  if (settings.topic === undefined) return receiver;
  return {
    ...receiver,
    settings: { ...settings, topic: `\${${TOPIC_VARIABLE}}` },
    comment: ` Anyone who knows the topic can read it, so it is not in this file: where watch and drill run, set ${TOPIC_VARIABLE}.`,
    variable: { name: TOPIC_VARIABLE, value: settings.topic },
  };
}

function topicIn(given: string): { readonly topic: string; readonly server: string } | null {
  if (SETTING_RULES.topic.pattern.test(given)) return { topic: given, server: NTFY };
  if (!URL.canParse(given)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(given);
  const topic = pathname.slice(1);
  const isPlain = /^https?:$/.test(protocol) && search === '' && hash === '' && username === '';
  return isPlain && SETTING_RULES.topic.pattern.test(topic) ? { topic, server: origin } : null;
}

function secretReceiver(kind: 'slack' | 'webhook', value: string, place: string): NewReceiver {
  const name = `STATUSWATCH_${kind.toUpperCase()}_URL`;
  return {
    kind,
    settings: { url: `\${${name}}` },
    comment: ` Its address is secret, so it is not in this file: where watch and drill run, set ${name}.`,
    variable: { name, value },
    place,
  };
}

/** The variables that the receivers need, for a process that reads the new file at once. */
export function receiverVariables(receivers: readonly NewReceiver[]): Readonly<Record<string, string>> {
  return Object.fromEntries(receivers.flatMap(({ variable }) => (variable ? [[variable.name, variable.value]] : [])));
}
