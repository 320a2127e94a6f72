/** The faults of a config that show only if several keys are compared, or that would otherwise show at the deployment, or never. */

import { isHttp } from '../../keys/values';
import { formatDuration, parseDuration } from '../../words/duration';
import { type JsonObject, jsonObjectOf } from '../../words/json';
import { longestAttemptMs, worstCaseMs } from '../config';
import { DEFAULTS } from '../schema/config-schema';
import { contractFaults } from './contracts';
import { credentialFaults, rawAuthKind } from './credentials';
import type { ConfigDocument } from './document';
import { halfResponseTimes } from './expectations';
import { type ConfigFault, type ConfigPath, formatPath, nearMiss } from './fault';
import { rawServices } from './raw-services';

/** The ids in lists that are no service's, by the places of the lists. A misspelt id would stand for nothing, unnoticed. */
export function unknownServices(
  document: ConfigDocument,
  lists: readonly (readonly [path: ConfigPath, list: unknown])[],
): ConfigFault[] {
  const ids = rawServices(document).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return lists.flatMap(([path, list]) =>
    (Array.isArray(list) ? list : []).flatMap((id: unknown, place) => {
      if (typeof id !== 'string' || ids.includes(id)) return [];
      const meant = nearMiss(id, ids);
      const expected = `expected the id of a service${meant ? `; did you mean "${meant}"?` : ''}`;
      return [document.fault([...path, place], expected)];
    }),
  );
}

/**
 * Reads the raw content and steps around the keys that the schema has refused (`known`): a typing error in a key must
 * neither hide a fault in another nor cause a second fault.
 */
export function crossKeyFaults(
  document: ConfigDocument,
  known: readonly ConfigFault[],
  probing: 'all' | 'none' | readonly string[],
): ConfigFault[] {
  const refused = new Set(known.map(({ key }) => key));
  return [
    ...duplicateIds(document),
    ...overlongRuns(document, refused),
    ...halfResponseTimes(document, rawServices(document), refused),
    ...repeatedPaths(document),
    ...contractFaults(document, rawServices(document), refused),
    ...alarmsWithoutMetrics(document),
    ...needsFaults(document),
    ...sharedToken(document),
    ...credentialFaults(document),
    ...(probing === 'none' ? [] : placeholderAddresses(document, probing)),
  ];
}

function duplicateIds(document: ConfigDocument): ConfigFault[] {
  const ids = rawServices(document).map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (typeof id !== 'string' || first === index) return [];
    return [document.fault(['services', index, 'id'], `expected a unique id: services[${first}] already has this one`)];
  });
}

/** A service that another needs, by its place in the list of that. */
interface Need {
  /** The index of the service that needs it. */
  readonly from: number;
  readonly place: number;
  /** The index of the service that is needed. */
  readonly to: number;
}

function needsFaults(document: ConfigDocument): ConfigFault[] {
  const services = rawServices(document);
  const lists = services.map(({ needs }, index) => [['services', index, 'needs'], needs] as const);
  return [...unknownServices(document, lists), ...cycleFaults(document)];
}

/** Each need that leads back to a service that is on its way: without it there would be no cycle. */
function cycleFaults(document: ConfigDocument): ConfigFault[] {
  const ids = rawServices(document).map(({ id }) => String(id));
  const needs = knownNeeds(document, ids);
  const left = new Set<number>();
  const faults: ConfigFault[] = [];
  for (const first of needs.keys()) {
    const way: { readonly service: number; next: number }[] = [];
    const enter = (service: number) => way.push({ service, next: 0 });
    if (!left.has(first)) enter(first);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const need = needs[last.service]?.[last.next];
      last.next += 1;
      if (need === undefined) {
        left.add(last.service);
        way.pop();
        continue;
      }
      const start = way.findIndex(({ service }) => service === need.to);
      if (start >= 0)
        faults.push(cycleFault(document, need, [...way.slice(start).map(({ service }) => service), need.to], ids));
      else if (!left.has(need.to)) enter(need.to);
    }
  }
  return faults;
}

