/** A fleet within what CloudFormation takes: above 500 services each part has one health alarm, and beyond the limits a config is refused. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../lambda/core/config/parse/parse-config';
import { countResources } from '../../lambda/core/invoke/count-resources';
import { METRICS, NAMESPACE } from '../../lambda/core/metrics/metrics';
import {
  appFor,
  DEPLOY_YAML,
  deployable,
  FLEET_YAML,
  fleet,
  PRIVATE_YAML,
  resourcesOf,
  templateOf,
} from '../support/aws/synthesis';
import { IS_LONG_LANE } from '../support/jest/lane';

/** The resources of a stack, and with those of its nested stacks, as they are deployed. */
function resourcesIn(text: string) {
  const { app, stack } = appFor(text);
  const { directory } = app.synth();
  const files = stack.node.findAll().flatMap((node) => ('templateFile' in node ? [String(node.templateFile)] : []));
  const counts = files.map((file) => {
    const { Resources } = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    return Object.keys(Resources).length;
  });
  return { own: counts[0] ?? 0, all: counts.reduce((sum, count) => sum + count, 0) };
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
    ['an alarm for each of 400', fleet(400)],
    ['an alarm for each of 401', fleet(401)],
    ['501 services', fleet(501)],
    ['50 parts', fleet(100, 'servicesPerInvocation: 2\nconcurrency: 2\nserviceAlarms: parts')],
  ])('are at most those that are counted beforehand, and few less: %s', (_, text) => {
    const { config, deployment } = deployable(text);
    const counted = countResources(config, deployment);
    const real = resourcesIn(text);
    for (const which of ['own', 'all'] as const) {
      expect(counted[which]).toBeGreaterThanOrEqual(real[which]);
      expect(counted[which] - real[which]).toBeLessThan(35);
    }
  });

  // AWS CloudFormation user guide, "Understand CloudFormation quotas", nested stacks: "For example, you can have a nested stack
  // hierarchy with more than 2500 total resources, but you can't create, update, or delete more than 2500 of those resources in
  // a single deployment."
  it('are too many with an alarm for each of 2,600 services, which is said with the figure', () => {
    expect(faultsOf(fleet(2_400, 'serviceAlarms: true'))).toEqual([]);
    expect(faultsOf(fleet(2_600, 'serviceAlarms: true'))).toEqual([
      'serviceAlarms makes about 2685 resources with an alarm for each of 2600 services; CloudFormation takes 2500 in a deployment; expected serviceAlarms: parts, or false',
    ]);
    expect(faultsOf(fleet(2_600, 'serviceAlarms: parts'))).toEqual([]);
  });

  // To build the stack of so many takes four seconds.
  (IS_LONG_LANE ? it : it.skip)('are not too many for 10,000 services by default', () => {
    const { own, all } = resourcesIn(fleet(10_000));
    expect([own, all]).toEqual([own, own]);
    expect(own).toBeLessThan(200);
  });

  // The same: "Maximum number of resources that you can declare in your CloudFormation template. 500 resources".
  it('are too many for a stack with an alarm for each of 400 services beside 20 addresses', () => {
    const addresses = Array.from({ length: 20 }, (_, index) => `{ email: oncall-${index}@shop.example }`);
    expect(faultsOf(fleet(400, `alerts: { subscriptions: [${addresses.join()}] }`))).toEqual([
      'services makes about 529 resources with an alarm for each of 400 services; CloudFormation takes 500 in a stack; expected serviceAlarms: parts, or false',
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

describe('the health of a fleet', () => {
  const healthAlarms = (text: string) =>
    Object.entries(resourcesOf(templateOf(text), 'AWS::CloudWatch::Alarm'))
      .filter(([id]) => /^(Service|Part)Alarms/.test(id))
      .map(([, { Properties }]) => Properties);

  it('is an alarm for each service up to 500, and one for each part above', () => {
    expect(deployable(fleet(500)).deployment.serviceAlarms).toBe(true);
    expect(deployable(fleet(501)).deployment.serviceAlarms).toBe('parts');
    expect(healthAlarms(fleet(501))).toHaveLength(3);
    expect(healthAlarms(fleet(501, 'metrics: summary'))).toHaveLength(3);
    expect(healthAlarms(fleet(501, 'serviceAlarms: false'))).toEqual([]);
  });

  it('is bad if any service of the part is not healthy; nobody is notified of that', () => {
    const alarms = healthAlarms(fleet(501));
    expect(alarms.map(({ AlarmName }) => AlarmName)).toEqual(
      [1, 2, 3].map((part) => `statuswatch: part ${part} health`),
    );
    expect(alarms[1]).toMatchObject({
      Namespace: NAMESPACE,
      MetricName: METRICS.servicesFailing,
      Dimensions: [
        { Name: 'Deployment', Value: 'statuswatch' },
        { Name: 'Part', Value: '2' },
      ],
      Statistic: 'Maximum',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
      TreatMissingData: 'missing',
    });
    for (const { AlarmActions, OKActions } of alarms) expect([AlarmActions, OKActions]).toEqual([undefined, undefined]);
  });

  it('of one part has a name that no service can have', () => {
    const [alarm] = healthAlarms(fleet(2, 'serviceAlarms: parts\nalerts: { failureThreshold: 3 }'));
    expect(alarm).toMatchObject({ AlarmName: 'statuswatch: all services health', EvaluationPeriods: 3 });
    expect(alarm.Dimensions).toEqual([{ Name: 'Deployment', Value: 'statuswatch' }]);
  });
});
