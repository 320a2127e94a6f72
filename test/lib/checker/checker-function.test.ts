/** The Lambda as it is deployed: its runtime, limits, variables and network. */

import type { Template } from 'aws-cdk-lib/assertions';
import { configHash } from '../../../lambda/core/config/config-hash';
import { CHECKER_MEMORY_MB, readEnvironment } from '../../../lambda/core/invoke/invocation';
import { DEPLOY_YAML, deployable, fleet, onlyResource, templateOf } from '../../support/aws/synthesis';

function functionOf(text: string) {
  const template = templateOf(text);
  return { template, ...onlyResource(template, 'AWS::Lambda::Function', 'Checker') };
}

/** What CloudFormation makes of a text with conditions, of which each compares the partition; other references are `REGION`. */
function inPartition(template: Template, partition: string, value: unknown): string {
  const text = (part: unknown) => inPartition(template, partition, part);
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, 'Fn::If': choice } = value as { 'Fn::Join'?: [string, unknown[]]; 'Fn::If'?: unknown[] };
  if (join) return join[1].map(text).join(join[0]);
  if (!choice) return 'REGION';
  const [condition, then, otherwise] = choice;
  const { 'Fn::Equals': compared } = template.toJSON().Conditions[String(condition)];
  expect(compared[0]).toEqual({ Ref: 'AWS::Partition' });
  return text(compared[1] === partition ? then : otherwise);
}

/** What `cdk diff` compares of a config, key by key; `undefined` if the template has none. */
function describedIn(text: string): Described | undefined {
  const { Metadata } = onlyResource(templateOf(text), 'AWS::Lambda::Function', 'Checker') as {
    readonly Metadata?: { readonly 'statuswatch:config'?: Described };
  };
  return Metadata?.['statuswatch:config'];
}

interface Described {
  readonly services: Readonly<Record<string, { readonly baseUrl: string }>>;
  readonly maintenance?: object;
}

describe('the template describes the config, so that cdk diff shows', () => {
  const SECRET = 'Bearer hunter2';
  const BEFORE = `headers: { Authorization: "${SECRET}" }\nservices:\n  - { id: cart, baseUrl: "https://cart.internal" }`;

  it('the service that was added, the maintenance that is new, and nothing else', () => {
    const planned = 'maintenance: [{ name: the move, from: "2026-12-06T04:00:00Z", to: "2026-12-06T08:00:00Z" }]\n';
    const after = describedIn(`${planned}${BEFORE}\n  - { id: mail, baseUrl: "https://mail.internal" }`);
    if (after === undefined) throw new Error('the config is not described');
    const { maintenance, services, ...others } = after;
    const { mail, ...rest } = services;
    expect([mail?.baseUrl, Object.keys(maintenance ?? {})]).toEqual(['https://mail.internal', ['the move']]);
    expect({ ...others, services: rest }).toEqual(describedIn(BEFORE));
  });

  it('no value of a header', () => {
    expect(JSON.stringify(templateOf(BEFORE).toJSON()).includes(SECRET)).toBe(false);
  });

  it('nothing of so many services that the template would grow too large', () => {
    expect([200, 201].map((count) => describedIn(fleet(count)) !== undefined)).toEqual([true, false]);
  });
});

