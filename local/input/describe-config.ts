/** The parsed config as text, with every default filled in and without its secrets. */

import { Document, isNode, isScalar, Scalar } from 'yaml';
import type { Auth, ClientCertificate } from '../../lambda/core/config/auth';
import type { Config, Deployment, Maintenance, Objective, Service } from '../../lambda/core/config/config';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import type { PulseConfig } from '../../lambda/core/config/pulse';
import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { SecretValue } from '../../lambda/core/config/secret-value';
import { shareText } from '../../lambda/core/incident/objectives/standing';
import { formatDuration } from '../../lambda/core/words/duration';
import { withoutQuery } from '../../lambda/core/words/shown-value';
import { type JsonValue, type RequestTemplate, settingAt } from '../../lambda/core/words/template';
import { isShownSetting, receiverKeysOf } from '../../lambda/receivers/kinds';
import { describeStatusPage } from '../../lambda/status-page/config/describe-status-page';

/**
 * YAML that is a config file itself: read from the same folder, it means the same. Only values of headers and receivers, parts of them, and
 * the query of a `tokenUrl`, that the file contains are hidden; those of receivers have to be filled in again. Groups of a receiver are given as their services.
 * The secrets of `config` must still be references, as `loadWhole` leaves them.
 */
export function describeConfig(config: Config, deployment: Deployment): string {
  const {
    name,
    intervalMs,
    concurrency,
    confirmFrom,
    services,
    maintenance,
    metrics,
    groupFrom,
    receivers,
    pulses,
    runbook,
  } = config;
  const { subscriptions, slack, memoryMb, account, region, table, protect, ...deployed } = deployment;
  const file = {
    name,
    interval: formatDuration(intervalMs),
    concurrency,
    confirmFrom,
    metrics,
    runbook,
    memory: memoryMb,
    ...deployed,
    deploy: { account, region, table, protect },
    alerts: { groupFrom: groupFrom ?? 'never', subscriptions, slack, receivers: describeReceivers(receivers) },
    maintenance: maintenance.map(describeMaintenance),
    pulse: pulses.map(describePulse),
    statusPage: config.statusPage && describeStatusPage(config.statusPage),
    services: services.map(describeService),
  };
  const document = new Document(asWritten(file), { aliasDuplicateObjects: false });
  for (const [index, { statusUrl }] of services.entries()) {
    const baseUrl = document.getIn(['services', index, 'baseUrl'], true);
    if (isScalar(baseUrl)) baseUrl.comment = ` checked: ${statusUrl}`;
  }
  return document.toString({ lineWidth: 0 });
}

/** The receivers of one entry stand together. */
function describeReceivers(receivers: readonly ReceiverConfig[]): readonly object[] {
  return receivers.flatMap((receiver, at) => {
    if (receiver.nth !== undefined) return [];
    const end = receivers.findIndex((other, place) => place > at && other.nth === undefined);
    return [describeReceiver(receiver, receivers.slice(at, end === -1 ? undefined : end))];
  });
}

function describeReceiver(receiver: ReceiverConfig, all: readonly ReceiverConfig[]): object {
  const { id, kind, settings, afterMs, access, nth, bus, changes, template, ...filters } = receiver;
  const { keys, each, shownOf } = receiverKeysOf(kind);
  // A setting that is not a key, such as an address by region, follows from one.
  const secret = Object.entries(settings).filter(([key]) => key in keys && !isShownSetting(kind, key));
  const values = {
    ...describeValues(Object.fromEntries(secret)),
    ...shownOf?.(receiver),
    ...(each && { [each.key]: all.map((one) => describeCredential(one.settings[each.setting] as SecretValue)) }),
    ...(access && {
      auth: access.auth && describeAuth(access.auth),
      headers: { ...describeValues(access.headers), ...template?.headers },
    }),
    ...(template && describeTemplate(template, settings)),
  };
  return { id, [kind]: values, ...filters, after: describeAfter(afterMs) };
}

function describeTemplate(template: RequestTemplate, settings: ReceiverConfig['settings']): object {
  const { method, body, on, words, limits, group } = template;
  const settingOf = (path: readonly PropertyKey[]) => settings[settingAt(path)];
  const textsOf = (tree: JsonValue, path: readonly PropertyKey[]): unknown => {
    const setting = settingOf(path);
    if (setting !== undefined) return describeValue(setting);
    if (typeof tree === 'string') return new Scalar(escapeVariables(tree));
    if (Array.isArray(tree)) return tree.map((item, index) => textsOf(item, [...path, index]));
    if (typeof tree !== 'object' || tree === null) return tree;
    return Object.fromEntries(Object.entries(tree).map(([key, held]) => [key, textsOf(held, [...path, key])]));
  };
  // A node keeps what is empty.
  const bodyOf = (tree: JsonValue, path: readonly PropertyKey[]) => new Document(textsOf(tree, path)).contents;
  const onEvent = Object.entries(on).map(([event, request]) => {
    const url = settingOf(['on', event, 'url']);
    const own = request.body === undefined ? undefined : bodyOf(request.body, ['on', event, 'body']);
    return [event, { url: url && describeValue(url), method: request.method, body: own }] as const;
  });
  return { method, body: bodyOf(body, ['body']), on: Object.fromEntries(onEvent), words, limits, group };
}

