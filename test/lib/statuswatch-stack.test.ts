/** The stack as a whole: what holds for every part of it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, Validations } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks } from 'cdk-nag';
import DEPLOYED from '../fixtures/deployed.json';
import {
  appFor,
  DEPLOY_YAML,
  deployable,
  FLEET_YAML,
  fleet,
  onlyResource,
  PRIVATE_YAML,
  templateOf,
} from '../support/aws/synthesis';
import { IS_LONG_LANE } from '../support/jest/lane';
import { fixedNames, resourceIdentities } from './resource-identities';

const NETWORK = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }';

/** The types that take no tags, in CloudFormation or in all of its regions. */
const UNTAGGED = [
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::ManagedPolicy',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Url',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::Schedule',
];

const RECEIVER = 'alerts: { receivers: [{ id: team, slack: { url: { secret: hook } } }] }';

describe('every part', () => {
  const resources = Object.entries(templateOf(DEPLOY_YAML).toJSON().Resources as Record<string, Record<string, never>>);

  it.each(resources.filter(([, { Type }]) => !UNTAGGED.includes(String(Type))))('is tagged: %s', (_, resource) => {
    expect(resource.Properties).toMatchObject({
      Tags: [
        { Key: 'application', Value: 'statuswatch' },
        { Key: 'deployment', Value: 'statuswatch' },
      ],
    });
  });

  it('goes with the stack', () => {
    expect(resources.filter(([, resource]) => resource.DeletionPolicy === 'Retain')).toEqual([]);
  });
});

// What a deployment of these configs has had: CloudFormation knows a resource by its logical id. Without its id a table would be
// replaced by an empty one, and a resource with a fixed name could not be made, since the name is still taken.
describe.each([
  ['deploy', DEPLOY_YAML],
  ['deploy-private', PRIVATE_YAML],
  ['deploy-fleet', FLEET_YAML],
] as const)('an update of what %s.yaml deployed before', (name, text) => {
  const before = DEPLOYED[name];

  it('keeps each resource: its logical id, its type and its name', () => {
    expect(Object.keys(before.resources).length).toBeGreaterThan(20);
    expect(resourceIdentities(templateOf(text))).toMatchObject(before.resources);
  });

  it('keeps each output', () => {
    expect(Object.keys(templateOf(text).findOutputs('*'))).toEqual(expect.arrayContaining(before.outputs));
  });
});

describe('the outputs', () => {
  const template = templateOf(DEPLOY_YAML);

  it.each([
    ['TopicArn', 'AWS::SNS::Topic', 'Alerts'],
    ['CheckerTopicArn', 'AWS::SNS::Topic', 'CheckerAlarmTopic'],
    ['FunctionName', 'AWS::Lambda::Function', 'Checker'],
    ['TableName', 'AWS::DynamoDB::Table', ''],
  ])('have the %s', (name, type, prefix) => {
    template.hasOutput(name, { Value: { Ref: onlyResource(template, type, prefix).id } });
  });

  it('have the role of the checker, which policies of keys name', () => {
    const { id } = onlyResource(template, 'AWS::IAM::Role', 'CheckerRole');
    template.hasOutput('RoleArn', { Value: { 'Fn::GetAtt': [id, 'Arn'] } });
  });

  it('have the address of the dashboard', () => {
    const text = JSON.stringify(template.findOutputs('DashboardUrl'));
    expect(text).toContain('#dashboards/dashboard/statuswatch-');
  });

  it('say what happens to the data', () => {
    expect(template.findOutputs('TableName').TableName?.Description).toMatch(/stays when the stack is deleted/);
  });
});

