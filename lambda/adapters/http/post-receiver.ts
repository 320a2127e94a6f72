/** A receiver that is notified by HTTP. */

import { createHash, createHmac } from 'node:crypto';
import { reachOf } from '../../core/config/addresses';
import type { ReceiverAccess, ReceiverConfig } from '../../core/config/receivers';
import type { SecretValue } from '../../core/config/secret-value';
import { type ReadSecret, readEachOnce, revealed, unreadable, valueIn } from '../../core/config/secrets';
import { secretsOf as secretsIn, sentValues, withSentValues } from '../../core/config/service-values';
import { BusyError, UnansweredError, UnfitError } from '../../core/deliver/notification-sink';
import type { Receiver } from '../../core/deliver/receiver';
import { receiverFilter, wantsServices } from '../../core/deliver/receiver-filter';
import type { PostRequest, ReceiverForm, ReceiverSettings, Refusal } from '../../core/message/forms/receiver-form';
import type { AskedWithAuth, Authorizer, Credentials } from '../../core/probe/authorization';
import { failureText } from '../../core/probe/classify';
import { secretCleaner } from '../../core/probe/hide-secrets';
import { needsAuthorizer, ownAuthorization } from '../../core/probe/probe-request';
import { revealedValue } from '../../core/probe/revealed-value';
import type { Clock } from '../../core/words/clock';
import { isSuccess } from '../../core/words/http-status';
import { retryAt } from '../../core/words/retry-after';
import { SETTING_RULES } from '../../receivers/setting-rules';
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
  /** How often runs begin, in milliseconds; every minute unless it is given. */
  readonly intervalMs?: number;
  /** For receivers that need a token or a signature; without it they can't be notified. */
  readonly authorizer?: Authorizer;
}

const MINUTE_MS = 60_000;
/**
 * For how many runs what is open counts as open, unless it is sent again: so that no run that is late or missed ends it. Source: Prometheus,
 * rules/alerting.go, `sendAlerts`: "delta := max(interval, resendDelay)", "alert.ValidUntil = ts.Add(4 * delta)"; its flag
 * `--rules.alert.resend-delay` is a minute by default.
 */
const VALID_RUNS = 4;

/**
 * Sends each notification once, in the form of `form`: a failed notification is sent again by the next run. Its errors are those that a
 * `NotificationSink` rejects with, and never contain an address, a key or a token. Secrets are read for each send, and read again once
 * the service has refused them.
 */
