/** Parses the text of `statuswatch.yaml` into a `Config`, or lists all its faults at once. */

import type { z } from 'zod';
import type { AlertPolicy, Config, Deployment, HeaderValue, Service } from '../config/config';
import { revealed, secretVariable } from '../config/secrets';
import { parseDuration } from '../words/duration';
import { isPlain, secretsAround, shownHeader } from '../words/literal-secret';
import { crossKeyFaults, subscriptionFaults } from './cross-checks';
import { deployFaults, overlongInvocation } from './deploy-checks';
import { type ConfigDocument, type ConfigPath, formatPath, readConfigDocument } from './document';
import { buildConditions, buildObjective, UNION_OF_MAP } from './expectations';
import { type ConfigFault, nearMiss } from './fault';
import { buildMaintenance, maintenanceFaults } from './maintenance';
import { type ConfigSource, readAuthorities, readSecrets } from './outside';
import { type ConfigInput, configSchema, keysAt, type ServiceInput } from './schema';
import type { Substitution } from './variables';

export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly deployment: Deployment }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

/** Parses and checks a config. Pure except for `readCa`; never throws because of the file's content. */
export function parseConfig(source: ConfigSource): ConfigResult {
  const document = readConfigDocument(source.text, source.file, source.environment);
  const faults = [...document.faults];
  if (document.value === undefined) return { ok: false, faults: inFileOrder(faults) };

  const parsed = configSchema.safeParse(document.value);
  if (!parsed.success) faults.push(...schemaFaults(parsed.error.issues, document));
  faults.push(...crossKeyFaults(document, faults, source.probing), ...subscriptionFaults(document));
  faults.push(...maintenanceFaults(document));
  if (source.deploying) faults.push(...deployFaults(document, source.probing));

  const authorities = readAuthorities(document, source, faults);
  const secrets = readSecrets(document, source, faults);
  if (faults.length > 0 || !parsed.success) return { ok: false, faults: inFileOrder(faults) };
  const context = { document, authorities, secrets };
  const config = buildConfig(parsed.data, context);
  const deployment = buildDeployment(parsed.data);
  const overlong = source.deploying ? overlongInvocation(config, deployment, document) : [];
  return overlong.length > 0 ? { ok: false, faults: overlong } : { ok: true, config, deployment };
}

/** The parts of a config that come from outside its file. */
interface BuildContext {
  readonly document: ConfigDocument;
  /** PEM texts by their path. */
  readonly authorities: ReadonlyMap<string, string>;
  /** Values of secrets by the variable that holds them. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Sorts the faults by line and column, and lists each once. If a variable is not set, faults that follow from that are left out. */
function inFileOrder(faults: readonly ConfigFault[]): ConfigFault[] {
  const keyOf = ({ line, column, key, expected }: ConfigFault) => `${line}:${column}:${key}:${expected}`;
  const unset = new Set(faults.filter(({ holds }) => holds?.startsWith('${')).map(({ key }) => key));
  const kept = faults.filter(({ key, holds }) => !unset.has(key) || holds?.startsWith('${'));
  return [...new Map(kept.map((fault) => [keyOf(fault), fault])).values()].sort(
    (left, right) => left.line - right.line || left.column - right.column,
  );
}

/** A misspelt key is one fault; the key that was meant is not listed as missing too. */
function schemaFaults(issues: readonly z.core.$ZodIssue[], document: ConfigDocument): ConfigFault[] {
  const misspelt = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => formatPath([...issue.path, nearMiss(key, keysAt(issue.path)) ?? key]))
        : [],
    ),
  );
  return issues.flatMap((issue) => {
    const meant = issue.code === 'invalid_union' ? issuesOfMap(issue) : [];
    if (meant.length > 0) return schemaFaults(meant, document);
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...issue.path, key], document));
    if (issue.code === 'invalid_key') return [document.keyFault(issue.path, issue.issues[0]?.message ?? issue.message)];
    return misspelt.has(formatPath(issue.path)) ? [] : [document.fault(issue.path, issue.message)];
  });
}

