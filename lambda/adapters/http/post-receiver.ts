/** A receiver that is notified by a POST. */

import { createHash, createHmac } from 'node:crypto';
import { reachOf } from '../../core/config/addresses';
import type { HeaderValue } from '../../core/config/header-value';
import type { ReceiverConfig } from '../../core/config/receivers';
import { type ReadSecret, readEachOnce, unreadable, valueIn } from '../../core/config/secrets';
import { UnfitError } from '../../core/deliver/notification-sink';
import type { Receiver, ReceiverFilter } from '../../core/deliver/receiver';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../core/forms/receiver-form';
import type { Clock } from '../../core/words/clock';
import { EVENTS } from '../../core/words/codes';
import { secretCleaner } from '../../core/words/hide-secrets';
import { isSuccess, type PostAnswer, post } from './post';

/** The limit of one notification, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Statuses that refuse a message for what it holds: another one may be taken. A 400 is not one: it may be about a key, and what is refused stays owed. */
const UNFIT = [413, 422];
/** Statuses that may refuse a key or a token: it may have been replaced. Source: PagerDuty answers 400 to a wrong routing key. */
const UNAUTHORIZED = [400, 401, 403];

export interface PostReceiverOptions {
  /** Also takes plain HTTP, to an address of this machine. */
  readonly allowLoopback?: boolean;
  /** The limit of one notification and of reading its secrets together, in milliseconds; five seconds unless it is given. */
  readonly timeoutMs?: number;
}

/**
 * Sends each notification as `form` has it, once: what failed is sent again by the next run. Its errors are those that a
 * `NotificationSink` rejects with, and never say an address, a key or a token. Secrets are read at each send, and anew once
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
  return {
    id: config.id,
    filter: filterOf(config),
    fits: form.fits ?? (() => true),
    ...(form.isSingle && { isSingle: form.isSingle }),
    send: async (notification) => {
      const begunAt = clock.elapsed();
      const settings = await readSettings(config.settings, readSecret, isRefused);
      const now = clock.now();
      const request = form.requestOf(notification, settings, now);
      const url = addressOf(request, allowLoopback);
      const headers = { 'user-agent': 'statuswatch', ...request.headers, ...signatureHeaders(request, now) };
      // Reading the secrets counts too: a run ends in time.
      const leftMs = Math.max(1, timeoutMs - (clock.elapsed() - begunAt));
      const answer = await post({ url, headers, body: request.body, timeoutMs: leftMs });
      isRefused = UNAUTHORIZED.includes(answer.status);
      if (!isSuccess(answer.status)) throw refusalOf(answer, secretsOf(settings, request, url));
    },
  };
}

function filterOf({ services, events, kinds, severities, afterMs }: ReceiverConfig): ReceiverFilter {
  const ids = services && new Set(services);
  return {
    wants: ({ service, kind, severity }) =>
      (ids?.has(service) ?? true) && (kinds?.includes(kind) ?? true) && (severities?.includes(severity) ?? true),
    events: events ?? EVENTS,
    afterMs,
  };
}

async function readSettings(
  settings: ReceiverConfig['settings'],
  read: ReadSecret,
  anew: boolean,
): Promise<ReceiverSettings> {
  const readOnce = readEachOnce(read, anew);
  const reveal = async (setting: HeaderValue) => {
    if (setting.kind !== 'secret') return setting.value;
    const text = await readOnce(setting.secret).catch((error: unknown) => {
      throw new Error(unreadable(setting.secret, error));
    });
    return valueIn(text, setting);
  };
  const entries = Object.entries(settings).map(async ([name, setting]) => [name, await reveal(setting)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Node's own error of an address holds it. */
function addressOf({ url: text }: PostRequest, allowLoopback: boolean): URL {
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
  if (key.length < 24) throw new Error('its signing secret is not whsec_ and the base64 of 24 to 64 bytes');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signed}` };
}

/** A shorter part of an address, such as `v2`, appears in harmless answers too. */
const SHORTEST_PART = 8;

/** All that an answer must not repeat to people: the settings, and the address as a whole and in its parts. */
function secretsOf(settings: ReceiverSettings, { url: text, headers }: PostRequest, url: URL): readonly string[] {
  const { hostname, pathname, searchParams, username, password } = url;
  const parts = [hostname, ...pathname.split('/'), ...searchParams.values(), username, password];
  const whole = [...Object.values(settings), text, url.href, headers.authorization ?? ''];
  return [...whole.filter((secret) => secret !== ''), ...parts.filter(({ length }) => length >= SHORTEST_PART)];
}

function refusalOf({ status, retryAfter, text }: PostAnswer, secrets: readonly string[]): Error {
  const clean = secretCleaner(secrets);
  const again = status === 429 && retryAfter !== null ? `, Retry-After: ${clean(retryAfter, 40)}` : '';
  const said = clean(text);
  const message = `refused with ${status}${again}${said === '' ? '' : `: ${said}`}`;
  return UNFIT.includes(status) ? new UnfitError(message) : new Error(message);
}
