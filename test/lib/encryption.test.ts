/** A key of one's own: what it encrypts, and who may use it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fleet, onlyResource, PRIVATE_YAML, resourcesOf, templateOf } from '../support/aws/synthesis';

const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';

const ENCRYPTED = ['AWS::SNS::Topic', 'AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::Logs::LogGroup'] as const;

describe('with a key', () => {
  const template = templateOf(PRIVATE_YAML);

  it.each([
    ['AWS::SNS::Topic', 2, { KmsMasterKeyId: KEY }],
    ['AWS::DynamoDB::Table', 1, { SSESpecification: { KMSMasterKeyId: KEY, SSEEnabled: true, SSEType: 'KMS' } }],
    ['AWS::SQS::Queue', 2, { KmsMasterKeyId: KEY }],
    ['AWS::Logs::LogGroup', 2, { KmsKeyId: KEY }],
  ])('every %s is encrypted by it', (type, count, properties) => {
    const found = Object.values(resourcesOf(template, type));
    expect(found).toHaveLength(count);
    for (const { Properties } of found) expect(Properties).toMatchObject(properties);
  });

  // Amazon SNS developer guide, on encrypted topics: publishers need "kms:GenerateDataKey* and kms:Decrypt" for the key.
  // EventBridge Scheduler user guide, "Troubleshooting", of an encrypted dead-letter queue: "kms:Decrypt",
  // "kms:GenerateDataKey". Of the table: what Table.grantReadData and Table.grantWriteData of the CDK grant.
  it.each([
    [
      'CheckerRole',
      ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
      ['dynamodb', 'secretsmanager', 'sns', 'sqs'],
    ],
    ['WidgetRole', ['kms:Decrypt', 'kms:DescribeKey'], ['dynamodb', 'secretsmanager']],
    ['ScheduleRole', ['kms:Decrypt', 'kms:GenerateDataKey'], ['sqs']],
  ])(
    'the %s may use it as it needs to, through these services alone, and no other key',
    (prefix, actions, services) => {
      const role = onlyResource(template, 'AWS::IAM::Role', prefix).Properties;
      const statements = role.Policies[0].PolicyDocument.Statement.filter((each: object) =>
        JSON.stringify(each).includes('kms:'),
      );
      // AWS KMS developer guide, "AWS KMS condition keys": kms:ViaService "limits use of a KMS key to requests from specified AWS services".
      const names = services.map((service) => ({
        'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com*']],
      }));
      const Condition = { StringLike: { 'kms:ViaService': names } };
      expect(statements).toEqual([{ Sid: 'Key', Effect: 'Allow', Action: actions, Resource: KEY, Condition }]);
    },
  );
});

interface KeyStatement {
  readonly Principal: { readonly Service: string };
  readonly Action: string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

// An imported key's policy can't be changed, so docs/how-to/secrets.md#your-own-key has the statements.
it('its policy, as the docs have it, lets in the services that no role stands for', () => {
  const docs = readFileSync(join(__dirname, '../../docs/how-to/secrets.md'), 'utf8');
  const [, json = ''] = /```json\n(.*?)```/s.exec(docs) ?? [];
  const statements: KeyStatement[] = JSON.parse(json);
  expect(statements.map(({ Principal, Action }) => [Principal.Service, Action])).toEqual([
    ['cloudwatch.amazonaws.com', ['kms:Decrypt', 'kms:GenerateDataKey*']],
    ['scheduler.amazonaws.com', ['kms:Decrypt', 'kms:GenerateDataKey']],
    // Amazon SNS developer guide, "Amazon SNS dead-letter queues": "To use an encrypted Amazon SQS queue as a dead-letter queue, you must
    // use a custom KMS with a key policy that grants the Amazon SNS service principal access to AWS KMS API actions."
    ['sns.amazonaws.com', ['kms:Decrypt', 'kms:GenerateDataKey*']],
    [
      'logs.eu-central-1.amazonaws.com',
      ['kms:Encrypt*', 'kms:Decrypt*', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
    ],
  ]);
  // EventBridge Scheduler user guide, "Confused deputy prevention": "Use aws:SourceAccount if you want to
  // allow any resource in that account to be associated with the cross-service use."
  for (const { Condition } of statements) expect(JSON.stringify(Condition)).toContain('123456789012');
  expect(statements.map(({ Condition }) => Object.values(Condition ?? {}).flatMap(Object.keys))).toEqual([
    ['aws:SourceAccount'],
    ['aws:SourceAccount'],
    ['aws:SourceArn'],
    ['kms:EncryptionContext:aws:logs:arn'],
  ]);
});

it('without one there is none, and nobody may use any', () => {
  const template = templateOf(fleet(1));
  expect(JSON.stringify(template.toJSON())).not.toContain('kms:');
  for (const type of ENCRYPTED) {
    expect(JSON.stringify(resourcesOf(template, type))).not.toMatch(/Kms(Master)?KeyId|SSESpecification/i);
  }
});
