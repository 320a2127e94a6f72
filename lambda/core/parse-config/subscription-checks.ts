/** The faults of `alerts.subscriptions` that would otherwise show at the deployment, or never. */

import { type JsonObject, jsonObjectOf } from '../words/json';
import { unknownServices } from './cross-checks';
import type { ConfigDocument, ConfigPath } from './document';
import type { ConfigFault } from './fault';

/**
 * SNS multiplies the values of a filter policy's attributes and takes up to 150.
 * Source: Amazon SNS developer guide, "Filter policy constraints".
 */
const COMBINATIONS = 150;
const FILTERS = ['services', 'events', 'severities'] as const;

export function subscriptionFaults(document: ConfigDocument): ConfigFault[] {
  const subscriptions = rawSubscriptions(document);
  return [
    ...repeatedAddresses(subscriptions, document),
    ...unknownServices(
      document,
      subscriptions.map(({ services }, index) => [pathOf(index, 'services'), services]),
    ),
    ...overlongFilters(subscriptions, document),
  ];
}

function rawSubscriptions({ value }: ConfigDocument): readonly JsonObject[] {
  const alerts = jsonObjectOf(value).alerts;
  const subscriptions = jsonObjectOf(alerts).subscriptions;
  return Array.isArray(subscriptions) ? subscriptions.map(jsonObjectOf) : [];
}

function pathOf(index: number, ...keys: ConfigPath): ConfigPath {
  return ['alerts', 'subscriptions', index, ...keys];
}

/** SNS keeps one subscription for an address, and refuses another with other filters. */
function repeatedAddresses(subscriptions: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const addresses = subscriptions.map(({ email }) => (typeof email === 'string' ? email.toLowerCase() : null));
  return addresses.flatMap((address, index) => {
    const first = addresses.indexOf(address);
    if (address === null || first === index) return [];
    return [
      document.fault(
        pathOf(index, 'email'),
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
    return [document.fault(pathOf(index), expected)];
  });
}
