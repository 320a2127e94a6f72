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
/** A topic, or the address of a topic on a server. */
const ADDRESS = /^(?:(https?:\/\/[^/?#@\s]+)\/)?([^/]+)$/;

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 99 bits: anyone who guesses a topic can read it, and there is no password. */
const RANDOM_LENGTH = 20;

export function randomTopic(): string {
  return `statuswatch-${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** With `isShared` the file goes into Git, so it has no topic either. Throws a `UserError` if `ntfy` is no topic. The config's rules apply to the rest. */
export function firstReceivers({ ntfy, slack, webhook }: ReceiverOptions, isShared = false): readonly NewReceiver[] {
  return [
    ...(ntfy === undefined ? [] : [ntfyReceiver(ntfy, isShared)]),
    ...(slack === undefined ? [] : [secretReceiver('slack', slack, "Look at the webhook's channel in Slack")]),
    ...(webhook === undefined
      ? []
      : [secretReceiver('webhook', webhook, 'Look at the log of the server, which got two requests')]),
  ];
}

export function ntfyReceiver(given: string | true, isShared = false): NewReceiver {
  const [, server = NTFY, topic = ''] = ADDRESS.exec(given === true ? randomTopic() : given) ?? [];
  if (!SETTING_RULES.topic.pattern.test(topic))
    throw new UserError(
      'nothing was written: --ntfy needs a topic, or its address such as https://ntfy.company.com/TOPIC',
    );
  const name = 'NTFY_TOPIC';
  const privacy = isShared
    ? `so it is not in this file: where watch and drill run, set ${name}.`
    : `so keep this file private, or write "\${${name}}" and set that variable.`;
  return {
    kind: 'ntfy',
    settings: { topic: isShared ? `\${${name}}` : topic, ...(server !== NTFY && { url: server }) },
    comment: ` Anyone who knows the topic can read it, ${privacy}`,
    variable: isShared ? { name, value: topic } : null,
    place: `Open ${server}/${topic}, or subscribe to ${topic}${server === NTFY ? '' : ` on ${server}`} in the ntfy app; anyone who knows the topic can read it`,
  };
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
