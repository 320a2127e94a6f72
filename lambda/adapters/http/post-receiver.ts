/** A receiver that is notified by a POST. */

import { createHash, createHmac } from 'node:crypto';
import { reachOf } from '../../core/config/addresses';
import type { ReceiverConfig } from '../../core/config/receivers';
import type { SecretValue } from '../../core/config/secret-value';
import { type ReadSecret, readEachOnce, unreadable, valueIn } from '../../core/config/secrets';
import { SETTING_RULES } from '../../core/config/setting-rules';
import { BusyError, UnfitError } from '../../core/deliver/notification-sink';
import type { Receiver, ReceiverFilter } from '../../core/deliver/receiver';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../core/message/forms/receiver-form';
import { secretCleaner } from '../../core/probe/hide-secrets';
import type { Clock } from '../../core/words/clock';
import { EVENTS } from '../../core/words/codes';
import { isSuccess } from '../../core/words/http-status';
import { DEPLOYMENT } from '../../core/words/ids';
import { type PostAnswer, post } from './post';

/** The limit of one notification, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Statuses that refuse a message for its content, so another message may be taken. 400 is not among them: it may be about a key, and a refused alert stays pending. */
const UNFIT = [413, 422];
/** The status that asks to send less. Source: RFC 6585, section 4. */
const BUSY = 429;
/** Statuses that may refuse a key or a token: it may have been replaced. Source: PagerDuty answers 400 to a wrong routing key. */
const UNAUTHORIZED = [400, 401, 403];

export interface PostReceiverOptions {
  /** Also takes plain HTTP, to an address of this machine. */
  readonly allowLoopback?: boolean;
  /** The limit of one notification and of reading its secrets together, in milliseconds; five seconds unless it is given. */
  readonly timeoutMs?: number;
}

/**
 * Sends each notification once, in the form of `form`: a failed notification is sent again by the next run. Its errors are those that a
 * `NotificationSink` rejects with, and never contain an address, a key or a token. Secrets are read at each send, and anew once
 * the service has refused them.
 */
export function createReceiver(
  config: ReceiverConfig,
  form: ReceiverForm,
  readSecret: ReadSecret,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  { allowLoopback = false, timeoutMs = TIMEOUT_MS }: PostReceiverOptions = {},
): Receiver {
  let isRefused = false;
  const sendAs = async (requestOf: (settings: ReceiverSettings, now: number) => PostRequest) => {
    const begunAt = clock.elapsed();
    const settings = await readSettings(config.settings, readSecret, isRefused);
    const wrong = wrongIn(settings);
    // The settings may have been corrected in the meantime.
    isRefused = wrong.length > 0;
    if (isRefused) throw new Error(wrong.join('; '));
    const now = clock.now();
    const request = requestOf(settings, now);
    const url = addressOf(request.url, allowLoopback);
    const headers = { 'user-agent': 'statuswatch', ...request.headers, ...signatureHeaders(request, now) };
    // The time to read the secrets counts too: a run ends in time.
    const leftMs = Math.max(1, timeoutMs - (clock.elapsed() - begunAt));
    const answer = await post({ url, headers, body: request.body, timeoutMs: leftMs });
    isRefused = UNAUTHORIZED.includes(answer.status);
    if (!isSuccess(answer.status)) throw refusalOf(answer, secretsOf(settings, request, url), clock.now());
  };
  return {
    id: config.id,
    filter: filterOf(config, form),
    fits: form.fits ?? (() => true),
    ...(form.sendsAlertsAlone && { sendsAlertsAlone: form.sendsAlertsAlone }),
    send: (notification) => sendAs((settings, now) => form.requestOf(notification, settings, now)),
    sendNotice: (notice) => sendAs((settings) => form.noticeOf(notice, settings)),
  };
}

function filterOf(
  { services, events, kinds, severities, afterMs }: ReceiverConfig,
  { takesAcknowledgements }: ReceiverForm,
): ReceiverFilter {
  const ids = services && new Set(services);
  const wanted = events ?? EVENTS;
  return {
    wants: ({ service, kind, severity }) => {
      // A receiver of some services only is not notified about the receivers of other services.
      if (service === DEPLOYMENT) return ids === null;
      return (ids?.has(service) ?? true) && (kinds?.includes(kind) ?? true) && (severities?.includes(severity) ?? true);
    },
    // A receiver takes acknowledgements only of alerts that it was sent.
    events: [...wanted, ...(takesAcknowledgements && wanted.includes('opened') ? (['acknowledged'] as const) : [])],
    afterMs,
  };
}