// AWS CDK developer guide, "Configure environments": the first in its order of precedence are "Hard-coded values specified with the env
// property of the Stack construct"; what a profile or the shell says comes after them.
describe('the environment', () => {
  const REGION = 'deploy: { region: eu-central-1 }';
  const environmentOf = (text: string, env?: Environment) => {
    const { app, stack } = appFor(text, undefined, undefined, env);
    return app.synth().getStackByName(stack.stackName).environment.name;
  };

  it.each([
    ['is left to the shell by default', fleet(1), undefined, 'aws://unknown-account/unknown-region'],
    ['has the region of the config', fleet(1, REGION), undefined, 'aws://unknown-account/eu-central-1'],
    [
      'has the account of the config',
      fleet(1, 'deploy: { account: "210987654321", region: eu-central-1 }'),
      undefined,
      'aws://210987654321/eu-central-1',
    ],
    [
      'is that of an app of your own',
      fleet(1),
      { account: '123456789012', region: 'eu-west-1' },
      'aws://123456789012/eu-west-1',
    ],
    [
      'has the region of the config in any account',
      fleet(1, REGION),
      { account: '123456789012' },
      'aws://123456789012/eu-central-1',
    ],
  ])('%s', (_, text, env, expected) => {
    expect(environmentOf(text, env)).toBe(expected);
  });

  describe('from a shell', () => {
    const shells = process.env.CDK_DEFAULT_REGION;
    beforeEach(() => {
      process.env.CDK_DEFAULT_REGION = 'ap-southeast-2';
    });
    afterEach(() => {
      if (shells === undefined) delete process.env.CDK_DEFAULT_REGION;
      else process.env.CDK_DEFAULT_REGION = shells;
    });
    const notes = (text: string) =>
      Annotations.fromStack(appFor(text).stack)
        .findInfo('*', Match.stringLikeRegexp('region'))
        .map(({ entry }) => String(entry.data));

    it('is noted at each deployment, with what keeps another shell from making a second one', () => {
      expect(notes(fleet(1))).toEqual([
        expect.stringMatching(
          /^it is deployed to ap-southeast-2, .* unless the config has "deploy: \{ region: ap-southeast-2 \}"/,
        ),
      ]);
    });

    it('does not count if the config has one', () => {
      expect(notes(fleet(1, REGION))).toEqual([]);
    });
  });

  it('does not replace anything', () => {
    const identities = resourceIdentities(templateOf(DEPLOY_YAML));
    expect(resourceIdentities(templateOf(`${DEPLOY_YAML}\n${REGION}`))).toEqual(identities);
  });
});

describe('a deployment', () => {
  it.each([
    ['by default', fleet(1), false],
    ['of a config that wants it', PRIVATE_YAML, true],
  ])('%s: protected from termination %p', (_, text, expected) => {
    const { app, stack } = appFor(text);
    expect(app.synth().getStackByName(stack.stackName).terminationProtection ?? false).toBe(expected);
  });

  it('can be deployed beside another one in the same account', () => {
    const [one, other] = ['one', 'other'].map((name) => fixedNames(templateOf(fleet(2, `name: ${name}`))));
    expect(one).toHaveLength(17);
    expect(one?.filter((name) => other?.includes(name))).toEqual([]);
  });

  it.each([
    [
      'that would notify nobody says so',
      fleet(1),
      [expect.stringContaining('neither alerts.subscriptions nor alerts.slack: nobody is notified, except')],
    ],
    ['that notifies somebody warns of nothing', DEPLOY_YAML, []],
    [
      'that notifies receivers alone says that nobody gets the alarms about the checker',
      fleet(1, RECEIVER),
      [expect.stringContaining('receivers are notified of services alone, and nobody of alarms about the checker')],
    ],
    ['in a network warns of no private address', PRIVATE_YAML, []],
    [
      'without a network warns of private addresses',
      PRIVATE_YAML.replace(/^network:\n( +.*\n)+/m, ''),
      [expect.stringMatching(/names no network, and the addresses of user-service, payment-service are private/)],
    ],
    [
      'warns of addresses of IPv6, which a Lambda does not reach by itself',
      `${DEPLOY_YAML}\n  - { id: six, baseUrl: "https://[2001:db8::1]" }`,
      [expect.stringMatching(/^the addresses of six are of IPv6, which a Lambda reaches only in dual-stack subnets/)],
    ],
    [
      'in a network that allows IPv6 warns of none',
      `${DEPLOY_YAML}\n  - { id: six, baseUrl: "https://[2001:db8::1]" }\n${NETWORK.replace(' }', ', ipv6AllowedForDualStack: true }')}`,
      [],
    ],
  ])('%s', (_, text, warnings) => {
    const found = Annotations.fromStack(appFor(text).stack).findWarning('*', Match.anyValue());
    expect(found.map(({ entry }) => String(entry.data))).toEqual(warnings);
  });

  it.each([
    ['in a network says which way its receivers are notified', [NETWORK, RECEIVER], 1],
    ['without a network has no such note', [RECEIVER], 0],
    ['without receivers has no such note', [NETWORK], 0],
  ])('%s', (_, lines, count) => {
    const pattern = Match.stringLikeRegexp(
      '^the config names a network, so the receivers and pulses team are reached through it',
    );
    expect(Annotations.fromStack(appFor(fleet(1, lines.join('\n'))).stack).findInfo('*', pattern)).toHaveLength(count);
  });
});

