/** Who is notified first by a new config: the receivers that the options of `init` name, and where a person sees that they are. */

import { randomInt } from 'node:crypto';
import { stringify } from 'yaml';
import { parseConfig } from '../../lambda/core/config/parse/parse-config';
import { SETTING_RULES } from '../../lambda/core/config/setting-rules';

export interface ReceiverOptions {
  /** A topic, or the address of a topic; `true` for a random topic. */
  readonly ntfy?: string | true;
  /** The address of an incoming webhook. */
  readonly slack?: string;
  readonly webhook?: string;
}

export type FirstKind = keyof ReceiverOptions;
export const FIRST_KINDS = ['ntfy', 'slack', 'webhook'] as const satisfies readonly FirstKind[];

export interface NewReceiver {
  /** Its kind is its id too. */
  readonly kind: FirstKind;
  /** Its settings as the file has them: without its secret. */
  readonly settings: Readonly<Record<string, string>>;
  /** The comment above it in the file. */
  readonly comment: string;
  /** The variable that the file names in place of a secret; `null` if it has none. */
  readonly variable: { readonly name: string; readonly value: string } | null;
  /** Where a person sees what it was sent. */
  readonly place: string;
}

const NTFY = 'https://ntfy.sh';
const NTFY_EXPECTED =
  'expected a topic, or its whole address such as https://ntfy.company.com/TOPIC; without a topic, name it after the addresses of the services';

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 99 bits: whoever guesses a topic reads it, and nothing asks for a password. */
const RANDOM_LENGTH = 20;

export function randomTopic(): string {
  return `statuswatch-${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** The receivers that the options name, or what is wrong with them. A fault never contains an address. */
export function firstReceivers(options: ReceiverOptions): {
  readonly receivers: readonly NewReceiver[];
  readonly faults: readonly string[];
} {
  const receivers: NewReceiver[] = [];
  const faults: string[] = [];
  for (const kind of FIRST_KINDS) {
    const given = options[kind];
    if (given === undefined) continue;
    const receiver = kind === 'ntfy' ? ntfyReceiver(given) : secretReceiver(kind, String(given));
    const fault = receiver === null ? NTFY_EXPECTED : faultOf(receiver);
    if (fault !== null) faults.push(`--${kind} is not right: ${fault}`);
    else if (receiver !== null) receivers.push(receiver);
  }
  return { receivers, faults };
}

/** `null` if the text is neither a topic nor the address of a topic. */
export function ntfyReceiver(given: string | true): NewReceiver | null {
  const found = given === true ? { topic: randomTopic(), server: NTFY } : topicIn(given);
  if (found === null) return null;
  const { topic, server } = found;
  return {
    kind: 'ntfy',
    settings: { topic, ...(server !== NTFY && { url: server }) },
    comment: ` Anyone who knows the topic can read it. Keep this file private, or write "\${${TOPIC_VARIABLE}}" and set that variable.`,
    variable: null,
    place: `Open ${server}/${topic}, or subscribe to ${topic}${server === NTFY ? '' : ` on ${server}`} in the app ntfy of a phone; whoever knows the topic reads it`,
  };
}

const TOPIC_VARIABLE = 'NTFY_TOPIC';

/** The same receiver with its topic in a variable, for a file that goes into Git. */
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

/** Whether the file has the topic itself. */
export function hasTopic({ settings, variable }: NewReceiver): boolean {
  return settings.topic !== undefined && variable === null;
}

function topicIn(given: string): { readonly topic: string; readonly server: string } | null {
  if (SETTING_RULES.topic.pattern.test(given)) return { topic: given, server: NTFY };
  if (!URL.canParse(given)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(given);
  const topic = pathname.slice(1);
  const isPlain = /^https?:$/.test(protocol) && search === '' && hash === '' && username === '';
  return isPlain && SETTING_RULES.topic.pattern.test(topic) ? { topic, server: origin } : null;
}

const PLACES: Readonly<Record<'slack' | 'webhook', string>> = {
  slack: 'Look at the channel of the webhook in Slack',
  webhook: 'Look at the log of the server behind it, which got two requests',
};

function secretReceiver(kind: 'slack' | 'webhook', value: string): NewReceiver {
  const name = `STATUSWATCH_${kind.toUpperCase()}_URL`;
  return {
    kind,
    settings: { url: `\${${name}}` },
    comment: ` Its address is secret, so it is not in this file: where watch and drill run, set ${name}.`,
    variable: { name, value },
    place: PLACES[kind],
  };
}

/** The fault of its settings, in the words of the config's faults. */
function faultOf({ kind, settings, variable }: NewReceiver): string | null {
  const services = [{ id: 'a', baseUrl: 'https://a.internal' }];
  const text = stringify({ alerts: { receivers: [{ id: kind, [kind]: settings }] }, services }, { lineWidth: 0 });
  const environment = variable === null ? {} : { [variable.name]: variable.value };
  const result = parseConfig({ file: '', text, environment, readCa: () => '', probing: 'none', notifying: true });
  return result.ok ? null : result.faults.map(({ expected }) => expected).join('; ');
}

/** The variables that the receivers need, for a process that reads the new file at once. */
export function variablesOf(receivers: readonly NewReceiver[]): Readonly<Record<string, string>> {
  return Object.fromEntries(receivers.flatMap(({ variable }) => (variable ? [[variable.name, variable.value]] : [])));
}