describe('the checker', () => {
  const { template, Properties: properties } = functionOf(DEPLOY_YAML);

  it('runs on the newest Node, on arm64, with the memory that the price counts', () => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: CHECKER_MEMORY_MB,
      Handler: 'index.handler',
      FunctionName: 'statuswatch-checker',
    });
  });

  it('gets all variables that it asks for', () => {
    const { Variables } = properties.Environment;
    const texts = Object.entries(Variables).map(([name, value]) => [name, JSON.stringify(value)]);
    const ofLambda = { AWS_REGION: 'eu-central-1', AWS_LAMBDA_FUNCTION_NAME: properties.FunctionName };
    const read = readEnvironment({ ...Object.fromEntries(texts), ...ofLambda });
    expect(Object.values(read)).not.toContain(null);
    expect(Object.keys(Variables).sort()).toEqual([
      'RES_OPTIONS',
      'STATUSWATCH_CHECKER_TOPIC_ARN',
      'STATUSWATCH_CONFIG_HASH',
      'STATUSWATCH_DASHBOARD_URL',
      'STATUSWATCH_LIVE_PAGE_URL',
      'STATUSWATCH_LOGS_URL',
      'STATUSWATCH_SLACK_CHANNEL',
      'STATUSWATCH_TABLE',
      'STATUSWATCH_TOPIC_ARN',
      'UV_THREADPOOL_SIZE',
    ]);
    expect(Variables.STATUSWATCH_TABLE).toEqual({ Ref: onlyResource(template, 'AWS::DynamoDB::Table').id });
    const topicOf = (prefix: string) => ({ Ref: onlyResource(template, 'AWS::SNS::Topic', prefix).id });
    expect(Variables.STATUSWATCH_TOPIC_ARN).toEqual(topicOf('Alerts'));
    expect(Variables.STATUSWATCH_CHECKER_TOPIC_ARN).toEqual(topicOf('CheckerAlarmTopic'));
    const { config, deployment } = deployable(DEPLOY_YAML);
    expect(Variables.STATUSWATCH_CONFIG_HASH).toBe(configHash(config, deployment));
  });

  it('has room for names whose server hangs, for as long as an attempt waits', () => {
    expect(properties.Environment.Variables).toMatchObject({
      UV_THREADPOOL_SIZE: '20',
      RES_OPTIONS: 'timeout:1 attempts:2',
    });
  });

  // AWS Lambda Developer Guide, configuration-envvars: "Keys start with a letter and are at least two characters. Keys only
  // contain letters, numbers, and the underscore character (_). Keys aren't reserved by Lambda." Those begin as below.
  it('is given no variable that Lambda refuses', () => {
    for (const name of Object.keys(properties.Environment.Variables)) {
      expect(name).toMatch(/^(?!AWS_|LAMBDA_)[A-Za-z][A-Za-z0-9_]+$/);
    }
  });

  // AWS General Reference, "AWS Management Console endpoints and quotas": "The general syntax of a Regional endpoint is as
  // follows: https://region-code.console.aws.amazon.com". Amazon CloudWatch user guide for China: "Open the CloudWatch
  // console at https://console.amazonaws.cn/cloudwatch/."
  it.each([
    ['aws', 'console.aws.amazon.com'],
    ['aws-cn', 'console.amazonaws.cn'],
    ['aws-us-gov', 'console.amazonaws-us-gov.com'],
    ['aws-eusc', 'console.amazonaws-eusc.eu'],
    ['one that is not known yet', 'console.aws.amazon.com'],
  ])('links its own dashboard and its own log, in the partition %s', (partition, domain) => {
    const { Variables } = properties.Environment;
    const text = (value: unknown) => inPartition(template, partition, value);
    const name = onlyResource(template, 'AWS::CloudWatch::Dashboard').Properties.DashboardName;
    expect(text(Variables.STATUSWATCH_DASHBOARD_URL)).toBe(
      `https://REGION.${domain}/cloudwatch/home?region=REGION#dashboards/dashboard/${text(name)}`,
    );
    const group: string = onlyResource(template, 'AWS::Logs::LogGroup', 'CheckerLog').Properties.LogGroupName;
    const url = text(Variables.STATUSWATCH_LOGS_URL);
    expect(decodeURIComponent(decodeURIComponent(url.replaceAll('$', '%')))).toBe(
      `https://REGION.${domain}/cloudwatch/home?region=REGION#logsV2:log-groups/log-group/${group}`,
    );
  });

  it('writes to its log group, which is kept for a month and goes with the stack', () => {
    const group = onlyResource(template, 'AWS::Logs::LogGroup', 'CheckerLog');
    expect(properties.LoggingConfig).toEqual({ LogGroup: { Ref: group.id } });
    expect(group.Properties.RetentionInDays).toBe(30);
    expect(group.DeletionPolicy).toBe('Delete');
  });

  // AWS Lambda API reference, PutFunctionEventInvokeConfig: "When an event fails all processing attempts or stays in the
  // asynchronous invocation queue for too long, Lambda discards it."
  // AWS Lambda developer guide, "How Lambda handles errors and retries with asynchronous invocation": "For throttling errors (429) and
  // system errors (500-series), Lambda returns the event to the queue and attempts to run the function again for up to 6 hours by
  // default." "Retry attempts – The number of times Lambda retries when the function returns an error, between 0 and 2."
  it.each([
    ['4m', 0, 60],
    ['5m', 2, 150],
    ['1d', 2, 900],
  ])('is started again, with an interval of %s, %i times and within %i s', (interval, attempts, seconds) => {
    const { template: its } = functionOf(fleet(1, `interval: ${interval}`));
    expect(onlyResource(its, 'AWS::Lambda::EventInvokeConfig', 'Checker').Properties).toMatchObject({
      MaximumRetryAttempts: attempts,
      MaximumEventAgeInSeconds: seconds,
    });
  });

  // AWS Lambda API reference, PutFunctionEventInvokeConfig: "To retain discarded events, configure a dead-letter queue"; "To send an
  // invocation record to a queue, topic, function, or event bus, specify a destination."
  it('leaves a record in the dead-letter queue of each start that Lambda gives up', () => {
    const { Properties: invoked } = onlyResource(template, 'AWS::Lambda::EventInvokeConfig', 'Checker');
    expect(invoked).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
    const queue = onlyResource(template, 'AWS::SQS::Queue', 'DeadLetters');
    expect(invoked.DestinationConfig).toEqual({ OnFailure: { Destination: { 'Fn::GetAtt': [queue.id, 'Arn'] } } });
  });

  it('reserves no concurrency, which new accounts lack', () => {
    expect(properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('is not in a VPC by default', () => {
    expect(properties.VpcConfig).toBeUndefined();
  });

  // AWS::Lambda::Function VpcConfig: "Ipv6AllowedForDualStack: Allows outbound IPv6 traffic on VPC functions that are connected to
  // dual-stack subnets." A security group that allows 0.0.0.0/0 allows no address of IPv6.
  it('may use IPv6 if the config says so, and its security group lets it', () => {
    const keys = (value: string) =>
      `network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], ipv6AllowedForDualStack: ${value} }`;
    const { template: its, Properties } = functionOf(fleet(1, keys('true')));
    expect(Properties.VpcConfig.Ipv6AllowedForDualStack).toBe(true);
    expect(onlyResource(its, 'AWS::EC2::SecurityGroup').Properties.SecurityGroupEgress).toMatchObject([
      { IpProtocol: '-1', CidrIp: '0.0.0.0/0' },
      { IpProtocol: '-1', CidrIpv6: '::/0' },
    ]);
    const without = functionOf(fleet(1, keys('false')));
    expect(without.Properties.VpcConfig).not.toHaveProperty('Ipv6AllowedForDualStack');
    expect(onlyResource(without.template, 'AWS::EC2::SecurityGroup').Properties.SecurityGroupEgress).toHaveLength(1);
  });

  it('has a security group of its own, in the VPC of the config, if that names none', () => {
    const network = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d] }';
    const { template: its, Properties } = functionOf(fleet(1, network));
    const group = onlyResource(its, 'AWS::EC2::SecurityGroup');
    const groupId = { 'Fn::GetAtt': [group.id, 'GroupId'] };
    expect(Properties.VpcConfig).toEqual({ SubnetIds: ['subnet-0a1b2c3d'], SecurityGroupIds: [groupId] });
    expect(group.Properties).toMatchObject({
      VpcId: 'vpc-0a1b2c3d',
      SecurityGroupEgress: [{ IpProtocol: '-1', CidrIp: '0.0.0.0/0' }],
    });
    expect(group.Properties.SecurityGroupIngress).toBeUndefined();
    its.hasOutput('SecurityGroupId', { Value: groupId });
  });

  it('is in the subnets of the config, with only its security groups', () => {
    const network =
      'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d, subnet-0c1d2e3f], securityGroupIds: [sg-0a1b2c3d] }';
    for (const text of [network, network.replace('vpcId: vpc-0a1b2c3d, ', '')]) {
      const { template: its, Properties } = functionOf(fleet(1, text));
      expect(Properties.VpcConfig).toEqual({
        SubnetIds: ['subnet-0a1b2c3d', 'subnet-0c1d2e3f'],
        SecurityGroupIds: ['sg-0a1b2c3d'],
      });
      its.resourceCountIs('AWS::EC2::SecurityGroup', 0);
    }
  });
});
