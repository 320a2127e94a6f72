/** The resources of a stack: as many as CloudFormation takes, or the config is refused. */

import { parseConfig } from '../../lambda/core/config/parse/parse-config';
import { countResources } from '../../lambda/core/invoke/count-resources';
import { DEPLOY_YAML, deployable, FLEET_YAML, fleet, PRIVATE_YAML, templateOf } from '../support/aws/synthesis';
import { IS_LONG_LANE } from '../support/jest/lane';

/** The number of resources of a stack, as it is deployed. */
function resourcesIn(text: string): number {
  return Object.keys(templateOf(text).toJSON().Resources).length;
}

function faultsOf(text: string): string[] {
  const source = { file: 'a.yaml', text, environment: {}, readCa: () => '', probing: 'all', deploying: true } as const;
  const parsed = parseConfig(source);
  return parsed.ok ? [] : parsed.faults.map(({ key, expected }) => `${key} ${expected}`);
}

describe('the resources of a deployment', () => {
  it.each([
    ['six services, with everything', DEPLOY_YAML],
    ['private services', PRIVATE_YAML],
    ['250 services', FLEET_YAML],
    ['an alarm for each of 300', fleet(300)],
    ['301 services', fleet(301)],
    ['50 parts', fleet(100, 'servicesPerInvocation: 2\nconcurrency: 2')],
  ])('are at most those that are counted beforehand, and few less: %s', (_, text) => {
    const { config, deployment } = deployable(text);
    const counted = countResources(config, deployment);
    const real = resourcesIn(text);
    expect(counted).toBeGreaterThanOrEqual(real);
    expect(counted - real).toBeLessThan(47);
  });

  // To build the stack of so many takes four seconds.
  (IS_LONG_LANE ? it : it.skip)('are not too many for 10,000 services by default', () => {
    expect(resourcesIn(fleet(10_000))).toBeLessThan(200);
  });

  // AWS CloudFormation user guide, "Understand CloudFormation quotas": "Maximum number of resources that you can declare in your CloudFormation
  // template. 500 resources".
  it('are too many with 300 services and 40 addresses', () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `{ email: oncall-${index}@shop.example }`);
    expect(faultsOf(fleet(300, `alerts: { subscriptions: [${addresses.join()}] }`))).toEqual([
      'services makes about 521 resources with 300 services; CloudFormation takes 500 in a stack; expected fewer addresses in alerts.subscriptions, or fewer parts',
    ]);
  });

  it('have 50 parts at most', () => {
    const parts = (count: number) => fleet(2 * count, 'servicesPerInvocation: 2\nconcurrency: 2');
    expect(faultsOf(parts(50))).toEqual([]);
    expect(faultsOf(parts(51))).toEqual([
      'servicesPerInvocation makes 51 parts of the services, and a deployment has 50 at most; expected more servicesPerInvocation',
    ]);
  });
});
