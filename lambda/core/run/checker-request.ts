/** The event that the checker is invoked with. It takes only those that it knows. Whoever may invoke it can send anything. */

import type { Config, Service } from '../config/config';
import { type Part, WHOLE } from '../config/part';
import { type AskedPost, askPost, POST_KEYS } from '../post/ask-post';
import { ACK_KEYS, type AskedSilence, askAck, askSilence, SILENCE_KEYS } from '../silence/ask-silence';
import { readSubject, shown } from '../silence/subject';
import { isJsonObject, type JsonObject } from '../words/json';

/** What a caller wants of the checker besides a run. */
export type CheckerRequest =
  | { readonly kind: 'drill'; readonly service: Service }
  | { readonly kind: 'silence'; readonly asked: AskedSilence }
  | { readonly kind: 'ack'; readonly asked: AskedSilence }
  | { readonly kind: 'silences' }
  | { readonly kind: 'unsilence'; readonly id: string }
  | { readonly kind: 'post'; readonly asked: AskedPost }
  | { readonly kind: 'unpost'; readonly id: string }
  | { readonly kind: 'ask'; readonly services: readonly Service[] }
  /** What was deployed, for `statuswatch doctor`. */
  | { readonly kind: 'config' }
  /** It asks for nothing that is known. That is the caller's fault, and no failure of the checker. */
  | { readonly kind: 'refused'; readonly faults: readonly string[] };

export type PostRequest = Extract<CheckerRequest, { kind: 'post' | 'unpost' }>;

/** A run of a part; `due` is when its schedule wanted it, in milliseconds since 1970, if it may be another try of it. */
export interface RunEvent extends Part {
  readonly due?: number;
}

/** `asLine`: whether only the text of the answer is wanted. */
export type CheckerEvent = ({ readonly kind: 'run' } & RunEvent) | (CheckerRequest & { readonly asLine: boolean });

const RUN_KEYS: readonly string[] = ['shard', 'shards', 'due'];

/** How many services can be asked again in one request. */
export const MOST_ASKED = 50;

/** Each request with what reads it, and with the keys that it may have besides. */
const REQUESTS: Readonly<Record<string, readonly [read: ReadRequest, keys?: readonly string[]]>> = {
  drill: [readDrill],
  silence: [readSilence, SILENCE_KEYS],
  ack: [readAck, ACK_KEYS],
  silences: [({ silences }) => (silences === true ? { kind: 'silences' } : refused('silences', silences, 'true'))],
  unsilence: [({ unsilence: id }) => (isText(id) ? { kind: 'unsilence', id } : refused('unsilence', id, 'an id'))],
  post: [readPost, POST_KEYS],
  unpost: [({ unpost: id }) => (isText(id) ? { kind: 'unpost', id } : refused('unpost', id, 'an id'))],
  ask: [readAsk],
  config: [({ config }) => (config === true ? { kind: 'config' } : refused('config', config, 'true'))],
};

/**
 * `{ "shard": 1, "shards": 3 }` is a run of a part, `{}` or no event a run of all; `"due"` may say when it was due. Each other event has exactly one of the
 * keys of `REQUESTS`; with `"as": "line"` its answer is one line of text. Rejects nothing but a run of a part that
 * can't be: that comes from the schedule, and a run that does not take place must not pass for one. `now` in
 * milliseconds since 1970. A run needs no service of the config if `serviceCount` is given: of a fleet they are not read then.
 */
export function readCheckerEvent(
  event: unknown,
  config: Pick<Config, 'services'>,
  now: number,
  serviceCount = config.services.length,
): CheckerEvent {
  const raw = event ?? {};
  if (isJsonObject(raw) && Object.keys(raw).every((key) => RUN_KEYS.includes(key))) return readPart(raw, serviceCount);
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
  const found = read(rest, config.services, now);
  if (found.kind === 'refused') faults.push(...found.faults);
  return { ...(faults.length > 0 ? { kind: 'refused', faults } : found), asLine };
}

/** Whether a request is about what is published. */
export function isAboutPosts<Request extends { readonly kind: string }>(
  request: Request,
): request is Extract<Request, { kind: 'post' | 'unpost' }> {
  return request.kind === 'post' || request.kind === 'unpost';
}

type ReadRequest = (raw: JsonObject, services: readonly Service[], now: number) => CheckerRequest;

/** There are never more parts than services. A run whose time can't be read takes place all the same. */
function readPart({ shard = WHOLE.shard, shards = WHOLE.shards, due }: JsonObject, services: number): CheckerEvent {
  const at = isText(due) ? Date.parse(due) : Number.NaN;
  if (isCount(shard) && isCount(shards) && shard < shards && shards <= services)
    return { kind: 'run', shard, shards, ...(Number.isFinite(at) && { due: at }) };
  const given = shown({ shard, shards });
  throw new Error(`expected "shard" below "shards", both whole numbers, and ${services} shards at most, not ${given}`);
}

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

function readPost(raw: JsonObject, services: readonly Service[]): CheckerRequest {
  const read = askPost(raw, idsOf(services));
  return 'faults' in read ? { kind: 'refused', ...read } : { kind: 'post', ...read };
}

function readAsk({ ask }: JsonObject, services: readonly Service[]): CheckerRequest {
  const subject = readSubject(ask, idsOf(services));
  if ('fault' in subject) return { kind: 'refused', faults: [subject.fault] };
  const asked = services.filter(({ id }) => subject.services?.includes(id) ?? true);
  if (asked.length > MOST_ASKED) return refused('ask', ask, `${MOST_ASKED} services at most`);
  return { kind: 'ask', services: asked };
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

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
