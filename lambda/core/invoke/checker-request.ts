/** Parses requests to the checker other than runs. Anyone who may invoke the checker can send anything. */

import type { Config, Service } from '../config/config';
import {
  ACK_KEYS,
  type RequestedSilence,
  readAckRequest,
  readSilenceRequest,
  SILENCE_KEYS,
} from '../silences/silence-request';
import { readSubject, shown } from '../silences/subject';
import { isJsonObject, type JsonObject } from '../words/json';
import type { AnyAnswer } from './answer';

/** A request to the checker other than a run. */
export type CheckerRequest =
  | { readonly kind: 'drill'; readonly service: Service }
  | { readonly kind: 'silence'; readonly requested: RequestedSilence }
  | { readonly kind: 'ack'; readonly requested: RequestedSilence }
  | { readonly kind: 'silences' }
  | { readonly kind: 'unsilence'; readonly id: string }
  /** `once`: without the configured retries. */
  | { readonly kind: 'ask'; readonly services: readonly Service[]; readonly once: boolean }
  /** The config that was deployed, for `statuswatch doctor`. */
  | { readonly kind: 'config' }
  /** A command of a feature, by its name. */
  | ({ readonly kind: 'command'; readonly name: string } & AnswerableCommand)
  /** A faulty request. That is not a failure of the checker. */
  | { readonly kind: 'refused'; readonly faults: readonly string[] };

/** A command that a feature adds to the requests of every checker. */
export interface Command<Answered extends AnyAnswer = AnyAnswer> {
  /** The other keys that its events may have. */
  readonly keys: readonly string[];
  /** Parses an event. `services` are the ids of the config. */
  readonly read: (
    raw: JsonObject,
    services: readonly string[],
    now: number,
  ) => AnswerableCommand<Answered> | { readonly faults: readonly string[] };
}

interface AnswerableCommand<Answered extends AnyAnswer = AnyAnswer> {
  /** Rejects if the command can't be carried out. */
  readonly answer: () => Promise<Answered>;
}

/** Commands by their names, which are keys of events. */
export type Commands = Readonly<Record<string, Command>>;

/** `asLine`: answer with the text only. */
export type AnswerableRequest<Request extends CheckerRequest = CheckerRequest> = Request & { readonly asLine: boolean };

/** The most services that one request can check. */
export const MOST_ASKED = 50;

/** Each request with its parser and its optional keys. */
const REQUESTS: Readonly<Record<string, RequestRow>> = {
  drill: [readDrill],
  silence: [readSilence, SILENCE_KEYS],
  ack: [readAck, ACK_KEYS],
  silences: [({ silences }) => (silences === true ? { kind: 'silences' } : refusal('silences', silences, 'true'))],
  unsilence: [({ unsilence: id }) => (isText(id) ? { kind: 'unsilence', id } : refusal('unsilence', id, 'an id'))],
  ask: [readAsk, ['once']],
  config: [({ config }) => (config === true ? { kind: 'config' } : refusal('config', config, 'true'))],
};

/**
 * Parses an event, which has exactly one of the keys of `REQUESTS` or the name of one of `commands`; with `"as": "line"` its answer is a line of text. A faulty event is
 * `refusal`. `now` is in milliseconds since 1970.
 */
export function readCheckerRequest(
  raw: unknown,
  { services }: Config,
  now: number,
  commands: Commands = {},
): AnswerableRequest {
  if (!isJsonObject(raw)) return { ...refusal('the event', raw, 'an object'), asLine: false };
  const { as, ...rest } = raw;
  const asLine = as === 'line';
  const requests = { ...REQUESTS, ...Object.fromEntries(Object.entries(commands).map(commandRow)) };
  const [kind, ...more] = Object.keys(requests).filter((key) => Object.hasOwn(rest, key));
  const request = kind === undefined || more.length > 0 ? undefined : requests[kind];
  if (!request) {
    return { ...refusal('the event', raw, `one of the keys ${Object.keys(requests).join(', ')}`), asLine };
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

type RequestRow = readonly [read: ReadRequest, keys?: readonly string[]];
type ReadRequest = (raw: JsonObject, services: readonly Service[], now: number) => CheckerRequest;

function commandRow([name, { keys, read }]: [string, Command]): [string, RequestRow] {
  const readCommand: ReadRequest = (raw, services, now) => {
    const found = read(raw, serviceIds(services), now);
    return 'faults' in found ? { kind: 'refused', ...found } : { kind: 'command', name, ...found };
  };
  return [name, [readCommand, keys]];
}

/** Parses the request for a drill; `true` stands for the first service. */
function readDrill({ drill }: JsonObject, services: readonly Service[]): CheckerRequest {
  const service = drill === true ? services[0] : services.find(({ id }) => id === drill);
  if (service) return { kind: 'drill', service };
  const subject = readSubject([drill], serviceIds(services));
  return { kind: 'refused', faults: 'fault' in subject ? [subject.fault] : [] };
}

function readSilence(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = readSilenceRequest(raw, serviceIds(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'silence', ...read };
}

function readAck(raw: JsonObject, services: readonly Service[], now: number): CheckerRequest {
  const read = readAckRequest(raw, serviceIds(services), now);
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'ack', ...read };
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
