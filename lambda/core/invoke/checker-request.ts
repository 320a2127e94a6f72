/** Requests to the checker besides runs. It takes only what it knows. Whoever may invoke it can send anything. */

import type { Config, Service } from '../config/config';
import { type AskedPost, askPost, POST_KEYS } from '../documents/public/ask-post';
import { ACK_KEYS, type AskedSilence, askAck, askSilence, SILENCE_KEYS } from '../silences/ask-silence';
import { readSubject, shown } from '../silences/subject';
import { isJsonObject, type JsonObject } from '../words/json';

/** A request to the checker besides a run. */
export type CheckerRequest =
  | { readonly kind: 'drill'; readonly service: Service }
  | { readonly kind: 'silence'; readonly asked: AskedSilence }
  | { readonly kind: 'ack'; readonly asked: AskedSilence }
  | { readonly kind: 'silences' }
  | { readonly kind: 'unsilence'; readonly id: string }
  | { readonly kind: 'post'; readonly asked: AskedPost }
  /** `once`: without the configured retries. */
  | { readonly kind: 'ask'; readonly services: readonly Service[]; readonly once: boolean }
  /** The config that was deployed, for `statuswatch doctor`. */
  | { readonly kind: 'config' }
  /** It asks for nothing that is known. That is the caller's fault, and no failure of the checker. */
  | { readonly kind: 'refused'; readonly faults: readonly string[] };

export type PostRequest = Extract<CheckerRequest, { kind: 'post' }>;

/** `asLine`: whether only the text of the answer is wanted. */
export type AnswerableRequest<Request extends CheckerRequest = CheckerRequest> = Request & { readonly asLine: boolean };

/** How many services can be asked again in a single request. */
export const MOST_ASKED = 50;

/** Each request with what reads it, and with the keys that it may have besides. */
const REQUESTS: Readonly<Record<string, readonly [read: ReadRequest, keys?: readonly string[]]>> = {
  drill: [readDrill],
  silence: [readSilence, SILENCE_KEYS],
  ack: [readAck, ACK_KEYS],
  silences: [({ silences }) => (silences === true ? { kind: 'silences' } : refused('silences', silences, 'true'))],
  unsilence: [({ unsilence: id }) => (isText(id) ? { kind: 'unsilence', id } : refused('unsilence', id, 'an id'))],
  post: [readPost, POST_KEYS],
  ask: [readAsk, ['once']],
  config: [({ config }) => (config === true ? { kind: 'config' } : refused('config', config, 'true'))],
};

/**
 * An event has exactly one of the keys of `REQUESTS`; with `"as": "line"` its answer is a line of text. A mistaken event is read as
 * `refused`. `now` in milliseconds since 1970.
 */
export function readCheckerRequest(raw: unknown, { services }: Config, now: number): AnswerableRequest {
  if (!isJsonObject(raw)) return { ...refused('the event', raw, 'an object'), asLine: false };
  const { as, ...rest } = raw;
  const asLine = as === 'line';
  const [kind, ...more] = Object.keys(REQUESTS).filter((key) => Object.hasOwn(rest, key));
  const request = kind === undefined || more.length > 0 ? undefined : REQUESTS[kind];
  if (!request) {
    return { ...refused('the event', raw, `one of the keys ${Object.keys(REQUESTS).join(', ')}`), asLine };
  }
  const [read, keys = []] = request;
  const strange = Object.keys(rest).filter((key) => key !== kind && !keys.includes(key));
  const faults = [
    ...strange.map((key) => `${shown(key)} is not known: expected ${[kind, ...keys, 'as'].join(', ')}`),
    ...(asLine || as === undefined ? [] : refused('as', as, '"line"').faults),
  ];
  const found = read(rest, services, now);
  if (found.kind === 'refused') faults.push(...found.faults);
  return { ...(faults.length > 0 ? { kind: 'refused', faults } : found), asLine };
}

type ReadRequest = (raw: JsonObject, services: readonly Service[], now: number) => CheckerRequest;

/** `true` is a drill of the first service. */
function readDrill({ drill }: JsonObject, services: readonly Service[]): CheckerRequest {
  const service = drill === true ? services[0] : services.find(({ id }) => id === drill);
  if (service) return { kind: 'drill', service };
  const subject = readSubject([drill], idsOf(services));
  return { kind: 'refused', faults: 'fault' in subject ? [subject.fault] : [] };
}

function readSilence(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = askSilence(raw, idsOf(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'silence', ...read };
}

function readAck(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = askAck(raw, idsOf(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'ack', ...read };
}

function readPost(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = askPost(raw, idsOf(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'post', ...read };
}

function readAsk({ ask, once = false }: JsonObject, services: readonly Service[]): CheckerRequest {
  if (typeof once !== 'boolean') return refused('once', once, 'true or false');
  const subject = readSubject(ask, idsOf(services));
  if ('fault' in subject) return { kind: 'refused', faults: [subject.fault] };
  const asked = services.filter(({ id }) => subject.services?.includes(id) ?? true);
  if (asked.length > MOST_ASKED) return refused('ask', ask, `${MOST_ASKED} services at most`);
  return { kind: 'ask', services: asked, once };
}

function refused(key: string, value: unknown, expected: string): Extract<CheckerRequest, { kind: 'refused' }> {
  return { kind: 'refused', faults: [`${key} ${shown(value)}: expected ${expected}`] };
}

function idsOf(services: readonly Service[]): string[] {
  return services.map(({ id }) => id);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
