/** The parsed config as text, with every default filled in and without its secrets. */

import { Document, isNode, isScalar, Scalar } from 'yaml';
import type { Auth } from '../../lambda/core/config/auth';
import type { Config, Deployment, Maintenance, Objective, Service } from '../../lambda/core/config/config';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { SecretValue } from '../../lambda/core/config/secret-value';
import { changeValues } from '../../lambda/core/config/service-values';
import { shareText } from '../../lambda/core/incident/objectives/standing';
import { formatDuration } from '../../lambda/core/words/duration';
import { isJsonObject } from '../../lambda/core/words/json';
import { withoutQuery } from '../../lambda/core/words/shown-value';
import { type JsonValue, type RequestTemplate, settingAt } from '../../lambda/core/words/template';
import { isShownSetting, receiverKeysOf } from '../../lambda/receivers/kinds';
import { describeStatusPage } from '../../lambda/status-page/config/describe-status-page';

/** A config with the keys of its file, as a document of YAML. */
function documentOf(config: Config, deployment: Deployment): Document {
  const { services, maintenance, groupFrom, receivers, pulses, statusPage, ...settings } = config;
  const { subscriptions, slack, memoryMb, account, region, table, protect, ...deployed } = deployment;
  const file = {
    ...settings,
    memory: memoryMb,
    ...deployed,
    deploy: { account, region, table, protect },
    alerts: { groupFrom: groupFrom ?? 'never', subscriptions, slack, receivers: describeReceivers(receivers) },
    maintenance: maintenance.map(describeMaintenance),
    pulse: pulses.map((pulse) => changeValues(pulse, describeValue)),
    statusPage: statusPage && describeStatusPage(statusPage),
    services: services.map(describeService),
  };
  return new Document(asWritten(file), { aliasDuplicateObjects: false });
}

/**
 * YAML that is a config file itself: read from the same folder, it means the same. Only values of headers and receivers, parts of them, and
 * the query of a `tokenUrl`, that the file contains are hidden; those of receivers have to be filled in again. Groups of a receiver are given as their services.
 * The secrets of `config` must still be references, as `loadWhole` leaves them.
 */
export function describeConfig(config: Config, deployment: Deployment): string {
  const document = documentOf(config, deployment);
  for (const [index, { statusUrl }] of config.services.entries()) {
    const baseUrl = document.getIn(['services', index, 'baseUrl'], true);
    if (isScalar(baseUrl)) baseUrl.comment = ` checked: ${statusUrl}`;
  }
  return document.toString({ lineWidth: 0 });
}

/**
 * Returns the config as data that can be compared key by key, for the doctor, and for the template, so that `cdk diff` shows the changes. The same values
 * are hidden. Services are named by their ids, maintenance by its name, addresses by themselves.
 */
export function configShape(config: Config, deployment: Deployment): unknown {
  return byName(documentOf(config, deployment).toJS());
}

/** Turns lists of named elements into maps, so that a new service does not make all others after it differ. */
function byName(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = value.map((each) => (isJsonObject(each) ? (each.id ?? each.email ?? each.name) : undefined));
    if (names.length === 0 || names.includes(undefined)) return value;
    return Object.fromEntries(value.map((each, index) => [String(names[index]), byName(each)]));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, byName(held)]));
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
    ...changeValues(Object.fromEntries(secret), describeValue),
    ...shownOf?.(receiver),
    ...(each && { [each.key]: all.map((one) => describeCredential(one.settings[each.setting] as SecretValue)) }),
    ...(access && {
      auth: access.auth && describeAuth(access.auth),
      headers: { ...changeValues(access.headers, describeValue), ...template?.headers },
    }),
    ...(template && describeTemplate(template, settings)),
  };
  return { id, [kind]: values, ...filters, afterMs: afterMs || null };
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

function describeMaintenance({ kind, ...window }: Maintenance): object {
  if ('from' in window)
    return { ...window, from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
  const { lengthMs: forMs, ...repeating } = window;
  return { ...repeating, forMs };
}

function describeService(service: Service): object {
  const { id, baseUrl, path, contract, statusUrl, at, expectService, requireService, ...others } = service;
  const { headers, auth, tls, alerts, objective } = others;
  return {
    id,
    baseUrl,
    path,
    contract,
    ...(contract === 'common' && { at }),
    ...(contract === 'own' && { expectService, requireService }),
    ...others,
    headers: changeValues(headers, describeValue),
    auth: auth && describeAuth(auth),
    tls: tls && { caFile: tls.caFile, client: tls.client && changeValues(tls.client, describeCredential) },
    alerts: { ...alerts, ...(alerts.remindEveryMs === null && { remindEvery: 'never' }) },
    objective: objective && describeObjective(objective),
  };
}

function describeObjective({ availability, responseTime, ...others }: Objective): object {
  return {
    availability: availability && asPercentage(availability),
    responseTime: responseTime && { ...responseTime, share: asPercentage(responseTime.share) },
    ...others,
  };
}

function asPercentage(share: number): string {
  return shareText(share).replace(' ', '');
}

function describeAuth(auth: Auth): object {
  if (auth.kind === 'bearer') return { bearer: describeCredential(auth.token) };
  const { kind, ...keys } = auth.kind === 'oauth2' ? { ...auth, tokenUrl: withoutQuery(auth.tokenUrl) } : auth;
  return { [kind]: changeValues(keys, describeCredential) };
}

/** Of credentials only what is no secret may stand in the file as it is. */
function describeCredential(value: SecretValue): unknown {
  return value.kind === 'literal' ? value.value : describeValue(value);
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

/**
 * Leaves out keys without a value, writes lengths of time as in a file, such as `timeoutMs: 5000` as `timeout: 5s`, and quotes texts so that they are
 * read back unchanged; a `Scalar` stays as it is.
 */
function asWritten(value: unknown): unknown {
  if (typeof value === 'string') return escapeVariables(value);
  if (typeof value !== 'object' || value === null || isNode(value)) return value;
  if (Array.isArray(value)) return value.map(asWritten);
  const entries = Object.entries(value).map(([key, held]) =>
    typeof held === 'number' && key.endsWith('Ms')
      ? ([key.slice(0, -2), formatDuration(held)] as const)
      : ([key, asWritten(held)] as const),
  );
  return Object.fromEntries(entries.filter(([, held]) => !isNothing(held)));
}

function isNothing(value: unknown): boolean {
  if (isNode(value)) return false;
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}
