/** Parses the text of `statuswatch.yaml` into a `Config`, or lists all its faults at once. */

import type { z } from 'zod';
import { buildStatusPage, statusPageFaults } from '../../../status-page/config/build-status-page';
import type { ConditionCode, ConditionSettings } from '../../conditions/conditions';
import { isOfSeveral } from '../../keys/compared';
import { nearMiss } from '../../keys/near-miss';
import type { Config, Deployment, Objective, Service } from '../config';
import {
  type CommonSettings,
  type ConfigInput,
  commonSettings,
  type DeploymentSettings,
  deploymentSettings,
  keysAt,
  readKeys,
  type ServiceInput,
  targetSettings,
} from '../schema/config-schema';
import type { ObjectiveKeys } from '../schema/expectation-keys';
import type { SecretValue } from '../secret-value';
import { forContract } from './contracts';
import { buildAuth, buildTls, secretValues } from './credentials';
import { crossKeyFaults } from './cross-checks';
import { deployFaults, overlongInvocation, tooLargeRole, tooManyResources, tooManyShards } from './deploy-checks';
import { type ConfigDocument, readConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, formatPath } from './fault';
import { type ConfigSource, needsVariables, readOutside } from './outside';
import { buildPulses, buildReceivers, plainAddresses } from './receivers';
import { templateFaults, unquotedPlaceholders } from './templates';

export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly deployment: Deployment }
  | {
      readonly ok: false;
      readonly faults: readonly ConfigFault[];
      /** Which deployment the config is about; `null` if a fault leaves that open. */
      readonly target: DeploymentTarget | null;
    };

/** The settings by which a deployment is found in AWS. The account and the region are `null` if the shell has them. */
export type DeploymentTarget = Pick<Config, 'name'> & Pick<Deployment, 'account' | 'region'>;

/** Parses and checks a config. Pure except for `readCa`, `readImage`, `readPem` and `readBase`; never throws because of the file's content. */
export function parseConfig(source: ConfigSource): ConfigResult {
  const document = readConfigDocument({ ...source, needs: (path) => needsVariables(path, source) });
  const faults = [...document.faults];
  const refused = (all: readonly ConfigFault[]): ConfigResult => {
    return { ok: false, faults: inFileOrder(all, document.files), target: targetOf(document, all) };
  };
  if (document.value === undefined) return refused(faults);

  const { input, sound, issues } = readKeys(document.value);
  const { secrets, texts, faults: faultsOutside } = readOutside(document, source);
  const unquoted = unquotedPlaceholders(document).map(formatPath);
  const isUnquoted = ({ key }: ConfigFault) => unquoted.some((path) => key.startsWith(path));
  faults.push(...schemaFaults(issues, document).filter((fault) => !isUnquoted(fault)));
  faults.push(...templateFaults(document, source.deploying ?? false));
  faults.push(...crossKeyFaults(sound, document, faults), ...statusPageFaults(sound, document), ...faultsOutside);
  faults.push(...plainAddresses(document));
  if (source.deploying) faults.push(...deployFaults(sound, document, source.probing));
  if (faults.length > 0 || input === null) return refused(faults);
  const context = { document, texts, secrets };
  const config = buildConfig(input, commonSettings.parse(document.value), context);
  const deployment = buildDeployment(input, deploymentSettings.parse(document.value));
  const undeployable = source.deploying
    ? [overlongInvocation, tooManyShards, tooManyResources, tooLargeRole].flatMap((check) =>
        check(config, deployment, document),
      )
    : [];
  return undeployable.length > 0 ? refused(undeployable) : { ok: true, config, deployment };
}

/** Values from outside the file, for building a config. */
interface BuildContext {
  readonly document: ConfigDocument;
  /** PEM texts, and `data:` URLs of pictures, by the path of their file. */
  readonly texts: ReadonlyMap<string, string>;
  /** Values of secrets by the variable that holds them. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Sorts the faults by file, line and column. A fault that several services share is listed once. */
function inFileOrder(faults: readonly ConfigFault[], files: readonly string[]): ConfigFault[] {
  const single = new Map<string, ConfigFault>();
  for (const fault of faults) {
    const { file, line, column, holds, expected } = fault;
    const name = JSON.stringify([file, line, column, holds, expected]);
    if (!single.has(name)) single.set(name, fault);
  }
  return [...single.values()].sort(
    (left, right) =>
      files.indexOf(left.file) - files.indexOf(right.file) || left.line - right.line || left.column - right.column,
  );
}

const TARGET_KEYS = ['name', 'deploy', 'extends'];

/** Returns the deployment that a faulty config describes. An unknown top-level key may be one of its keys, unless another key was clearly meant. */
function targetOf({ value }: ConfigDocument, faults: readonly ConfigFault[]): DeploymentTarget | null {
  const known = keysAt([]);
  const isOfAnother = ({ key }: ConfigFault) => {
    const [top = ''] = key.split(/[.[]/);
    const meant = known.includes(top) ? top : nearMiss(top, known);
    return meant !== null && !TARGET_KEYS.includes(meant);
  };
  if (!faults.every(isOfAnother)) return null;
  const named = targetSettings.safeParse(value).data;
  return named ? { name: named.name, account: named.deploy.account, region: named.deploy.region } : null;
}

/** Turns issues into faults. A misspelt key is one fault: the key that was meant is not listed as missing too. */
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
    if (issue.code === 'custom' && isOfSeveral(issue.params) && issue.params.about === 'key') {
      return [document.keyFault(issue.path, issue.message)];
    }
    if (issue.code === 'invalid_key') return [document.keyFault(issue.path, issue.issues[0]?.message ?? issue.message)];
    return misspelt.has(formatPath(issue.path)) ? [] : [document.fault(issue.path, issue.message, isOfMap(issue))];
  });
}