/** If a union has no text of its own, and what it holds is a map: what is wrong with the map, with the whole paths. */
function issuesOfMap({ path, message, errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  if (message !== UNION_OF_MAP) return [];
  const isWithin = (issue: z.core.$ZodIssue) => issue.path.length > 0 || issue.code === 'unrecognized_keys';
  const found = errors.find((issues) => issues.some(isWithin)) ?? [];
  return found.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function unknownKey(path: ConfigPath, document: ConfigDocument): ConfigFault {
  const key = String(path.at(-1));
  const known = keysAt(path.slice(0, -1));
  const meant = nearMiss(key, known);
  if (meant) return document.keyFault(path, `is not known; did you mean "${meant}"?`);
  if (keysAt([]).includes(key)) return document.keyFault(path, 'is not known here; it stands at the top level');
  if (keysAt(['services', 0]).includes(key)) {
    return document.keyFault(path, 'is not known here; it stands at a service');
  }
  return document.keyFault(path, `is not known; expected ${known.join(', ')}`);
}

function buildConfig(input: ConfigInput, context: BuildContext): Config {
  return {
    name: input.name,
    intervalMs: milliseconds(input.interval),
    concurrency: input.concurrency,
    services: input.services.map((entry, index) => buildService(entry, index, input, context)),
    maintenance: buildMaintenance(input.maintenance ?? []),
    metrics: input.metrics,
    groupFrom: input.alerts.groupFrom === 'never' ? null : input.alerts.groupFrom,
    runbook: input.runbook ?? null,
  };
}

function buildDeployment(input: ConfigInput): Deployment {
  const { alerts, network, metrics, servicesPerInvocation, table, terminationProtection, encryption } = input;
  return {
    subscriptions: (alerts.subscriptions ?? []).map(({ email, services, events, severities, checker }) => ({
      email,
      services: services ?? null,
      events: events ?? null,
      severities: severities ?? null,
      checker,
    })),
    slack: alerts.slack ?? null,
    network: network
      ? { ...network, vpcId: network.vpcId ?? null, securityGroupIds: network.securityGroupIds ?? null }
      : null,
    servicesPerInvocation,
    memoryMb: input.memory ?? null,
    // What has been deployed keeps its alarms, as long as there are metrics for them.
    serviceAlarms: input.serviceAlarms ?? metrics !== 'summary',
    dashboard: input.dashboard,
    table,
    terminationProtection,
    encryption: encryption ?? null,
  };
}

function buildService(entry: ServiceInput, index: number, top: ConfigInput, context: BuildContext): Service {
  const caFile = (entry.tls ?? top.tls)?.caFile;
  return {
    id: entry.id,
    ...addressOf(entry.baseUrl, context.document.substitution(['services', index, 'baseUrl'])),
    timeoutMs: milliseconds(entry.timeout ?? top.timeout),
    retry: {
      attempts: entry.retry?.attempts ?? top.retry.attempts,
      backoffMs: milliseconds(entry.retry?.backoff ?? top.retry.backoff),
    },
    environment: entry.environment ?? top.environment ?? null,
    expectService: entry.expectService ?? entry.id,
    requireService: entry.requireService ?? top.requireService,
    origin: originOf(entry.origin ?? top.origin),
    headers: mergeHeaders(
      headerValues(top.headers, ['headers'], context),
      headerValues(entry.headers, ['services', index, 'headers'], context),
    ),
    maxBodyBytes: entry.maxBodyBytes ?? top.maxBodyBytes,
    tls: caFile === undefined ? null : { caFile, ca: context.authorities.get(caFile) ?? '' },
    runbook: entry.runbook ?? null,
    severity: entry.severity,
    group: entry.group ?? null,
    alerts: alertPolicy(entry.alerts ?? {}, top.alerts),
    objective: buildObjective(entry.objective, top.objective),
    conditions: buildConditions(top.conditions, entry.conditions),
    slowMs: optionalMilliseconds(entry.slow ?? top.slow),
    maxReportAgeMs: optionalMilliseconds(entry.maxReportAge ?? top.maxReportAge),
  };
}

function alertPolicy(own: NonNullable<ServiceInput['alerts']>, common: ConfigInput['alerts']): AlertPolicy {
  const remind = own.remindEvery ?? common.remindEvery;
  return {
    failureThreshold: own.failureThreshold ?? common.failureThreshold,
    successThreshold: own.successThreshold ?? common.successThreshold,
    remindEveryMs: remind === 'never' ? null : milliseconds(remind),
  };
}

/** If an address has variables, it is shown as the file has it. */
function addressOf(baseUrl: string, written: Substitution | null): Pick<Service, 'baseUrl' | 'statusUrl' | 'asked'> {
  const url = statusUrl(baseUrl);
  if (written === null) return { baseUrl, statusUrl: url };
  const { origin } = new URL(baseUrl);
  // The message of a network failure shows host and port.
  const isOpen = (value: string) => origin.includes(value) && isPlain(value);
  const secrets = written.values.map((value) => value.replace(origin, '')).filter((value) => !isOpen(value));
  return {
    baseUrl: written.text,
    statusUrl: `${written.text.replace(/\/+$/, '')}/status`,
    asked: { url, secrets },
  };
}

/** `/status` under a base URL with or without a path or trailing slashes. */
export function statusUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/status`;
  return url.href;
}

/** With a trailing slash or its default port, a URL would be no proper `Origin` header. */
function originOf(text: string | undefined): string | null {
  return text === undefined ? null : new URL(text).origin;
}

function optionalMilliseconds(text: string | undefined): number | null {
  return text === undefined ? null : milliseconds(text);
}

function milliseconds(text: string): number {
  const value = parseDuration(text);
  if (value === null) throw new Error(`not a duration: ${text}`);
  return value;
}

type Headers = Record<string, HeaderValue>;

function headerValues(headers: ConfigInput['headers'], path: ConfigPath, context: BuildContext): Headers {
  const entries = Object.entries(headers ?? {}).map(([name, value]): [string, HeaderValue] => {
    if (typeof value !== 'string') return [name, secretHeader(value, context.secrets)];
    const substitution = context.document.substitution([...path, name]);
    if (substitution === null) return [name, { kind: 'literal', value }];
    const { text, values } = substitution;
    const secrets = [...values, ...secretsAround(name, text)];
    return [name, { kind: 'hidden', value, text: shownHeader(name, text), secrets }];
  });
  return Object.fromEntries(entries);
}

function secretHeader(
  { secret, key = null }: { secret: string; key?: string | null | undefined },
  secrets: BuildContext['secrets'],
): HeaderValue {
  const value = secrets.get(secretVariable({ secret, key }));
  return value === undefined ? { kind: 'secret', secret, key } : revealed({ secret, key }, value);
}

/** A service's own headers win over the common ones, whatever the case of their names. */
function mergeHeaders(common: Headers, own: Headers): Headers {
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !ownNames.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...own };
}
