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
 * The bytes of one check on the wire: what is sent, and both directions. Measured with TLS 1.3 and no headers of the config: 465 bytes
 * are sent (66 without TLS), and as many again are the headers of ten packets; a chain of certificates of 4 kB comes back.
 */
const CHECK_BYTES = { tls: { sent: 1_200, both: 6_000 }, plain: { sent: 600, both: 1_500 } } as const;

/** The bytes of the checks of a month, as far as they may leave the network. */
function checkGb({ services }: Pick<Config, 'services'>, runs: number, which: 'sent' | 'both'): number {
  const outside = services.filter(({ baseUrl }) => reachOf(baseUrl) === 'unknown');
  const bytes = outside.map((service) => CHECK_BYTES[service.statusUrl.startsWith('https:') ? 'tls' : 'plain'][which]);
  return (runs * sum(bytes)) / GB;
}

/** Lambda's data to the internet, each service asked once a run. */
export function dataOutItem(config: Pick<Config, 'services'>, runs: number): CostItem {
  const gigabytes = checkGb(config, runs, 'sent');
  const perCheck = `${CHECK_BYTES.tls.sent / 1_000} kB a check with TLS`;
  return item(
    'data out',
    'dataOut',
    gigabytes,
    `${round(gigabytes)} GB, ${perCheck}; $0 for services in the same network`,
  );
}

/** The way to AWS that a checker in a VPC needs, if there is none yet: docs/how-to/private-services.md. The stack does not make it. */
export function endpointsItem(
  { subnetIds }: NonNullable<Deployment['network']>,
  hasSecrets: boolean,
  config: Pick<Config, 'services'>,
  runs: number,
): CostItem {
  const services = ['monitoring', 'sns', ...(hasSecrets ? ['secretsmanager'] : [])];
  const listed = services.length * subnetIds.length * HOURS_A_MONTH * PRICES.endpointHour;
  const nat = subnetIds.length * HOURS_A_MONTH * (PRICES.natGatewayHour + PRICES.publicAddressHour);
  const through = checkGb(config, runs, 'both') * PRICES.natGatewayGb;
  return {
    name: 'VPC endpoints',
    detail: `${services.join(', ')} in ${subnetIds.length} zones; $0 if the VPC has them; NAT gateways instead: $${nat.toFixed(2)} with their addresses, and $${through.toFixed(2)} if all services are asked through them`,
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
