/** What checks cost on their way, and what only some deployments cost: a place in a VPC, a channel in Slack, and secrets. */

import { reachOf } from '../config/addresses';
import type { Config, Deployment } from '../config/config';
import { SECRET_KEPT_MS } from '../config/secrets';
import { type CostItem, item, round, sum } from './cost-item';
import { PRICES } from './prices';

export const HOURS_A_MONTH = 730;
export const MONTH_MS = HOURS_A_MONTH * 3_600_000;

/** As AWS counts data that is transferred. */
export const GB = 2 ** 30;

/**
 * The bytes that one check sends. Measured with TLS 1.3 and no headers of the config: 465 bytes (66 without TLS), and as many again are the
 * headers of ten packets.
 */
const SENT_BYTES = { tls: 1_200, plain: 600 } as const;

/** Lambda's data to the internet, each service asked once a run. Private addresses are in the same network. */
export function dataOutItem({ services }: Pick<Config, 'services'>, runs: number): CostItem {
  const outside = services.filter(({ baseUrl }) => reachOf(baseUrl) === 'unknown');
  const bytes = outside.map(({ statusUrl }) => SENT_BYTES[statusUrl.startsWith('https:') ? 'tls' : 'plain']);
  const gigabytes = (runs * sum(bytes)) / GB;
  const perCheck = `${SENT_BYTES.tls / 1_000} kB a check with TLS`;
  return item(
    'data out',
    'dataOut',
    gigabytes,
    `${round(gigabytes)} GB, ${perCheck}; $0 for services in the same network`,
  );
}

/** The way to AWS that a checker in a VPC needs, if there is none yet: docs/how-to/private-services.md. The stack does not make it. */
export function endpointsItem({ subnetIds }: NonNullable<Deployment['network']>, hasSecrets: boolean): CostItem {
  const services = ['monitoring', 'sns', ...(hasSecrets ? ['secretsmanager'] : [])];
  const listed = services.length * subnetIds.length * HOURS_A_MONTH * PRICES.endpointHour;
  return {
    name: 'VPC endpoints',
    detail: `${services.join(', ')} in ${subnetIds.length} zones; $0 if the VPC has them or a NAT gateway`,
    listed,
    afterFreeTier: listed,
  };
}

/** Which services a notification of several is about; a button on its card names the notification alone. */
export function recordsItem(notifications: number): CostItem {
  return item('notification records', 'dynamodbWrite', notifications, 'if each notification is of several services');
}

/** Amazon Q gets each notification at an HTTPS endpoint. */
export function slackItem(notifications: number): CostItem {
  return item('Slack', 'snsHttps', notifications, `${notifications} deliveries to Amazon Q`);
}

export function secretItems(secrets: number): CostItem[] {
  const calls = (secrets * MONTH_MS) / SECRET_KEPT_MS;
  return [
    item('secrets', 'secret', secrets, `${secrets} in Secrets Manager`),
    item('secret requests', 'secretCall', calls, 'each every five minutes'),
  ];
}
