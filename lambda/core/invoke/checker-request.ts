/** Parses requests to the checker other than runs. Anyone who may invoke the checker can send anything. */

import type { Config, Service } from '../config/config';
import { type AskedPost, askPost, POST_KEYS } from '../documents/public/ask-post';
import { ACK_KEYS, type AskedSilence, askAck, askSilence, SILENCE_KEYS } from '../silences/ask-silence';
import { readSubject, shown } from '../silences/subject';
import { isJsonObject, type JsonObject } from '../words/json';

/** A request to the checker other than a run. */
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
  /** A faulty request. That is not a failure of the checker. */
  | { readonly kind: 'refused'; readonly faults: readonly string[] };

export type PostRequest = Extract<CheckerRequest, { kind: 'post' }>;

/** `asLine`: answer with the text only. */
export type AnswerableRequest<Request extends CheckerRequest = CheckerRequest> = Request & { readonly asLine: boolean };

/** The most services that one request can check. */
export const MOST_ASKED = 50;

/** Each request with its parser and its optional keys. */
const REQUESTS: Readonly<Record<string, readonly [read: ReadRequest, keys?: readonly string[]]>> = {
  drill: [readDrill],
  silence: [readSilence, SILENCE_KEYS],
  ack: [readAck, ACK_KEYS],
  silences: [({ silences }) => (silences === true ? { kind: 'silences' } : refusal('silences', silences, 'true'))],
  unsilence: [({ unsilence: id }) => (isText(id) ? { kind: 'unsilence', id } : refusal('unsilence', id, 'an id'))],
  post: [readPost, POST_KEYS],
  ask: [readAsk, ['once']],
  config: [({ config }) => (config === true ? { kind: 'config' } : refusal('config', config, 'true'))],
};

/**
 * Parses an event, which has exactly one of the keys of `REQUESTS`; with `"as": "line"` its answer is a line of text. A faulty event is
 * `refusal`. `now` is in milliseconds since 1970.
 */
export function readCheckerRequest(raw: unknown, { services }: Config, now: number): AnswerableRequest {
  if (!isJsonObject(raw)) return { ...refusal('the event', raw, 'an object'), asLine: false };
  const { as, ...rest } = raw;
  const asLine = as === 'line';
  const [kind, ...more] = Object.keys(REQUESTS).filter((key) => Object.hasOwn(rest, key));
  const request = kind === undefined || more.length > 0 ? undefined : REQUESTS[kind];
  if (!request) {
    return { ...refusal('the event', raw, `one of the keys ${Object.keys(REQUESTS).join(', ')}`), asLine };
  }
  const [read, keys = []] = request;
  const strange = Object.keys(rest).filter((key) => key !== kind && !keys.includes(key));
  const faults = [
    ...strange.map((key) => `${shown(key)} is not known: expected ${[kind, ...keys, 'as'].join(', ')}`),
    ...(asLine || as === undefined ? [] : refusal('as', as, '"line"').faults),
  ];
  const found = read(rest, services, now);
  if (found.kind === 'refused') faults.push(...found.faults);
  return { ...(faults.length > 0 ? { kind: 'refused', faults } : found), asLine };
}

type ReadRequest = (raw: JsonObject, services: readonly Service[], now: number) => CheckerRequest;

/** Parses the request for a drill; `true` stands for the first service. */
function readDrill({ drill }: JsonObject, services: readonly Service[]): CheckerRequest {
  const service = drill === true ? services[0] : services.find(({ id }) => id === drill);
  if (service) return { kind: 'drill', service };
  const subject = readSubject([drill], serviceIds(services));
  return { kind: 'refused', faults: 'fault' in subject ? [subject.fault] : [] };
}

function readSilence(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = askSilence(raw, serviceIds(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'silence', ...read };
}

function readAck(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = askAck(raw, serviceIds(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'ack', ...read };
}

function readPost(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = askPost(raw, serviceIds(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'post', ...read };
}

function readAsk({ ask, once = false }: JsonObject, services: readonly Service[]): CheckerRequest {
  if (typeof once !== 'boolean') return refusal('once', once, 'true or false');
  const subject = readSubject(ask, serviceIds(services));
  if ('fault' in subject) return { kind: 'refused', faults: [subject.fault] };
  const asked = services.filter(({ id }) => subject.services?.includes(id) ?? true);
  if (asked.length > MOST_ASKED) return refusal('ask', ask, `${MOST_ASKED} services at most`);
  return { kind: 'ask', services: asked, once };
}

function refusal(key: string, value: unknown, expected: string): Extract<CheckerRequest, { kind: 'refused' }> {
  return { kind: 'refused', faults: [`${key} ${shown(value)}: expected ${expected}`] };
}

function serviceIds(services: readonly Service[]): string[] {
  return services.map(({ id }) => id);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