function isOfMap(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && ['object', 'record', 'array'].includes(issue.expected);
}

/** Returns the issues within a map or a list in a union, with whole paths. They say more than the text of the union. */
function issuesOfMap({ path, errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  const isWithin = (issue: z.core.$ZodIssue) =>
    issue.path.length > 0 ||
    issue.code === 'unrecognized_keys' ||
    (issue.code === 'custom' && isOfSeveral(issue.params));
  const found = errors.find((issues) => issues.some(isWithin)) ?? [];
  return found.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

/** Other tools have such a key for the HTTP statuses that are healthy. */
const HTTP_CODES = /codes?$|^(?:expect|accept|valid).*status/i;

function unknownKey(path: ConfigPath, document: ConfigDocument): ConfigFault {
  const key = String(path.at(-1));
  const known = keysAt(path.slice(0, -1));
  const meant = nearMiss(key, known);
  if (meant) return document.keyFault(path, `is not known; did you mean "${meant}"?`);
  if (keysAt([]).includes(key)) return document.keyFault(path, 'is not known here; it belongs at the top level');
  if (keysAt(['deploy']).includes(key)) return document.keyFault(path, 'is not known here; it belongs in "deploy"');
  if (keysAt(['services', 0]).includes(key)) {
    return document.keyFault(path, 'is not known here; it belongs to a service');
  }
  if (HTTP_CODES.test(key) && known.includes('contract')) {
    return document.keyFault(path, 'is not known; did you mean "contract: http", which reads the HTTP status alone?');
  }
  return document.keyFault(path, `is not known; expected ${known.join(', ')}`);
}

function buildConfig(keys: ConfigInput, common: CommonSettings, context: BuildContext): Config {
  const { name, intervalMs, concurrency, confirmFrom, metrics, runbook } = keys;
  const { maintenance = [], alerts, pulse, statusPage, services } = keys;
  return {
    name,
    intervalMs,
    concurrency,
    confirmFrom,
    services: services.map((own, index) => buildService(own, index, common, context)),
    maintenance,
    metrics,
    groupFrom: alerts.groupFrom,
    receivers: buildReceivers(alerts.receivers, services, context),
    pulses: buildPulses(pulse, context),
    runbook,
    statusPage: buildStatusPage(statusPage, services, context.texts),
  };
}

function buildDeployment(keys: ConfigInput, { memory, deploy, ...settings }: DeploymentSettings): Deployment {
  const { subscriptions = [], slack } = keys.alerts;
  return { ...settings, ...deploy, memoryMb: memory, subscriptions, slack };
}

/** Builds a service. Its own settings win over the common settings, key by key, also within a map. */
function buildService(own: ServiceInput, index: number, common: CommonSettings, context: BuildContext): Service {
  return forContract({
    ...common,
    expectService: own.id,
    ...own,
    statusUrl: statusUrl(own.baseUrl, own.path ?? common.path),
    retry: { ...common.retry, ...own.retry },
    headers: mergeHeaders(
      secretValues(common.headers, ['headers'], context),
      secretValues(own.headers, ['services', index, 'headers'], context),
    ),
    auth: buildAuth(common, own, ['services', index], context),
    tls: buildTls(common, own, ['services', index], context),
    alerts: { ...common.alerts, ...own.alerts },
    objective: buildObjective(common.objective, own.objective),
    conditions: buildConditions(common.conditions, own.conditions),
  });
}

/** Joins a base URL, with or without a path or trailing slashes, and a path with its query. */
export function statusUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}${path}`;
}

type Headers = Readonly<Record<string, SecretValue>>;

/** A service's own headers win over the common headers, whatever the case of their names. */
function mergeHeaders(common: Headers, own: Headers): Headers {
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !ownNames.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...own };
}

const DEFAULT_WINDOW_MS = 30 * 86_400_000;

/** The objective of a service, its own keys before the common; `null` if no share is set. */
function buildObjective(common: ObjectiveKeys = {}, own: ObjectiveKeys = {}): Objective | null {
  const { availability = null, windowMs = DEFAULT_WINDOW_MS } = { ...common, ...own };
  const { underMs, share = null } = { ...common.responseTime, ...own.responseTime };
  const responseTime = share === null || underMs === undefined ? null : { underMs, share };
  return availability === null && responseTime === null ? null : { availability, responseTime, windowMs };
}

/** The condition settings of a service; each figure of its own replaces the common figure. */
function buildConditions(common: ConditionSettings = {}, own: ConditionSettings = {}): ConditionSettings {
  const codes = [...new Set([...Object.keys(common), ...Object.keys(own)])] as ConditionCode[];
  return Object.fromEntries(codes.map((code) => [code, { ...common[code], ...own[code] }]));
}