export function createReceiver(
  config: ReceiverConfig,
  form: ReceiverForm,
  readSecret: ReadSecret,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  options: PostReceiverOptions = {},
): Receiver {
  const { allowLoopback = false, timeoutMs = TIMEOUT_MS, intervalMs = MINUTE_MS, authorizer } = options;
  let isRefused = false;
  const sendAs: SendAs = async (requestsOf, limitMs = timeoutMs) => {
    const begunAt = clock.elapsed();
    // The time to read the secrets counts too: a run ends in time.
    const leftMs = () => Math.max(1, limitMs - (clock.elapsed() - begunAt));
    const readOnce = readEachOnce(readSecret, isRefused);
    const settings = await readSettings(config.settings, readOnce);
    const given = config.access && (await readAccess(config.access, readOnce));
    const wrong = wrongIn(settings);
    // The settings may have been corrected in the meantime.
    isRefused = wrong.length > 0;
    if (isRefused) throw new Error(wrong.join('; '));
    const validUntil = clock.now() + VALID_RUNS * Math.max(intervalMs, MINUTE_MS);
    const sendOne = async (request: PostRequest) => {
      const address = addressOf(request.url, allowLoopback);
      const { body, method = 'POST' } = request;
      const asked = {
        id: `receiver ${config.id}`,
        statusUrl: address.href,
        timeoutMs: leftMs(),
        post: body,
        method,
        signedHeaders: amazonHeaders(request),
      };
      const access = given === undefined ? NO_ACCESS : await accessOf(given, { ...asked, tls: null }, authorizer);
      const headers = {
        'user-agent': 'statuswatch',
        ...request.headers,
        ...access.headers,
        ...signatureHeaders(request, clock.now()),
      };
      const url = access.url === undefined ? address : new URL(access.url);
      const answer = await post({ url, headers, body, method, timeoutMs: leftMs() });
      isRefused = UNAUTHORIZED.includes(answer.status);
      if (isRefused) authorizer?.dropToken(asked);
      const secrets = [...secretsOf(settings, request, url), ...access.secrets];
      if (!isSuccess(answer.status)) throw refusalOf(answer, secrets, clock.now());
      const refusal = form.refusalIn?.(answer.text) ?? null;
      if (refusal !== null) throw refusalError(refusal, secretCleaner(secrets)(refusal.message));
    };
    const faults: unknown[] = [];
    // A request that is refused says nothing of the others.
    for (const request of requestsOf(settings, validUntil)) {
      await sendOne(request).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
  };
  return {
    id: config.id,
    filter: receiverFilter(config, form.takesAcknowledgements ?? false),
    fits: form.fits ?? (() => true),
    ...(form.isForPeople && { isForPeople: form.isForPeople }),
    ...(form.sendsAlertsAlone && { sendsAlertsAlone: form.sendsAlertsAlone }),
    send: (notification) => sendAs((settings, validUntil) => [form.requestOf(notification, settings, validUntil)]),
    sendNotice: (notice) => sendAs((settings, validUntil) => [form.noticeOf(notice, settings, validUntil)]),
    ...renewalOf(form, sendAs),
    ...changesOf(config, form, sendAs),
  };
}

type SendAs = (
  requestsOf: (settings: ReceiverSettings, validUntil: number) => readonly PostRequest[],
  limitMs?: number,
) => Promise<void>;

function changesOf(config: ReceiverConfig, { changes: form }: ReceiverForm, sendAs: SendAs): Pick<Receiver, 'changes'> {
  if (form === undefined || config.changes === undefined) return {};
  const { most, requestOf } = form;
  return {
    changes: {
      most,
      wants: wantsServices(config),
      send: (versions, limitMs) => sendAs((settings) => [requestOf(versions, settings)], limitMs),
    },
  };
}

function renewalOf({ renewalsOf }: ReceiverForm, sendAs: SendAs): Pick<Receiver, 'renew'> {
  if (renewalsOf === undefined) return {};
  return { renew: (alerts) => sendAs((settings, validUntil) => renewalsOf(alerts, settings, validUntil)) };
}

/** The headers that authorize a request, the secrets in them, which must never be shown, and the address as it was signed. */
type Access = Pick<Credentials, 'headers' | 'secrets' | 'url'>;

const NO_ACCESS: Access = { headers: {}, secrets: [] };

async function accessOf(
  given: ReceiverAccess,
  request: Omit<AskedWithAuth, 'auth'>,
  authorizer: Authorizer | undefined,
): Promise<Access> {
  const { auth } = given;
  const own = Object.entries(given.headers).map(([name, value]) => [
    name.toLowerCase(),
    revealedValue(value, `headers.${name}`),
  ]);
  const authorization = ownAuthorization(auth);
  const found = needsAuthorizer({ auth }) ? await authorized({ ...request, auth }, authorizer) : NO_ACCESS;
  return {
    headers: {
      ...Object.fromEntries(own),
      ...(authorization !== null && { authorization }),
      ...found.headers,
    },
    secrets: [...secretsIn(given), ...found.secrets],
    ...(found.url !== undefined && { url: found.url }),
  };
}

async function authorized(asked: AskedWithAuth, authorizer: Authorizer | undefined): Promise<Access> {
  if (authorizer === undefined) throw new Error(`nothing can authorize it here (auth.${asked.auth?.kind})`);
  const authorization = await authorizer.authorize(asked);
  if (authorization.kind === 'credentials') return authorization;
  const { failure } = authorization;
  throw new Error(`nothing was sent: ${failureText(failure)} (${failure.detail})`);
}

/** The access with the values of its secrets. */
async function readAccess(
  access: ReceiverAccess,
  readOnce: (secret: string) => Promise<string>,
): Promise<ReceiverAccess> {
  const names = sentValues(access).flatMap(([, value]) => (value.kind === 'secret' ? [value.secret] : []));
  const read = names.map(async (name) => [name, await readText(name, readOnce)] as const);
  const texts = new Map(await Promise.all(read));
  return withSentValues(access, (value, form) =>
    value.kind === 'secret' ? revealed(value, valueIn(texts.get(value.secret) ?? '', value, form)) : value,
  );
}

async function readText(secret: string, readOnce: (secret: string) => Promise<string>): Promise<string> {
  try {
    return await readOnce(secret);
  } catch (error) {
    throw new Error(unreadable(secret, error));
  }
}

/** The values of settings. Rejects with an error that names the secret that can't be read. */
export async function readSettings(
  settings: ReceiverConfig['settings'],
  readOnce: (secret: string) => Promise<string>,
): Promise<ReceiverSettings> {
  const reveal = async (setting: SecretValue) =>
    setting.kind === 'secret' ? valueIn(await readText(setting.secret, readOnce), setting) : setting.value;
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

function refusalError({ why }: Refusal, message: string): Error {
  switch (why) {
    case 'unfit':
      return new UnfitError(message);
    case 'busy':
      return new BusyError(message, null);
    case 'unknown':
      return new UnansweredError(message);
    case 'other':
      return new Error(message);
  }
}

/**
 * The headers of a request that a signature has to hold. Source: IAM user guide, "Create a signed AWS API request": "any x-amz-* headers that you
 * plan to include in your request must also be added" to the signed headers.
 */
function amazonHeaders({ headers }: PostRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-')));
}
