/** The page of a deployment as it is deployed: public only if the config names it, and then behind its token alone. */

import { Match } from 'aws-cdk-lib/assertions';
import { PAGE_MEMORY_MB } from '../../../lambda/core/invoke/page-function';
import { BUSY_REQUESTS, PAGE_ALARM_TITLES } from '../../../lambda/core/message/forms/alarm-text';
import { appFor, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';

const PAGE = fleet(2, 'page: { token: { secret: statuswatch/page } }');
const WHOLE = fleet(
  2,
  [
    'page: { token: { secret: prod/page, key: token }, controls: true, concurrency: 5 }',
    'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }',
    'encryption: { keyArn: "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab" }',
    'headers: { Authorization: { secret: prod/token } }',
  ].join('\n'),
);
const EVERYBODY = '*';

it('without it nothing is public', () => {
  const template = templateOf(fleet(2));
  expect(resourcesOf(template, 'AWS::Lambda::Url')).toEqual({});
  const permissions = Object.values(resourcesOf(template, 'AWS::Lambda::Permission'));
  expect(permissions.filter(({ Properties }) => Properties.Principal === EVERYBODY)).toEqual([]);
  expect(Object.keys(template.findOutputs('PageUrl'))).toEqual([]);
});

it('is refused in a region in which Lambda has no address for it, if the stack alone says the region', () => {
  expect(() => appFor(PAGE, undefined, undefined, { region: 'eu-central-2' })).toThrow(
    /^Lambda has no function URLs in eu-central-2/,
  );
});

it('with it all else stays what it was, by its logical id', () => {
  const [before, after] = [fleet(2), PAGE].map((text) => templateOf(text).toJSON().Resources);
  expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
  const added = Object.keys(after).filter((id) => !(id in before));
  for (const id of added) expect(id).toMatch(/^Page/);
});

describe('the page', () => {
  const template = templateOf(PAGE);
  const served = onlyResource(template, 'AWS::Lambda::Function', 'Page');

  // AWS Lambda developer guide, "Control access to Lambda function URLs": "Starting in October 2025, new function URLs will require both
  // lambda:InvokeFunctionUrl and lambda:InvokeFunction permissions."
  it('is reached by everybody through its address, and in no other way', () => {
    const url = onlyResource(template, 'AWS::Lambda::Url');
    const arn = { 'Fn::GetAtt': [served.id, 'Arn'] };
    expect(url.Properties).toEqual({ AuthType: 'NONE', TargetFunctionArn: arn });
    const permissions = Object.values(resourcesOf(template, 'AWS::Lambda::Permission')).map(
      ({ Properties }) => Properties,
    );
    const ofPage = permissions.filter(({ FunctionName }) => JSON.stringify(FunctionName) === JSON.stringify(arn));
    expect(ofPage).toHaveLength(2);
    expect(ofPage).toEqual(
      expect.arrayContaining([
        { Action: 'lambda:InvokeFunctionUrl', FunctionName: arn, FunctionUrlAuthType: 'NONE', Principal: EVERYBODY },
        { Action: 'lambda:InvokeFunction', FunctionName: arn, InvokedViaFunctionUrl: true, Principal: EVERYBODY },
      ]),
    );
    template.hasOutput('PageUrl', { Value: { 'Fn::GetAtt': [url.id, 'FunctionUrl'] } });
  });

  it('has the name of its secret, never its value, and takes none of the account beforehand', () => {
    expect(served.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      MemorySize: PAGE_MEMORY_MB,
      Timeout: 29,
      FunctionName: 'statuswatch-page',
      Environment: {
        Variables: {
          STATUSWATCH_TABLE: { Ref: onlyResource(template, 'AWS::DynamoDB::Table').id },
          STATUSWATCH_PAGE_SECRET: 'statuswatch/page',
        },
      },
    });
    expect(served.Properties.Environment.Variables).not.toHaveProperty('STATUSWATCH_CHECKER');
    expect(served.Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('reads the table and its token, and nothing else', () => {
    expect(statementsOf(PAGE).map(({ Sid, Action }) => [Sid, Action])).toEqual([
      ['Log', ['logs:CreateLogStream', 'logs:PutLogEvents']],
      ['Table', ['dynamodb:BatchGetItem', 'dynamodb:Query']],
      ['Token', 'secretsmanager:GetSecretValue'],
    ]);
    const [, , { Resource }] = statementsOf(PAGE);
    expect(JSON.stringify(Resource)).toContain(':secret:statuswatch/page-??????');
  });

  // AWS Lambda developer guide, "Monitoring Lambda function URLs": "Url5xxCount – The number of requests that returned a 5XX HTTP status
  // code", "UrlRequestCount – The number of requests made to this function URL". "Types of metrics for Lambda functions": "Throttles – The
  // number of invocation requests that are throttled. When all function instances are processing requests and no concurrency is available
  // to scale up, Lambda rejects additional requests with a TooManyRequestsException error." That is status 429, which is in no 5xx metric.
  it.each([
    [PAGE_ALARM_TITLES.failing, 'Url5xxCount', 1],
    [PAGE_ALARM_TITLES.throttled, 'Throttles', 1],
    [PAGE_ALARM_TITLES.busy, 'UrlRequestCount', BUSY_REQUESTS],
  ])('has an alarm "%s", which notifies both topics', (title, MetricName, Threshold) => {
    const topics = ['Alerts', 'CheckerAlarmTopic'].map((id) => ({ Ref: Match.stringLikeRegexp(`^${id}`) }));
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: `statuswatch: ${title}`,
      Namespace: 'AWS/Lambda',
      MetricName,
      Threshold,
      Statistic: 'Sum',
      TreatMissingData: 'notBreaching',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: served.id } }],
      AlarmActions: topics,
      OKActions: topics,
    });
  });
});

