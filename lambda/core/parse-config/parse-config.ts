/** Parses the text of `statuswatch.yaml` into a `Config`, or lists all its faults at once. */

import type { z } from 'zod';
import type { Config, Deployment, Service } from '../config/config';
import type { HeaderValue } from '../config/header-value';
import {
  type CommonSettings,
  type ConfigInput,
  commonSettings,
  configSchema,
  type DeploymentSettings,
  deploymentSettings,
  keysAt,
  type ServiceInput,
} from '../schema/config-schema';
import { UNION_OF_MAP } from '../schema/expectation-keys';
import { isPlain } from '../words/literal-secret';
import { crossKeyFaults, subscriptionFaults } from './cross-checks';
import { deployFaults, overlongInvocation, tooManyResources } from './deploy-checks';
import { type ConfigDocument, type ConfigPath, formatPath, readConfigDocument } from './document';
import { buildConditions, buildObjective } from './expectations';
import { type ConfigFault, nearMiss } from './fault';
import { headerValues } from './header-values';
import { buildMaintenance, maintenanceFaults } from './maintenance';
import { type ConfigSource, readAuthorities, readSecrets } from './outside';
import { buildReceivers, receiverFaults } from './receivers';
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
  faults.push(...maintenanceFaults(document), ...receiverFaults(document));
  if (source.deploying) faults.push(...deployFaults(document, source.probing));

  const authorities = readAuthorities(document, source, faults);
  const secrets = readSecrets(document, source, faults);
  if (faults.length > 0 || !parsed.success) return { ok: false, faults: inFileOrder(faults) };
  const context = { document, authorities, secrets };
  const config = buildConfig(parsed.data, commonSettings.parse(document.value), context);
  const deployment = buildDeployment(parsed.data, deploymentSettings.parse(document.value));
  const undeployable = source.deploying
    ? [...overlongInvocation(config, deployment, document), ...tooManyResources(config, deployment, document)]
    : [];
  return undeployable.length > 0 ? { ok: false, faults: undeployable } : { ok: true, config, deployment };
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

const MERGES =
  'merges another map (<<), which YAML 1.2 does not know; expected the keys themselves, or an alias (*name) in place of a whole value';

function unknownKey(path: ConfigPath, document: ConfigDocument): ConfigFault {
  const key = String(path.at(-1));
  if (key === '<<') return { ...document.keyFault(path, MERGES), key: formatPath(path.slice(0, -1)) };
  const known = keysAt(path.slice(0, -1));
  const meant = nearMiss(key, known);
  if (meant) return document.keyFault(path, `is not known; did you mean "${meant}"?`);
  if (keysAt([]).includes(key)) return document.keyFault(path, 'is not known here; it stands at the top level');
  if (keysAt(['services', 0]).includes(key)) {
    return document.keyFault(path, 'is not known here; it stands at a service');
  }
  return document.keyFault(path, `is not known; expected ${known.join(', ')}`);
}

function buildConfig(keys: ConfigInput, common: CommonSettings, context: BuildContext): Config {
  const { name, intervalMs, concurrency, metrics, runbook, maintenance, alerts, services } = keys;
  return {
    name,
    intervalMs,
    concurrency,
    services: services.map((own, index) => buildService(own, index, common, context)),
    maintenance: buildMaintenance(maintenance),
    metrics,
    groupFrom: alerts.groupFrom,
    receivers: buildReceivers(alerts.receivers, services, context),
    runbook,
  };
}

function buildDeployment(keys: ConfigInput, { memory, ...settings }: DeploymentSettings): Deployment {
  const { subscriptions = [], slack } = keys.alerts;
  return { serviceAlarms: defaultAlarms(keys), ...settings, memoryMb: memory, subscriptions, slack };
}

/** Of more services CloudFormation could soon deploy no alarms, and nobody reads so many. */
const MOST_WITH_ALARMS = 500;

function defaultAlarms({ services, metrics }: ConfigInput): Deployment['serviceAlarms'] {
  if (services.length > MOST_WITH_ALARMS) return 'parts';
  // Without metrics of single services their alarms would have no data.
  return metrics !== 'summary';
}

/** What a service sets goes before what all have in common: key by key, also within a map. */
function buildService(own: ServiceInput, index: number, common: CommonSettings, context: BuildContext): Service {
  const tls = own.tls ?? common.tls;
  return {
    ...common,
    expectService: own.id,
    ...own,
    ...addressOf(own.baseUrl, context.document.substitution(['services', index, 'baseUrl'])),
    retry: { ...common.retry, ...own.retry },
    headers: mergeHeaders(
      headerValues(common.headers, ['headers'], context),
      headerValues(own.headers, ['services', index, 'headers'], context),
    ),
    tls: tls === undefined ? null : { ...tls, ca: context.authorities.get(tls.caFile) ?? '' },
    alerts: { ...common.alerts, ...own.alerts },
    objective: buildObjective(common.objective, own.objective),
    conditions: buildConditions(common.conditions, own.conditions),
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

type Headers = Readonly<Record<string, HeaderValue>>;

/** A service's own headers win over the common ones, whatever the case of their names. */
function mergeHeaders(common: Headers, own: Headers): Headers {
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !ownNames.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...own };
}