function cycleFault(
  document: ConfigDocument,
  { from, place, to }: Need,
  cycle: readonly number[],
  ids: readonly string[],
): ConfigFault {
  const expected =
    from === to
      ? 'expected another service: nothing needs itself'
      : `expected no cycle: ${cycle.map((index) => ids[index]).join(' needs ')}`;
  return document.fault(['services', from, 'needs', place], expected);
}

/** By the index of each service: those of its needs that are services. Of several with the same id, which is a fault too, the first counts. */
function knownNeeds(document: ConfigDocument, ids: readonly string[]): readonly (readonly Need[])[] {
  const indexes = new Map(ids.map((id, index) => [id, index] as const).reverse());
  return rawServices(document).map(({ needs }, from) =>
    (Array.isArray(needs) ? needs : []).flatMap((id: unknown, place): Need[] => {
      const to = indexes.get(String(id));
      return to === undefined ? [] : [{ from, place, to }];
    }),
  );
}

/** Whoever writes the whole address into `baseUrl` would be asked at `/status/status`. */
function repeatedPaths(document: ConfigDocument): ConfigFault[] {
  const common = jsonObjectOf(document.value).path ?? DEFAULTS.path;
  return rawServices(document).flatMap(({ baseUrl, path = common }, index) => {
    if (typeof path !== 'string' || typeof baseUrl !== 'string') return [];
    if (!URL.canParse(baseUrl) || !isHttp(new URL(baseUrl))) return [];
    const added = path.replace(/\?.*$/s, '').replace(/\/+$/, '');
    const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
    if (added === '' || !base.endsWith(added)) return [];
    const expected = `expected only the base address: ${added} is added to it`;
    return [document.fault(['services', index, 'baseUrl'], expected)];
  });
}

/** An alarm on a metric that is never sent would always stay without data. */
function alarmsWithoutMetrics(document: ConfigDocument): ConfigFault[] {
  const { metrics, serviceAlarms } = jsonObjectOf(document.value);
  if (metrics !== 'summary' || serviceAlarms !== true) return [];
  const expected = 'expected false: with "metrics: summary" nothing is sent that an alarm of a service could watch';
  return [document.fault(['serviceAlarms'], expected)];
}

/** Whoever reads the metrics could log in. */
function sharedToken(document: ConfigDocument): ConfigFault[] {
  const page = jsonObjectOf(jsonObjectOf(document.value).page);
  const token = jsonObjectOf(page.token);
  const metricsToken = jsonObjectOf(page.metricsToken);
  const isSame = (name: string) => (token[name] ?? null) === (metricsToken[name] ?? null);
  if (metricsToken.secret === undefined || !isSame('secret') || !isSame('key')) return [];
  return [
    document.fault(['page', 'metricsToken'], 'expected another secret than that of token: whoever has it could log in'),
  ];
}

/** A value that counts for a service, and the key that it comes from. */
interface Setting {
  readonly path: ConfigPath;
  readonly value: unknown;
  readonly isGiven: boolean;
}

function overlongRuns(document: ConfigDocument, refused: ReadonlySet<string>): ConfigFault[] {
  const top = jsonObjectOf(document.value);
  const interval = settingOf(top, [], ['interval'], formatDuration(DEFAULTS.intervalMs));
  return rawServices(document).flatMap((service, index) => {
    const setting = (keys: readonly string[], fallback: unknown) => {
      const own = settingOf(service, ['services', index], keys, fallback);
      return own.isGiven ? own : settingOf(top, [], keys, fallback);
    };
    const timeout = setting(['timeout'], formatDuration(DEFAULTS.timeoutMs));
    const attempts = setting(['retry', 'attempts'], DEFAULTS.retry.attempts);
    const backoff = setting(['retry', 'backoff'], formatDuration(DEFAULTS.retry.backoffMs));
    const settings = [timeout, attempts, backoff, interval];
    if (settings.some(({ path }) => isRefused(path, refused))) return [];
    const auth = rawAuthKind(service.auth ?? top.auth);
    const attemptMs = longestAttemptMs(ms(timeout), auth);
    const worst = worstCaseMs(attemptMs, { attempts: Number(attempts.value), backoffMs: ms(backoff) });
    if (worst <= ms(interval)) return [];
    const { path } = mostSpecific(settings);
    const each = `${timeout.value} each${auth === 'oauth2' ? ', as long again for their tokens,' : ''}`;
    const took = `${attempts.value} attempts of ${each} and the pauses between them can take`;
    const expected =
      path === interval.path
        ? `expected at least ${formatDuration(worst)}: ${took} that long`
        : `expected less: ${took} ${formatDuration(worst)}, longer than the interval of ${interval.value}`;
    return [document.fault(path, expected)];
  });
}

