/** Statuswatch as a part of somebody's own stack: beside other things, twice, in any place, and what such a stack builds on. */

import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { Statuswatch } from '../../lib/statuswatch';
import {
  DEPLOY_YAML,
  emptyApp,
  fleet,
  healthMetricOf,
  onlyResource,
  PRIVATE_YAML,
  propsOf,
  resourcesOf,
  templateOf,
} from '../support/aws/synthesis';
import { temporaryFolder } from '../support/laptop/command-line';
import { fixedNames, resourceIdentities } from './resource-identities';
import { ShopStack } from './shop-stack';

const folder = temporaryFolder();

/** Somebody's own stack, with something in it. */
function ownStack() {
  const stack = new Stack(emptyApp(), 'Shop', { description: 'The shop' });
  new Topic(stack, 'Orders');
  return stack;
}

function watchIn(scope: Construct, text: string, id = 'Watch') {
  return new Statuswatch(scope, id, propsOf(text));
}

describe('two of them in one stack', () => {
  const stack = ownStack();
  watchIn(stack, DEPLOY_YAML.replace('name: statuswatch', 'name: one').replace('C07EZ1ABC23', 'C07EZ1ABC24'), 'One');
  watchIn(stack, `${DEPLOY_YAML.replace('name: statuswatch', 'name: other')}`, 'Other');
  const template = Template.fromStack(stack);
  const ids = Object.keys(resourceIdentities(template));
  const of = (id: string) => ids.filter((each) => each.startsWith(id)).length;

  it('can be used beside other constructs', () => {
    expect([of('Orders'), of('One')]).toEqual([1, of('Other')]);
    expect(ids).toHaveLength(1 + of('One') + of('Other'));
  });

  it('have no name in common', () => {
    const names = fixedNames(template);
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have outputs of their own, and export none', () => {
    const outputs = template.findOutputs('*');
    expect(Object.keys(outputs)).toHaveLength(16);
    for (const output of Object.values(outputs)) expect(output).not.toHaveProperty('Export');
  });

  // CDK's rules, which the long lane has all stacks go through, warn of two conditions that say the same.
  it('share the conditions for the partition', () => {
    expect(Object.keys(template.findConditions('*'))).toHaveLength(3);
  });

  it('tag what is theirs alone', () => {
    expect(onlyResource(template, 'AWS::SNS::Topic', 'Orders').Properties?.Tags).toBeUndefined();
    expect(onlyResource(template, 'AWS::DynamoDB::Table', 'One').Properties.Tags).toEqual([
      { Key: 'application', Value: 'statuswatch' },
      { Key: 'deployment', Value: 'one' },
    ]);
  });

  it('leave the stack as it is', () => {
    expect([stack.tags.tagValues(), stack.templateOptions.description]).toEqual([{}, 'The shop']);
  });
});

describe.each<[string, (scope: Stack) => Construct]>([
  ['another construct', (stack) => new Construct(stack, 'Below')],
  ['a nested stack', (stack) => new NestedStack(stack, 'Below')],
  ['a stack of another stage', (stack) => new Stack(new Stage(stack.node.root, 'Production'), 'Below')],
])('in %s', (_, below) => {
  it.each([
    ['with everything', DEPLOY_YAML],
    ['with private services and a key', PRIVATE_YAML],
    ['of a large fleet', fleet(401)],
  ])('it is whole: %s', (__, text) => {
    const stack = ownStack();
    const scope = below(stack);
    watchIn(scope, text);
    const there = Object.values(resourceIdentities(Template.fromStack(Stack.of(scope))));
    const alone = Object.values(resourceIdentities(templateOf(text)));
    // What else the stack has is a topic.
    const isMine = (identity: string) => identity !== 'AWS::SNS::Topic';
    expect(there.filter(isMine).sort()).toEqual(alone.filter(isMine).sort());
  });
});

it('needs nothing of the folder that somebody synthesizes in', () => {
  const here = process.cwd();
  process.chdir(tmpdir());
  try {
    expect(() => watchIn(ownStack(), fleet(1))).not.toThrow();
  } finally {
    process.chdir(here);
  }
});

