/** What only some deployments cost: a place in a VPC, buttons in Slack, and secrets. */

import type { Deployment } from '../config/config';
import { SECRET_KEPT_MS } from '../config/secrets';
import { type CostItem, item } from './cost-item';
import { PRICES } from './prices';

export const HOURS_A_MONTH = 730;
export const MONTH_MS = HOURS_A_MONTH * 3_600_000;

/** The way to AWS that a checker in a VPC needs, if there is none yet: docs/deploying.md. The stack does not make it. */
export function endpointsItem({ subnetIds }: NonNullable<Deployment['network']>, hasSecrets: boolean): CostItem {
  const services = ['monitoring', 'sns', ...(hasSecrets ? ['secretsmanager'] : [])];
  const listed = services.length * subnetIds.length * HOURS_A_MONTH * PRICES.endpointHour;
  const nat = subnetIds.length * HOURS_A_MONTH * PRICES.natGatewayHour;
  return {
    name: 'VPC endpoints',
    detail: `${services.join(', ')} in ${subnetIds.length} zones; $0 if the VPC has them; NAT gateways instead: $${nat.toFixed(2)}`,
    listed,
    afterFreeTier: listed,
  };
}

/** Which services a notification of several is about; a button on its card names the notification alone. */
export function recordsItem(notifications: number): CostItem {
  return item('notification records', 'dynamodbWrite', notifications, 'if each notification is of several services');
}

export function secretItems(secrets: number): CostItem[] {
  const calls = (secrets * MONTH_MS) / SECRET_KEPT_MS;
  return [
    item('secrets', 'secret', secrets, `${secrets} in Secrets Manager`),
    item('secret requests', 'secretCall', calls, 'each every five minutes'),
  ];
}
