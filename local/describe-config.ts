/** The config as understood, every default filled in, without its secrets. */

import { stringify } from 'yaml';
import type { Config, Deployment, HeaderValue, Service } from '../lambda/core/config';
import { formatDuration } from '../lambda/core/duration';
import { secretText } from '../lambda/core/secrets';

/** YAML that reads like the config file. Header values are hidden unless they name the variable they come from. */
export function describeConfig(
  { name, intervalMs, concurrency, services, metrics, runbook }: Config,
  { subscriptions, slack, network, servicesPerInvocation }: Deployment,
): string {
  const interval = formatDuration(intervalMs);
  const deployed = { metrics, servicesPerInvocation, runbook, network, alerts: { subscriptions, slack } };
  return stringify(
    { name, interval, concurrency, ...deployed, services: services.map(describeService) },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

function describeService(service: Service): object {
  const { id, baseUrl, statusUrl, timeoutMs, retry, headers, tls, alerts, ...rest } = service;
  return {
    id,
    baseUrl,
    statusUrl,
    timeout: formatDuration(timeoutMs),
    retry: { attempts: retry.attempts, backoff: formatDuration(retry.backoffMs) },
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, describeHeader(value)])),
    tls: tls && { caFile: tls.caFile },
    alerts: {
      failureThreshold: alerts.failureThreshold,
      successThreshold: alerts.successThreshold,
      remindEvery: alerts.remindEveryMs === null ? 'never' : formatDuration(alerts.remindEveryMs),
    },
  };
}

function describeHeader(header: HeaderValue): string {
  switch (header.kind) {
    case 'literal':
      return '(hidden)';
    case 'hidden':
      return header.text;
    case 'secret':
      return secretText(header);
  }
}
