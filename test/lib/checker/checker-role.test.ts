/** What the checker may do, to the letter. */

import { NAMESPACE } from '../../../lambda/core/metrics/metrics';
import { fleet, onlyResource, templateOf } from '../../support/aws/synthesis';

const NETWORK = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }';

function statementsOf(text: string) {
  const template = templateOf(text);
  const role = onlyResource(template, 'AWS::IAM::Role', 'CheckerRole').Properties;
  expect(role.ManagedPolicyArns).toBeUndefined();
  // What CDK grants on its own would stand in policies beside the role's.
  template.resourceCountIs('AWS::IAM::Policy', 0);
  const arnOf = (type: string, prefix = '') => ({ 'Fn::GetAtt': [onlyResource(template, type, prefix).id, 'Arn'] });
  const topics = ['Alerts', 'CheckerAlarmTopic'].map((prefix) => ({
    Ref: onlyResource(template, 'AWS::SNS::Topic', prefix).id,
  }));
  return { statements: role.Policies[0].PolicyDocument.Statement, arnOf, topics };
}

function secretResource(header: string) {
  const { statements } = statementsOf(fleet(1, `headers: { Authorization: ${header} }`));
  const { Action, Resource } = statements.find(({ Sid }: { Sid: string }) => Sid === 'Secrets');
  expect(Action).toBe('secretsmanager:GetSecretValue');
  return Resource;
}

describe('the role of the checker', () => {
  it('is taken by Lambda alone', () => {
    const role = onlyResource(templateOf(fleet(1)), 'AWS::IAM::Role', 'CheckerRole').Properties;
    expect(role.AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  });

  it('allows what a run writes, and nothing else', () => {
    const { statements, arnOf, topics } = statementsOf(fleet(1));
    expect(statements).toEqual([
      {
        Sid: 'Log',
        Effect: 'Allow',
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: arnOf('AWS::Logs::LogGroup', 'CheckerLog'),
      },
      {
        Sid: 'Metrics',
        Effect: 'Allow',
        Action: 'cloudwatch:PutMetricData',
        Resource: '*',
        Condition: { StringEquals: { 'cloudwatch:namespace': NAMESPACE } },
      },
      {
        Sid: 'States',
        Effect: 'Allow',
        Action: [
          'dynamodb:BatchGetItem',
          'dynamodb:DeleteItem',
          'dynamodb:PutItem',
          'dynamodb:Query',
          'dynamodb:UpdateItem',
        ],
        Resource: arnOf('AWS::DynamoDB::Table'),
      },
      { Sid: 'Alerts', Effect: 'Allow', Action: 'sns:Publish', Resource: topics },
      { Sid: 'Addresses', Effect: 'Allow', Action: 'sns:ListSubscriptionsByTopic', Resource: topics },
    ]);
  });

  it('reads a secret that is named, with what Secrets Manager adds to its name', () => {
    const start = ['arn:', { Ref: 'AWS::Partition' }, ':secretsmanager:', { Ref: 'AWS::Region' }, ':'];
    expect(secretResource('{ secret: prod/token, key: a }')).toEqual({
      'Fn::Join': ['', [...start, { Ref: 'AWS::AccountId' }, ':secret:prod/token-??????']],
    });
  });

  it.each([
    ['whole', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/token-a1B2c3', true],
    ['without its last characters', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/token', false],
  ])('reads a secret by its ARN, %s', (_, arn, isWhole) => {
    expect(secretResource(`{ secret: "${arn}" }`)).toEqual(isWhole ? [arn, `${arn}-??????`] : `${arn}-??????`);
  });

  it('reads no more secrets than there are, each once', () => {
    const headers = 'headers: { A: { secret: one, key: a }, B: { secret: one, key: b }, C: { secret: two } }';
    const receiver = '{ id: a, ntfy: { topic: { secret: one }, token: { secret: three } } }';
    const { statements } = statementsOf(fleet(1, `${headers}\nalerts: { receivers: [${receiver}] }`));
    const found = JSON.stringify(statements).match(/secret:[a-z]+-\?{6}/g);
    expect(found).toEqual(['secret:one-??????', 'secret:three-??????', 'secret:two-??????']);
  });

  it('lets Lambda attach it to a VPC, and denies that to the code within', () => {
    const { statements } = statementsOf(fleet(1, NETWORK));
    const [allowed, denied] = statements.slice(-2);
    expect(allowed).toMatchObject({ Sid: 'Network', Effect: 'Allow', Resource: '*' });
    expect(allowed.Action).toHaveLength(6);
    for (const action of allowed.Action) expect(action).toMatch(/^ec2:/);
    expect(denied).toMatchObject({
      Effect: 'Deny',
      Action: allowed.Action,
      Condition: {
        ArnEquals: {
          'lambda:SourceFunctionArn': { 'Fn::Join': ['', expect.arrayContaining([':function:statuswatch-checker'])] },
        },
      },
    });
  });
});