describe('protection from termination is up to the stack', () => {
  const warnings = (stack: Stack) =>
    Annotations.fromStack(stack)
      .findWarning('*', Match.stringLikeRegexp('terminationProtection'))
      .map(({ entry }) => String(entry.data));

  it.each([
    ['a stack without it', {}, [expect.stringContaining('set terminationProtection in the properties of that stack')]],
    ['a stack that has it', { terminationProtection: true }, []],
  ])('%s', (_, props, expected) => {
    const stack = new Stack(emptyApp(), 'Shop', props);
    watchIn(stack, PRIVATE_YAML);
    expect(warnings(stack)).toEqual(expected);
    expect(stack.terminationProtection ?? false).toBe('terminationProtection' in props);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('protects the stack that a nested stack is in: %p', (terminationProtection, count) => {
    const stack = new Stack(emptyApp(), 'Shop', { terminationProtection });
    watchIn(new NestedStack(stack, 'Nested'), PRIVATE_YAML);
    expect(warnings(stack)).toHaveLength(count);
  });
});

describe('the region is up to the stack', () => {
  it.each([
    [
      'a stack that leaves it to the shell',
      {},
      [expect.stringMatching(/deploy\.region to eu-central-1, but the stack .* leaves it to the shell/)],
    ],
    [
      'a stack for another',
      { env: { region: 'eu-west-1' } },
      [expect.stringMatching(/but the stack .* is for eu-west-1/)],
    ],
    ['a stack for the same', { env: { region: 'eu-central-1' } }, []],
  ])('%s', (_, props, expected) => {
    const stack = new Stack(emptyApp(), 'Shop', props);
    watchIn(stack, fleet(1, 'deploy: { region: eu-central-1 }'));
    const found = Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('region'));
    expect(found.map(({ entry }) => String(entry.data))).toEqual(expected);
  });
});

describe('the public API', () => {
  it('the topics: for subscriptions and actions of their own', () => {
    const stack = ownStack();
    const { topic, checkerTopic } = watchIn(stack, fleet(1));
    topic.addSubscription(new SqsSubscription(new Queue(stack, 'Tickets')));
    checkerTopic.addSubscription(new SqsSubscription(new Queue(stack, 'Pager')));
    const template = Template.fromStack(stack);
    for (const [queue, prefix] of [
      ['Tickets', 'WatchAlerts'],
      ['Pager', 'WatchCheckerAlarmTopic'],
    ] as const) {
      const { Properties } = onlyResource(template, 'AWS::SNS::Subscription', queue);
      expect(Properties.TopicArn).toEqual({ Ref: onlyResource(template, 'AWS::SNS::Topic', prefix).id });
    }
  });

  it('the table: for a reader of their own', () => {
    const stack = ownStack();
    const role = new Role(stack, 'Reader', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    watchIn(stack, fleet(1)).table.grantReadData(role);
    const template = Template.fromStack(stack);
    const { Properties } = onlyResource(template, 'AWS::IAM::Policy', 'Reader');
    expect(JSON.stringify(Properties)).toContain(onlyResource(template, 'AWS::DynamoDB::Table').id);
  });

  it('whether a service is healthy: for an alarm of their own', () => {
    const stack = ownStack();
    const metric = watchIn(stack, DEPLOY_YAML).metric('payment-service');
    metric.createAlarm(stack, 'Strict', { threshold: 1, evaluationPeriods: 5 });
    expect(onlyResource(Template.fromStack(stack), 'AWS::CloudWatch::Alarm', 'Strict').Properties).toMatchObject({
      ...healthMetricOf('payment-service'),
      Period: 60,
    });
  });

  it('each metric of a service, with the average of an interval unless it is asked for otherwise', () => {
    const watch = watchIn(ownStack(), DEPLOY_YAML);
    const { metricName, statistic } = watch.metric('payment-service', 'ResponseTime');
    expect([metricName, statistic]).toEqual(['ResponseTime', 'Average']);
    expect(watch.metric('payment-service', 'ResponseTime').with({ statistic: 'p95' }).statistic).toBe('p95');
  });

  it('the checker: for those who may ask it', () => {
    const stack = ownStack();
    const role = new Role(stack, 'Deployer', { assumedBy: new ServicePrincipal('codebuild.amazonaws.com') });
    watchIn(stack, fleet(1)).checker.grantInvoke(role);
    const template = Template.fromStack(stack);
    const { Properties } = onlyResource(template, 'AWS::IAM::Policy', 'Deployer');
    expect(JSON.stringify(Properties)).toContain(onlyResource(template, 'AWS::Lambda::Function', 'WatchChecker').id);
  });

  it('the alarm of a service: for an action of their own', () => {
    const stack = ownStack();
    watchIn(stack, DEPLOY_YAML)
      .alarmOf('payment-service')
      .addAlarmAction(new SnsAction(new Topic(stack, 'Pager')));
    const template = Template.fromStack(stack);
    const { Properties } = onlyResource(template, 'AWS::CloudWatch::Alarm', 'WatchServiceAlarmspayment');
    expect(Properties.AlarmActions).toEqual([{ Ref: onlyResource(template, 'AWS::SNS::Topic', 'Pager').id }]);
  });

  it.each(['metric', 'alarmOf'] as const)(
    '%s of a service that there is not: it names those that there are',
    (what) => {
      const few = watchIn(ownStack(), DEPLOY_YAML);
      expect(() => few[what]('payments-service')).toThrow(
        '"payments-service" is no service of statuswatch. Did you mean "payment-service"? Its config has user-service, checkout-service, developer-service, invoice-service, payment-service, recurring-service.',
      );
      expect(() => watchIn(ownStack(), fleet(250))[what]('toString')).toThrow(/has s0, s1, .*, s19 and 230 more\.$/);
    },
  );
});

describe('keys that the config leaves out', () => {
  const typesOf = (text: string) => Object.values(resourceIdentities(templateOf(text))).join('\n');

  it('dashboard: false: neither dashboard nor widget, and nothing that leads there', () => {
    const text = fleet(2, 'dashboard: false');
    expect(typesOf(text)).not.toMatch(/Dashboard|widget/);
    expect(templateOf(text).findOutputs('DashboardUrl')).toEqual({});
    const { Variables } = onlyResource(templateOf(text), 'AWS::Lambda::Function', 'Checker').Properties.Environment;
    expect(Object.keys(Variables)).not.toContain('STATUSWATCH_DASHBOARD_URL');
    expect(Object.keys(Variables)).toContain('STATUSWATCH_LOGS_URL');
  });

  it.each([
    ['by default', '', 11],
    ['metrics: summary, without which they had no data', 'metrics: summary', 9],
  ])('alarms of services: %s', (_, keys, count) => {
    expect(Object.keys(resourcesOf(templateOf(fleet(2, keys)), 'AWS::CloudWatch::Alarm'))).toHaveLength(count);
  });

  it.each([
    ['alarmOf', 2, 'metrics: summary', 'services have no alarms with "metrics: summary", or above 300 services'],
    ['alarmOf', 301, '', 'services have no alarms with "metrics: summary", or above 300 services'],
    ['metric', 2, 'metrics: summary', 'set "metrics: standard" in the config'],
  ] as const)('%s() says what a config of %i services with %j leaves out', (what, count, keys, said) => {
    const watch = watchIn(ownStack(), fleet(count, keys));
    expect(() => watch[what]('s0')).toThrow(said);
  });
});

describe('the example of the docs', () => {
  const example = readFileSync(join(__dirname, 'shop-stack.ts'), 'utf8');

  it('is the one that is held here', () => {
    const docs = readFileSync(join(__dirname, '../../docs/how-to/your-own-app.md'), 'utf8');
    expect(docs).toContain(`\n\n${example.slice(example.indexOf('export class')).trimEnd()}\n`);
  });

  it('does what it says', () => {
    folder.write('statuswatch.yaml', DEPLOY_YAML);
    const here = process.cwd();
    process.chdir(folder.path);
    const stack = new ShopStack(emptyApp(), 'Shop');
    process.chdir(here);
    const template = Template.fromStack(stack);
    const rule = onlyResource(template, 'AWS::CloudWatch::CompositeAlarm').Properties.AlarmRule;
    for (const id of ['checkoutservice', 'paymentservice']) {
      expect(JSON.stringify(rule)).toContain(
        onlyResource(template, 'AWS::CloudWatch::Alarm', `WatchServiceAlarms${id}`).id,
      );
    }
    expect(onlyResource(template, 'AWS::SNS::Subscription', 'Tickets').Properties).not.toHaveProperty('FilterPolicy');
  });
});
