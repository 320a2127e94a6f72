/** The parsed config as text, with every default filled in and without its secrets. */

import { Document, isScalar, Scalar } from 'yaml';
import type { Config, Deployment, Maintenance, Objective, Service } from '../../lambda/core/config/config';
import type { HeaderValue } from '../../lambda/core/config/header-value';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { StatusPage, StatusPagePlace } from '../../lambda/core/config/status-page';
import { shareText } from '../../lambda/core/incident/objectives/standing';
import { formatDuration } from '../../lambda/core/words/duration';

/**
 * YAML that is a config file itself: read from the same folder, it means the same. Only values of headers and receivers, and parts of
 * them, that the file contains are hidden; those of receivers have to be filled in again. Groups of a receiver are given as their services.
 * The secrets of `config` must still be references, as `loadWhole` leaves them.
 */
export function describeConfig(config: Config, deployment: Deployment): string {
  const { name, intervalMs, concurrency, services, maintenance, metrics, groupFrom, receivers, runbook } = config;
  const { subscriptions, slack, memoryMb, account, region, table, protect, ...rest } = deployment;
  const { statusPage: place, ...deployed } = rest;
  const file = {
    name,
    interval: formatDuration(intervalMs),
    concurrency,
    metrics,
    runbook,
    memory: memoryMb,
    ...deployed,
    deploy: { account, region, table, protect },
    alerts: { groupFrom: groupFrom ?? 'never', subscriptions, slack, receivers: receivers.map(describeReceiver) },
    maintenance: maintenance.map(describeMaintenance),
    statusPage: config.statusPage && describeStatusPage(config.statusPage, place),
    services: services.map(describeService),
  };
  const document = new Document(asWritten(file), { aliasDuplicateObjects: false });
  for (const [index, { statusUrl }] of services.entries()) {
    const baseUrl = document.getIn(['services', index, 'baseUrl'], true);
    if (isScalar(baseUrl)) baseUrl.comment = ` asked: ${statusUrl}`;
  }
  return document.toString({ lineWidth: 0 });
}

function describeReceiver({ id, kind, settings, afterMs, ...filters }: ReceiverConfig): object {
  // PagerDuty's address follows from its region, which the form knows.
  const { url, ...others } = settings;
  const isEu = kind === 'pagerduty' && url !== undefined;
  const values = isEu ? { ...describeValues(others), region: 'eu' } : describeValues(settings);
  return { id, [kind]: values, ...filters, after: afterMs === 0 ? null : formatDuration(afterMs) };
}

function describeStatusPage({ title, url, components }: StatusPage, place: StatusPagePlace | null): object {
  const entries = components.map(({ group, services: [id], name, heading }) => ({
    ...(group === null ? { id } : { group }),
    name,
    under: heading,
  }));
  const { name: domain = null, certificateArn = null } = place?.domain ?? {};
  return { title, url, domain, certificateArn, region: place?.region, services: entries };
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
  const { id, baseUrl, statusUrl, timeoutMs, retry, headers, tls, alerts, ...others } = service;
  const { environment, expectService, requireService, origin, ...further } = others;
  const { objective, conditions, slowMs, maxReportAgeMs, ...rest } = further;
  return {
    id,
    baseUrl,
    timeout: formatDuration(timeoutMs),
    retry: { attempts: retry.attempts, backoff: formatDuration(retry.backoffMs) },
    environment,
    expectService,
    requireService,
    origin,
    ...rest,
    headers: describeValues(headers),
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

/** The conditions with the units that a config file has. */
function describeConditions(conditions: Service['conditions']): object {
  const written = ([key, value]: [string, unknown]) =>
    key.endsWith('Ms') ? [key.slice(0, -2), formatDuration(Number(value))] : [key, value];
  return Object.fromEntries(
    Object.entries(conditions).map(([code, policy]) => [code, Object.fromEntries(Object.entries(policy).map(written))]),
  );
}

function describeValues(values: Readonly<Record<string, HeaderValue>>): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, describeValue(value)]));
}

/** A secret is shown by its name in the file. A literal value is hidden, since it might be a secret too. */
function describeValue(value: HeaderValue): unknown {
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
  if (typeof value !== 'object' || value === null || isScalar(value)) return value;
  if (Array.isArray(value)) return value.map(asWritten);
  const entries = Object.entries(value).map(([key, held]) => [key, asWritten(held)] as const);
  return Object.fromEntries(entries.filter(([, held]) => !isNothing(held)));
}

function isNothing(value: unknown): boolean {
  if (isScalar(value)) return false;
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}
