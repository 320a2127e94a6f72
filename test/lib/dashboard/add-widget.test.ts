/** Tests of the Lambda behind the dashboard's widget, its permissions, and the config in its bundle. */

import type { Auth } from '../../../lambda/core/config/auth';
import { WIDGET_MEMORY_MB } from '../../../lambda/core/invoke/invocation';
import { withoutCredentials } from '../../../lib/functions/lambda-folder';
import { DEPLOY_YAML, deployable, fleet, onlyResource, templateOf } from '../../support/aws/synthesis';

const NETWORK = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }';
const SECRET = 'headers: { Authorization: { secret: prod/token } }';

describe('the function', () => {
  const template = templateOf(DEPLOY_YAML);
  const { Properties: properties } = onlyResource(template, 'AWS::Lambda::Function', 'Widget');

  it('runs on the newest Node, on arm64, with the memory in the price', () => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: WIDGET_MEMORY_MB,
      Timeout: 10,
      Handler: 'index.handler',
      FunctionName: 'statuswatch-widget',
    });
  });

  it('gets the table and the address of the page, but no topic', () => {
    expect(properties.Environment.Variables).toEqual({
      STATUSWATCH_TABLE: { Ref: onlyResource(template, 'AWS::DynamoDB::Table').id },
      STATUSWATCH_LIVE_PAGE_URL: { 'Fn::GetAtt': [onlyResource(template, 'AWS::Lambda::Url').id, 'FunctionUrl'] },
    });
  });

  it('writes to its own log group, which is stored for a month and deleted with the stack', () => {
    const group = onlyResource(template, 'AWS::Logs::LogGroup', 'WidgetLog');
    expect(properties.LoggingConfig).toEqual({ LogGroup: { Ref: group.id } });
    expect(group.Properties).toMatchObject({ LogGroupName: '/aws/lambda/statuswatch-widget', RetentionInDays: 30 });
    expect(group.DeletionPolicy).toBe('Delete');
  });

  it('is never retried', () => {
    const { Properties } = onlyResource(template, 'AWS::Lambda::EventInvokeConfig', 'Widget');
    expect(Properties.MaximumRetryAttempts).toBe(0);
  });

  it('is in no network, even if the checker is', () => {
    const { VpcConfig } = onlyResource(templateOf(fleet(1, NETWORK)), 'AWS::Lambda::Function', 'Widget').Properties;
    expect(VpcConfig).toBeUndefined();
  });
});

it('the bundled config has the services, without headers, credentials, authorities and receivers', () => {
  const { config: deployed } = deployable(`${DEPLOY_YAML}\ntls: { caFile: ca.pem }`);
  const auth: Auth = { kind: 'bearer', token: { kind: 'secret', secret: 'shop/token', key: null } };
  const config = { ...deployed, services: deployed.services.map((service) => ({ ...service, auth })) };
  expect(config.receivers).not.toEqual([]);
  const bundled = withoutCredentials(config);
  expect(bundled.receivers).toEqual([]);
  expect(bundled.services.map(({ id }) => id)).toEqual(config.services.map(({ id }) => id));
  for (const service of bundled.services) expect(service).toMatchObject({ headers: {}, auth: null, tls: null });
  for (const { headers, tls } of config.services) expect([headers, tls]).not.toEqual([{}, null]);
});

it.each([
  ['in a plain deployment', fleet(1)],
  ['with secrets and a network', fleet(1, `${NETWORK}\n${SECRET}`)],
])('the role allows only reading the table and writing the log: %s', (_, text) => {
  const template = templateOf(text);
  const { id, Properties: role } = onlyResource(template, 'AWS::IAM::Role', 'WidgetRole');
  const arnOf = (type: string, prefix = '') => ({ 'Fn::GetAtt': [onlyResource(template, type, prefix).id, 'Arn'] });
  expect(role.AssumeRolePolicyDocument.Statement).toEqual([
    { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
  ]);
  expect(onlyResource(template, 'AWS::Lambda::Function', 'Widget').Properties.Role).toEqual({
    'Fn::GetAtt': [id, 'Arn'],
  });
  expect(role.ManagedPolicyArns).toBeUndefined();
  // The CDK's own grants would be in separate policies.
  template.resourceCountIs('AWS::IAM::Policy', 0);
  expect(role.Policies).toHaveLength(1);
  expect(role.Policies[0].PolicyDocument.Statement).toEqual([
    {
      Sid: 'Log',
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: arnOf('AWS::Logs::LogGroup', 'WidgetLog'),
    },
    {
      Sid: 'Table',
      Effect: 'Allow',
      Action: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      Resource: arnOf('AWS::DynamoDB::Table'),
    },
  ]);
});
