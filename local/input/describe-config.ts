/** The parsed config as text, with every default filled in and without its secrets. */

import { Document, isScalar, Scalar } from 'yaml';
import type { Config, Deployment, HeaderValue, Maintenance, Objective, Service } from '../../lambda/core/config/config';
import { shareText } from '../../lambda/core/objective/share-text';
import { escapeVariables } from '../../lambda/core/parse-config/variables';
import { formatDuration } from '../../lambda/core/words/duration';

/**
 * YAML that is a config file itself: read from the same folder, it means the same. Only header values, and parts of them,
 * that stand in the file are hidden. The secrets of `config` must still be references, as `loadWhole` leaves them.
 */
export function describeConfig(config: Config, deployment: Deployment): string {
  const { name, intervalMs, concurrency, services, maintenance, metrics, groupFrom, runbook } = config;
  const { subscriptions, slack, memoryMb, ...deployed } = deployment;
  const file = {
    ...{ name, interval: formatDuration(intervalMs), concurrency, metrics, runbook, memory: memoryMb, ...deployed },
    alerts: { groupFrom: groupFrom ?? 'never', subscriptions, slack },
    maintenance: maintenance.map(describeMaintenance),
    services: services.map(describeService),
  };
  const document = new Document(asWritten(file), { aliasDuplicateObjects: false });
  for (const [index, { statusUrl }] of services.entries()) {
    const baseUrl = document.getIn(['services', index, 'baseUrl'], true);
    if (isScalar(baseUrl)) baseUrl.comment = ` asked: ${statusUrl}`;
  }
  return document.toString({ lineWidth: 0 });
}

function describeMaintenance({ name, services, ...window }: Maintenance): object {
  if (window.kind === 'once') {
    const [from, to] = [window.from, window.to].map((time) => new Date(time).toISOString());
    return { name, services, from, to };
  }
  const { cron, timeZone, lengthMs } = window;
  return { name, services, cron, timeZone, for: formatDuration(lengthMs) };
}

function describeService(service: Service): object {
  const { id, baseUrl, statusUrl, asked, timeoutMs, retry, headers, tls, alerts, ...others } = service;
  const { environment, expectService, requireService, origin, ...further } = others;
  const { objective, conditions, slowMs, maxReportAgeMs, ...rest } = further;
  return {
    id,
    baseUrl: asked === undefined ? baseUrl : new Scalar(baseUrl),
    timeout: formatDuration(timeoutMs),
    retry: { attempts: retry.attempts, backoff: formatDuration(retry.backoffMs) },
    environment,
    expectService,
    requireService,
    origin,
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, describeHeader(value)])),
    tls: tls && { caFile: tls.caFile },
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

/** Lengths of time are named by their unit in a config that is parsed. */
function describeConditions(conditions: Service['conditions']): object {
  const written = ([key, value]: [string, unknown]) =>
    key.endsWith('Ms') ? [key.slice(0, -2), formatDuration(Number(value))] : [key, value];
  return Object.fromEntries(
    Object.entries(conditions).map(([code, policy]) => [code, Object.fromEntries(Object.entries(policy).map(written))]),
  );
}

/** A secret is shown by its name in the file. A value that the file holds might be a secret too. */
function describeHeader(header: HeaderValue): unknown {
  switch (header.kind) {
    case 'literal':
      return '(hidden)';
    case 'hidden':
      return new Scalar(header.text);
    case 'secret':
      return { secret: header.secret, key: header.key };
  }
}

/** Leaves out keys without a value, and quotes texts so that they are read back unchanged; a `Scalar` is left alone. */
function asWritten(value: unknown): unknown {
  if (typeof value === 'string') return escapeVariables(value);
  if (typeof value !== 'object' || value === null || isScalar(value)) return value;
  if (Array.isArray(value)) return value.map(asWritten);
  const entries = Object.entries(value).map(([key, held]) => [key, asWritten(held)] as const);
  return Object.fromEntries(entries.filter(([, held]) => !isNothing(held)));
}

function isNothing(value: unknown): boolean {
  if (isScalar(value)) return false;
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