// AWS Lambda developer guide, "Fine-tuning the Resources and Conditions sections of policies": "If your policy references a specific
// qualified ARN, Lambda accepts requests that reference that ARN but denies requests that reference the unqualified ARN or a different
// qualified ARN".
it('with controls it invokes its alias of the checker alone, and reserves what it is told to', () => {
  const template = templateOf(WHOLE);
  const alias = onlyResource(template, 'AWS::Lambda::Alias', 'CheckerForPage');
  expect(alias.Properties).toMatchObject({
    Name: 'page',
    FunctionName: { Ref: onlyResource(template, 'AWS::Lambda::Function', 'Checker').id },
    FunctionVersion: '$LATEST',
  });
  const { FunctionName: name, Environment } = onlyResource(template, 'AWS::Lambda::Function', 'Checker').Properties;
  // By its name: the checker itself refers to the page, since alerts link to it.
  const aliasArn = {
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':lambda:',
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        `:function:${name}:page`,
      ],
    ],
  };
  expect(Environment.Variables.STATUSWATCH_LIVE_PAGE_URL).toEqual({
    'Fn::GetAtt': [onlyResource(template, 'AWS::Lambda::Url').id, 'FunctionUrl'],
  });
  const served = onlyResource(template, 'AWS::Lambda::Function', 'Page');
  expect(served.Properties.ReservedConcurrentExecutions).toBe(5);
  expect(served.Properties.VpcConfig).toBeUndefined();
  expect(served.Properties.Environment.Variables).toMatchObject({
    STATUSWATCH_PAGE_SECRET: 'prod/page',
    STATUSWATCH_PAGE_SECRET_KEY: 'token',
    STATUSWATCH_CHECKER: aliasArn,
  });
  const statements = statementsOf(WHOLE);
  expect(statements.map(({ Sid }) => Sid)).toEqual(['Log', 'Table', 'Key', 'Token', 'Controls']);
  expect(statements.at(-1)).toMatchObject({
    Action: 'lambda:InvokeFunction',
    Resource: aliasArn,
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a policy has many shapes
function statementsOf(text: string): any[] {
  const { Policies } = onlyResource(templateOf(text), 'AWS::IAM::Role', 'PageRole').Properties;
  return Policies[0].PolicyDocument.Statement;
}
