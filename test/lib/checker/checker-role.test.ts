/** What the checker may do, to the letter. */

import { NAMESPACE } from '../../../lambda/core/metrics/metrics';
import { deployable, fleet, onlyResource, templateOf } from '../../support/aws/synthesis';

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

/** The statements of a config with these services that are asked with signatures: address, name and ARN. */
function signedOf(services: readonly string[]) {
  const lines = services.map((service, index) => {
    const [baseUrl, name, arn] = service.split(' ');
    const resource = arn === undefined ? '' : `, resource: "${arn}"`;
    return `  - { id: s${index}, baseUrl: "${baseUrl}", auth: { sigv4: { service: ${name}, region: eu-west-1${resource} } } }`;
  });
  const { statements } = statementsOf(['services:', ...lines].join('\n'));
  return { statements: statements.filter(({ Sid }: { Sid: string }) => Sid.startsWith('Signed')) };
}

function isDeployable(text: string): boolean {
  try {
    return deployable(text).ok;
  } catch {
    return false;
  }
}

/** The longest value of each reference, as IAM gets it. */
const LONG_VALUES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-1',
  'AWS::AccountId': '123456789012',
};

function withLongValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongValues);
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return LONG_VALUES[Ref] ?? 'x'.repeat(120);
  if (attribute !== undefined) return 'x'.repeat(160);
  if (Array.isArray(join)) return (join[1] as unknown[]).map(withLongValues).join('');
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withLongValues(each)]));
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
      {
        Sid: 'DeadLetters',
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: arnOf('AWS::SQS::Queue', 'DeadLetters'),
      },
    ]);
  });

  describe('is never larger than IAM accepts', () => {
    const EVERYTHING = [
      NETWORK,
      `name: ${'n'.repeat(40)}`,
      'encryption: { keyArn: "arn:aws:kms:ap-southeast-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab" }',
      'statusPage: { title: Status, services: [{ id: s0, name: Shop }] }',
    ];
    const secretId = (index: number) => `prod/payments/status-token-${String(index).padStart(4, '0')}`;
    const arn = (index: number) =>
      `arn:aws:secretsmanager:ap-southeast-1:123456789012:secret:${secretId(index)}-a1B2c3`;
    const text = (count: number, id: (index: number) => string) =>
      [
        ...EVERYTHING,
        'services:',
        ...Array.from(
          { length: count },
          (_, index) =>
            `  - { id: s${index}, baseUrl: "https://s${index}.shop.com", auth: { bearer: { secret: "${id(index)}" } } }`,
        ),
      ].join('\n');

    // IAM user guide, "IAM and AWS STS quotas": "Role policy size can't exceed 10,240 characters." "IAM doesn't count white space when
    // calculating the size of a policy against these quotas."
    it.each([
      ['names', secretId],
      ['ARNs', arn],
    ])('with as many %s of secrets as a config may have', (_, id) => {
      const most = Array.from({ length: 120 }, (_each, count) => count)
        .slice(1)
        .filter((count) => isDeployable(text(count, id)))
        .at(-1) as number;
      expect(() => deployable(text(most + 1, id))).toThrow(
        `needs permissions for ${most + 1} secrets, more than fit into the role of a function (10,240 characters); expected fewer secrets (one secret can hold many keys) in a deployment`,
      );
      const { statements } = statementsOf(text(most, id));
      const size = JSON.stringify(withLongValues(statements)).length;
      expect(size).toBeLessThanOrEqual(10_240);
      // Otherwise configs are refused that could be deployed.
      expect(size).toBeGreaterThan(9_500);
    });
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

  it('signs for nothing unless a service is asked so', () => {
    const { statements } = statementsOf(fleet(1, 'auth: { bearer: { secret: token } }'));
    expect(JSON.stringify(statements)).not.toMatch(/Signed|execute-api/);
  });

  // Amazon API Gateway developer guide, "Control access for invoking an API": the resource is
  // "arn:aws:execute-api:region:account-id:api-id/stage/METHOD_HTTP_VERB/Resource-path".
  it('signs for an API by the ARN that follows from its address, for GET alone, each once', () => {
    const { statements } = signedOf([
      'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/prod execute-api',
      'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/test execute-api',
      'https://x9y8z7-vpce-0a1b2c3d.execute-api.eu-west-1.amazonaws.com/prod execute-api',
      'https://api.shop.internal execute-api arn:aws:execute-api:eu-west-1:123456789012:q1w2e3r4t5',
    ]);
    const apiOf = (id: string) => ({
      'Fn::Join': [
        '',
        ['arn:', { Ref: 'AWS::Partition' }, ':execute-api:eu-west-1:', { Ref: 'AWS::AccountId' }, `:${id}/*/GET/*`],
      ],
    });
    expect(statements).toEqual([
      {
        Sid: 'SignedExecuteApi',
        Effect: 'Allow',
        Action: 'execute-api:Invoke',
        Resource: [
          'arn:aws:execute-api:eu-west-1:123456789012:q1w2e3r4t5/*/GET/*',
          apiOf('a1b2c3d4e5'),
          apiOf('x9y8z7'),
        ],
      },
    ]);
  });

  // Service Authorization Reference, "Actions, resources, and condition keys for Amazon Managed Service for Prometheus": "CreateAlertManagerAlerts |
  // Grants permission to create alerts | Write | workspace*", "arn:${Partition}:aps:${Region}:${Account}:workspace/${WorkspaceId}".
  it('signs for Alertmanagers by the ARN that follows from their addresses, to send alerts alone', () => {
    const workspace = (id: string) => `https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-${id}/alertmanager`;
    const arn = 'arn:aws:aps:eu-west-1:123456789012:workspace/ws-3c-4d';
    const { statements } = statementsOf(
      [
        'alerts:',
        '  receivers:',
        `    - { id: own, alertmanager: { urls: ["${workspace('1a-2b')}"], auth: { sigv4: { service: aps, region: eu-west-1 } } } }`,
        `    - { id: other, alertmanager: { urls: ["${workspace('3c-4d')}"], auth: { sigv4: { service: aps, region: eu-west-1, resource: "${arn}" } } } }`,
        fleet(1),
      ].join('\n'),
    );
    expect(statements.filter(({ Sid }: { Sid: string }) => Sid.startsWith('Signed'))).toEqual([
      {
        Sid: 'SignedAps',
        Effect: 'Allow',
        Action: 'aps:CreateAlertManagerAlerts',
        Resource: [
          arn,
          {
            'Fn::Join': [
              '',
              ['arn:', { Ref: 'AWS::Partition' }, ':aps:eu-west-1:', { Ref: 'AWS::AccountId' }, ':workspace/ws-1a-2b'],
            ],
          },
        ],
      },
    ]);
  });

  // Amazon API Gateway developer guide, "Control access for invoking an API": the resource is "…:api-id/stage-name/METHOD_HTTP_VERB/resource-path-specifier".
  it('signs for a webhook with the methods that it can have, and reads its secrets', () => {
    const api = (id: string) => `https://${id}.execute-api.eu-west-1.amazonaws.com`;
    const { statements } = statementsOf(
      [
        'alerts:',
        '  receivers:',
        '    - id: hook',
        '      webhook:',
        `        url: ${api('a1')}/alerts`,
        '        body: {}',
        '        headers: { X-Key: { secret: hook-key } }',
        '        auth: { sigv4: { service: execute-api, region: eu-west-1 } }',
        `        on: { resolved: { url: "${api('b2')}/alerts/{{ key }}" }, updated: { url: { secret: hook-url } } }`,
        fleet(1),
      ].join('\n'),
    );
    const signed = statements.filter(({ Sid }: { Sid: string }) => Sid.startsWith('Signed'));
    expect(signed).toEqual([expect.objectContaining({ Action: 'execute-api:Invoke' })]);
    expect(JSON.stringify(signed)).toMatch(/:a1\/\*\/P\*\/\*.*:b2\/\*\/P\*\/\*/);
    const { Resource } = statements.find(({ Sid }: { Sid: string }) => Sid === 'Secrets');
    expect(JSON.stringify(Resource)).toMatch(/secret:hook-key-.*secret:hook-url-/);
  });

  // Service Authorization Reference, "Actions, resources, and condition keys for Amazon EventBridge": "PutEvents | Grants permission to send custom
  // events | Write | event-bus*", "arn:${Partition}:events:${Region}:${Account}:event-bus/${EventBusName}".
  it('puts events on the buses of the config alone, also on those of another account', () => {
    const arn = 'arn:aws:events:eu-west-1:210987654321:event-bus/central';
    const { statements } = statementsOf(
      [
        'alerts:',
        '  receivers:',
        `    - { id: central, eventbridge: { bus: "${arn}" } }`,
        '    - { id: own, eventbridge: { bus: ops } }',
        '    - { id: far, eventbridge: { bus: default, region: us-east-1 } }',
        fleet(1),
      ].join('\n'),
    );
    const own = (region: unknown, name: string) => ({
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ...(typeof region === 'string' ? [`:events:${region}:`] : [':events:', region, ':']),
          { Ref: 'AWS::AccountId' },
          `:event-bus/${name}`,
        ],
      ],
    });
    expect(statements.filter(({ Sid }: { Sid: string }) => Sid.startsWith('Signed'))).toEqual([
      {
        Sid: 'SignedEvents',
        Effect: 'Allow',
        Action: 'events:PutEvents',
        Resource: [arn, own({ Ref: 'AWS::Region' }, 'ops'), own('us-east-1', 'default')],
      },
    ]);
  });

  it('reads the secrets of Alertmanagers too', () => {
    const { statements } = statementsOf(
      [
        'alerts:',
        '  receivers:',
        '    - { id: am, alertmanager: { urls: ["https://am.internal"], auth: { bearer: { secret: am-token } }, headers: { X-Org: { secret: am-org } } } }',
        fleet(1),
      ].join('\n'),
    );
    const { Resource } = statements.find(({ Sid }: { Sid: string }) => Sid === 'Secrets');
    expect(JSON.stringify(Resource)).toMatch(/secret:am-org-.*secret:am-token-/);
  });

  // AWS Lambda developer guide, "Control access to Lambda function URLs": "Starting in October 2025, new function URLs will require both
  // lambda:InvokeFunctionUrl and lambda:InvokeFunction permissions."
  it('signs for the address of a function by both permissions, and may invoke it in no other way', () => {
    const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
    const { statements } = signedOf([`https://abc.lambda-url.eu-west-1.on.aws lambda ${arn}`]);
    expect(statements).toEqual([
      { Sid: 'SignedUrls', Effect: 'Allow', Action: 'lambda:InvokeFunctionUrl', Resource: arn },
      {
        Sid: 'SignedByUrlAlone',
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: arn,
        Condition: { Bool: { 'lambda:InvokedViaFunctionUrl': true } },
      },
    ]);
  });

  it.each([
    ['vpc-lattice-svcs', 'vpc-lattice-svcs:Invoke', 'arn:aws:vpc-lattice:eu-west-1:123456789012:service/svc-0a1b2c3d'],
    ['es', 'es:ESHttpGet', 'arn:aws:es:eu-west-1:123456789012:domain/search'],
  ])('signs for %s by %s, with all paths below', (service, action, arn) => {
    const { statements } = signedOf([`https://a.internal ${service} ${arn}`]);
    expect(statements).toMatchObject([{ Effect: 'Allow', Action: action, Resource: `${arn}/*` }]);
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
