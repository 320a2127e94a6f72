/** What the widget may do, to the letter: it reads. */

import { fleet, onlyResource, templateOf } from '../../support/aws/synthesis';

const NETWORK = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }';
const SECRET = 'headers: { Authorization: { secret: prod/token } }';

describe.each([
  ['of a plain deployment', fleet(1)],
  ['of one with secrets, in a network', fleet(1, `${NETWORK}\n${SECRET}`)],
])('the role of the widget %s', (_, text) => {
  const template = templateOf(text);
  const role = onlyResource(template, 'AWS::IAM::Role', 'WidgetRole');

  it('is taken by Lambda alone, and is that of the function', () => {
    expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
    const { Role } = onlyResource(template, 'AWS::Lambda::Function', 'Widget').Properties;
    expect(Role).toEqual({ 'Fn::GetAtt': [role.id, 'Arn'] });
  });

  it('allows to read the table, to write its own log, and nothing else', () => {
    const arnOf = (type: string, prefix = '') => ({ 'Fn::GetAtt': [onlyResource(template, type, prefix).id, 'Arn'] });
    expect(role.Properties.ManagedPolicyArns).toBeUndefined();
    // What CDK grants on its own would stand in policies beside the role's.
    template.resourceCountIs('AWS::IAM::Policy', 0);
    expect(role.Properties.Policies).toHaveLength(1);
    expect(role.Properties.Policies[0].PolicyDocument.Statement).toEqual([
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
});
