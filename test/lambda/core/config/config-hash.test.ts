/** The name of a config's content: the same for the same, another for any change. */

import { configHash } from '../../../../lambda/core/config/config-hash';
import { DEPLOY_YAML, deployable } from '../../../support/aws/synthesis';

const { config, deployment } = deployable(DEPLOY_YAML);

/** The same with the keys of all objects in the opposite order. */
function reversed<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed) as Value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, held]) => [key, reversed(held)])) as Value;
}

it('is the same whatever the order of the keys is', () => {
  expect(configHash(reversed(config), reversed(deployment))).toBe(configHash(config, deployment));
  expect(configHash(config, deployment)).toMatch(/^[0-9a-f]{16}$/);
});

it('is another if an address, an interval or the order of the services changes', () => {
  const hashes = [
    configHash(config, deployment),
    configHash({ ...config, intervalMs: config.intervalMs + 1 }, deployment),
    configHash({ ...config, services: [...config.services].reverse() }, deployment),
    configHash(config, { ...deployment, subscriptions: deployment.subscriptions.slice(1) }),
    configHash(config, { ...deployment, slack: null }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