it.each([
  ['a page that can use up the concurrency of the account is a warning', 'page: { token: { secret: a } }', 1],
  ['a page that is bounded is not', 'page: { token: { secret: a }, concurrency: 5 }', 0],
  ['no page is not', '', 0],
])('%s', (_, keys, count) => {
  const pattern = Match.stringLikeRegexp('^the config sets no page.concurrency: ');
  expect(Annotations.fromStack(appFor(fleet(1, keys)).stack).findWarning('*', pattern)).toHaveLength(count);
});

describe('the rules of the CDK and of AwsSolutions', () => {
  /** What AwsSolutions finds. In the long lane, the rules of the CDK end a synthesis before that. */
  function reportOf(text: string) {
    const { app } = appFor(text);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const { directory } = app.synth();
    const { pluginReports } = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8'));
    return pluginReports.find(({ pluginName }: { pluginName: string }) => pluginName === 'AwsSolutions');
  }

  (IS_LONG_LANE ? it : it.skip)('would stop a template with a property that there is not', () => {
    const { app, stack } = appFor(fleet(1));
    new CfnTopic(stack, 'Faulty').addPropertyOverride('Colour', 'red');
    expect(() => app.synth()).toThrow("'Colour' was unexpected");
  });

  it('find nothing in a stack that asks with signatures: each wildcard is below an ARN that the config names', () => {
    const sigv4 = 'auth: { sigv4: { service: execute-api, region: eu-west-1 } }';
    const own = 'resource: "arn:aws:es:eu-west-1:123456789012:domain/search"';
    const services = [
      `{ id: a, baseUrl: "https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/prod", ${sigv4} }`,
      `{ id: b, baseUrl: "https://b.internal", auth: { sigv4: { service: es, region: eu-west-1, ${own} } } }`,
    ];
    const { violations, suppressedViolations } = reportOf(`services: [${services.join(', ')}]`);
    expect(violations).toEqual([]);
    const reasons = suppressedViolations.map(({ reason }: { reason: string }) => reason);
    expect(reasons.filter((reason: string) => reason.includes('signatures'))).toHaveLength(2);
  });

  it.each([
    ['with everything', `${DEPLOY_YAML}\n${NETWORK}`],
    ['with nothing but a service', fleet(1)],
    ['with private services and a key', PRIVATE_YAML],
    ['of a fleet', FLEET_YAML],
    ['of a large fleet', fleet(401)],
    ['of metrics in summary', fleet(401, 'metrics: summary')],
    ['of a private fleet', fleet(700, NETWORK.replace(' }', ', ipv6AllowedForDualStack: true }'))],
  ])('find nothing in a stack %s, and each exception has its reason', (_, text) => {
    const hasSlack = deployable(text).deployment.slack !== null;
    const { violations, suppressedViolations } = reportOf(text);
    expect(violations).toEqual([]);
    const found = suppressedViolations.map(({ ruleName, reason }: { ruleName: string; reason: string }) => [
      ruleName,
      reason,
    ]);
    expect(found).toEqual([
      ['AwsSolutions-SQS3', expect.stringMatching(/dead-letter/)],
      ['AwsSolutions-SQS3', expect.stringMatching(/dead-letter/)],
      // The role of the channel, and its guardrail.
      ...Array(hasSlack ? 2 : 0).fill(['AwsSolutions-IAM5[Resource::*]', expect.stringMatching(/graph/)]),
      ['AwsSolutions-IAM5[Resource::*]', expect.stringMatching(/PutMetricData/)],
    ]);
  });
});