function settingOf(from: JsonObject, base: ConfigPath, keys: readonly string[], fallback: unknown): Setting {
  const found = keys.reduce<unknown>((value, key) => jsonObjectOf(value)[key], from);
  return { path: [...base, ...keys], value: found ?? fallback, isGiven: found !== undefined };
}

function isRefused(path: ConfigPath, refused: ReadonlySet<string>): boolean {
  return path.some((_, depth) => refused.has(formatPath(path.slice(0, depth + 1))));
}

/** The place of a fault: a key of the service before a key of the top level, a given key before a default. */
function mostSpecific(settings: readonly Setting[]): Setting {
  const given = settings.filter(({ isGiven }) => isGiven);
  return given.find(({ path }) => path[0] === 'services') ?? given[0] ?? (settings.at(-1) as Setting);
}

function ms({ value }: Setting): number {
  return parseDuration(String(value)) ?? 0;
}

function placeholderAddresses(document: ConfigDocument, probing: 'all' | readonly string[]): ConfigFault[] {
  return rawServices(document).flatMap(({ id, baseUrl }, index) => {
    const isProbed = probing === 'all' || probing.includes(String(id));
    if (!isProbed || typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return [];
    if (!/(^|\.)example\.com\.?$/.test(new URL(baseUrl).hostname)) return [];
    return [
      document.fault(['services', index, 'baseUrl'], "expected your service's own address in place of the example"),
    ];
  });
}

/**
 * SNS multiplies the values of a filter policy's attributes and takes up to 150.
 * Source: Amazon SNS developer guide, "Filter policy constraints".
 */
const COMBINATIONS = 150;
const FILTERS = ['services', 'events', 'severities'] as const;

/** The faults of `alerts.subscriptions` that would otherwise show at the deployment, or never. */
export function subscriptionFaults(document: ConfigDocument): ConfigFault[] {
  const subscriptions = rawSubscriptions(document);
  return [
    ...repeatedAddresses(subscriptions, document),
    ...unknownServices(
      document,
      subscriptions.map(({ services }, index) => [subscriptionPath(index, 'services'), services]),
    ),
    ...overlongFilters(subscriptions, document),
  ];
}

function rawSubscriptions({ value }: ConfigDocument): readonly JsonObject[] {
  const alerts = jsonObjectOf(value).alerts;
  const subscriptions = jsonObjectOf(alerts).subscriptions;
  return Array.isArray(subscriptions) ? subscriptions.map(jsonObjectOf) : [];
}

function subscriptionPath(index: number, ...keys: ConfigPath): ConfigPath {
  return ['alerts', 'subscriptions', index, ...keys];
}

/** SNS keeps a single subscription for an address, and refuses another with other filters. */
function repeatedAddresses(subscriptions: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const addresses = subscriptions.map(({ email }) => (typeof email === 'string' ? email.toLowerCase() : null));
  return addresses.flatMap((address, index) => {
    const first = addresses.indexOf(address);
    if (address === null || first === index) return [];
    return [
      document.fault(
        subscriptionPath(index, 'email'),
        `expected each address once: subscriptions[${first}] already has this one`,
      ),
    ];
  });
}

function overlongFilters(subscriptions: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  return subscriptions.flatMap((subscription, index) => {
    const lists = FILTERS.map((key) => subscription[key]).filter((list) => Array.isArray(list));
    const combinations = lists.reduce((product, list) => product * new Set(list).size, 1);
    if (combinations <= COMBINATIONS) return [];
    const expected = `expected fewer services, events and severities: SNS takes ${COMBINATIONS} combinations of them, but these are ${combinations}`;
    return [document.fault(subscriptionPath(index), expected)];
  });
}