/** The values of settings. Rejects with an error that names the secret that can't be read. */
export async function readSettings(
  settings: ReceiverConfig['settings'],
  read: ReadSecret,
  anew: boolean,
): Promise<ReceiverSettings> {
  const readOnce = readEachOnce(read, anew);
  const reveal = async (setting: SecretValue) => {
    if (setting.kind !== 'secret') return setting.value;
    const text = await readOnce(setting.secret).catch((error: unknown) => {
      throw new Error(unreadable(setting.secret, error));
    });
    return valueIn(text, setting);
  };
  const entries = Object.entries(settings).map(async ([name, setting]) => [name, await reveal(setting)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** The faults of the settings. They never contain a value. */
function wrongIn(settings: ReceiverSettings): readonly string[] {
  return Object.entries(SETTING_RULES).flatMap(([name, { pattern, expected }]) => {
    const value = settings[name];
    return value === undefined || pattern.test(value) ? [] : [`its ${name} is not right: ${expected}`];
  });
}

/** Node's own error of an address contains the address. */
export function addressOf(text: string, allowLoopback: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:') return url;
  if (allowLoopback && url?.protocol === 'http:' && reachOf(url.href) === 'self') return url;
  throw new Error(`its address does not begin with https://${url === null ? ', or is none' : ''}`);
}

/**
 * Source: Standard Webhooks, spec/standard-webhooks.md: the signature is `v1,` and the base64 of an HMAC-SHA256 of the id, the
 * timestamp and the body with dots between them, so the id must have none. The timestamp is in seconds.
 */
function signatureHeaders({ signature, body }: PostRequest, now: number): Readonly<Record<string, string>> {
  if (signature === undefined) return {};
  const id = `msg_${createHash('sha256').update(signature.id).digest('base64url')}`;
  const timestamp = String(Math.floor(now / 1_000));
  const key = Buffer.from(signature.secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signed}` };
}

/** A shorter part of an address, such as `v2`, appears in harmless answers too. */
const SHORTEST_PART = 8;

/** All that an answer must not repeat to people: the settings, and the address as a whole and in its parts. */
function secretsOf(settings: ReceiverSettings, { url: text, headers }: PostRequest, url: URL): readonly string[] {
  const { hostname, pathname, searchParams, username, password } = url;
  const parts = [hostname, ...pathname.split('/'), ...searchParams.values(), username, password];
  const whole = [...Object.values(settings), text, url.href, headers.authorization ?? '', ...credentialsIn(url)];
  return [...whole.filter((secret) => secret !== ''), ...parts.filter(({ length }) => length >= SHORTEST_PART)];
}

/** User and password of an address, as Node sends them: decoded, and as the value of `Authorization: Basic` (RFC 7617, section 2). */
function credentialsIn({ username, password }: URL): readonly string[] {
  if (username === '' && password === '') return [];
  const user = decoded(username);
  const pass = decoded(password);
  const both = `${user}:${pass}`;
  // A user without a password is a token; with a password it may be any word.
  return [both, Buffer.from(both).toString('base64'), pass === '' ? user : pass];
}

/** Node refuses to send what can't be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refusalOf({ status, retryAfter, text }: PostAnswer, secrets: readonly string[], now: number): Error {
  const clean = secretCleaner(secrets);
  const again = status === BUSY && retryAfter !== null ? `, Retry-After: ${clean(retryAfter, 40)}` : '';
  const cleaned = clean(text);
  const message = `refused with ${status}${again}${cleaned === '' ? '' : `: ${cleaned}`}`;
  if (status === BUSY) return new BusyError(message, retryAt(retryAfter ?? '', now));
  return UNFIT.includes(status) ? new UnfitError(message) : new Error(message);
}

/**
 * The time at which a request may be sent again, in milliseconds since 1970; `null` if `Retry-After` holds no time. Source: RFC 9110,
 * section 10.2.3: it is an HTTP date, or a number of seconds.
 */
function retryAt(retryAfter: string, now: number): number | null {
  const text = retryAfter.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return HTTP_DATE_OR_SECONDS.test(text) && Number.isFinite(at) ? at : null;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, as every sender has to write it (RFC 9110, section 5.6.7), or `120`. */
const HTTP_DATE_OR_SECONDS = /^(?:\d+|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/;