function describeAfter(afterMs: number): string | null {
  return afterMs === 0 ? null : formatDuration(afterMs);
}

function describePulse({ id, url, failPath }: PulseConfig): object {
  return { id, url: describeValue(url), failPath };
}

function describeMaintenance({ name, services, ...window }: Maintenance): object {
  if (window.kind === 'once') {
    return { name, services, from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
  }
  const { cron, timeZone, lengthMs } = window;
  return { name, services, cron, timeZone, for: formatDuration(lengthMs) };
}

function describeService(service: Service): object {
  const { id, baseUrl, statusUrl, timeoutMs, retry, headers, auth, tls, alerts, ...others } = service;
  const { environment, expectService, requireService, origin, ...further } = others;
  const { objective, conditions, slowMs, maxReportAgeMs, path, contract, words, at, ...rest } = further;
  return {
    id,
    baseUrl,
    path,
    contract,
    ...describeWords(service),
    timeout: formatDuration(timeoutMs),
    retry: { attempts: retry.attempts, backoff: formatDuration(retry.backoffMs) },
    environment,
    ...(contract === 'own' && { expectService, requireService }),
    origin,
    ...rest,
    headers: describeValues(headers),
    auth: auth && describeAuth(auth),
    tls: tls && { caFile: tls.caFile, client: tls.client && describeClient(tls.client) },
    conditions: describeConditions(conditions),
    slow: slowMs && formatDuration(slowMs),
    maxReportAge: maxReportAgeMs && formatDuration(maxReportAgeMs),
    alerts: {
      failureThreshold: alerts.failureThreshold,
      successThreshold: alerts.successThreshold,
      remindEvery: alerts.remindEveryMs === null ? 'never' : formatDuration(alerts.remindEveryMs),
    },
    objective: objective && describeObjective(objective),
  };
}

/** Returns the keys that only some contracts allow. */
function describeWords({ contract, words, at }: Service): object {
  const lists = Object.entries(words ?? {}).filter(([, list]) => list.length > 0);
  return { ...(contract === 'common' && { at }), words: lists.length === 0 ? null : Object.fromEntries(lists) };
}

function describeObjective({ availability, responseTime, windowMs }: Objective): object {
  return {
    availability: availability && asPercentage(availability),
    responseTime: responseTime && {
      under: formatDuration(responseTime.underMs),
      share: asPercentage(responseTime.share),
    },
    window: formatDuration(windowMs),
  };
}

function asPercentage(share: number): string {
  return shareText(share).replace(' ', '');
}

/** The conditions with the units that a config file has. */
function describeConditions(conditions: Service['conditions']): object {
  const written = ([key, value]: [string, unknown]) =>
    key.endsWith('Ms') ? [key.slice(0, -2), formatDuration(Number(value))] : [key, value];
  return Object.fromEntries(
    Object.entries(conditions).map(([code, policy]) => [code, Object.fromEntries(Object.entries(policy).map(written))]),
  );
}

function describeAuth(auth: Auth): object {
  switch (auth.kind) {
    case 'basic':
      return { basic: { user: describeCredential(auth.user), password: describeCredential(auth.password) } };
    case 'bearer':
      return { bearer: describeCredential(auth.token) };
    case 'oauth2': {
      const { kind, clientId, clientSecret, tokenUrl, ...shown } = auth;
      const client = { clientId: describeCredential(clientId), clientSecret: describeCredential(clientSecret) };
      return { oauth2: { tokenUrl: withoutQuery(tokenUrl), ...shown, ...client } };
    }
    case 'sigv4':
      return { sigv4: { service: auth.service, region: auth.region, resource: auth.resource ?? undefined } };
  }
}

function describeClient({ cert, key, passphrase }: ClientCertificate): object {
  return {
    cert: describeCredential(cert),
    key: describeCredential(key),
    passphrase: passphrase && describeCredential(passphrase),
  };
}

/** Of credentials only what is no secret may stand in the file as it is. */
function describeCredential(value: SecretValue): unknown {
  return value.kind === 'literal' ? value.value : describeValue(value);
}

function describeValues(values: Readonly<Record<string, SecretValue>>): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, describeValue(value)]));
}

/** A secret is shown by its name in the file. A literal value is hidden, since it might be a secret too. */
function describeValue(value: SecretValue): unknown {
  switch (value.kind) {
    case 'literal':
      return '(hidden)';
    case 'hidden':
      return new Scalar(value.text);
    case 'secret':
      return { secret: value.secret, key: value.key };
  }
}

/** Leaves out keys without a value, and quotes texts so that they are read back unchanged; a `Scalar` stays as it is. */
function asWritten(value: unknown): unknown {
  if (typeof value === 'string') return escapeVariables(value);
  if (typeof value !== 'object' || value === null || isNode(value)) return value;
  if (Array.isArray(value)) return value.map(asWritten);
  const entries = Object.entries(value).map(([key, held]) => [key, asWritten(held)] as const);
  return Object.fromEntries(entries.filter(([, held]) => !isNothing(held)));
}

function isNothing(value: unknown): boolean {
  if (isNode(value)) return false;
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}
