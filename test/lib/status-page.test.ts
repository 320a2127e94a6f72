/** The page for the public as it is deployed: who may read and write its bucket, what CloudFront says, and where it lies. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { HEADER_POLICY } from '../../lambda/core/public/content-policy';
import { readEnvironment } from '../../lambda/core/run/invocation';
import { appFor, onlyResource, resourcesOf, templateOf } from '../support/aws/synthesis';

const YAML = readFileSync(join(__dirname, '../fixtures/deploy-status-page.yaml'), 'utf8');
const ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab';
const ELSEWHERE = YAML.replace(
  '  title: Company status',
  `  title: Company status\n  region: eu-west-1\n  domain: status.company.com\n  certificateArn: "${ARN}"`,
);

describe('in the stack of the checker', () => {
  const template = templateOf(YAML);
  const bucket = onlyResource(template, 'AWS::S3::Bucket');
  const { DistributionConfig: distribution } = onlyResource(template, 'AWS::CloudFront::Distribution').Properties;

  it('is a bucket that nobody reads but this distribution, by HTTPS', () => {
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    const policy = onlyResource(template, 'AWS::S3::BucketPolicy').Properties.PolicyDocument.Statement;
    const allowed = policy.filter((one: { readonly Effect: string }) => one.Effect === 'Allow');
    expect(allowed.map((one: { readonly Action: string }) => one.Action)).toEqual([
      // Of what empties the bucket when the stack is deleted.
      expect.arrayContaining(['s3:DeleteObject*']),
      's3:GetObject',
    ]);
    expect(JSON.stringify(allowed[1])).toContain('AWS:SourceArn');
    expect(policy).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    expect(
      onlyResource(template, 'AWS::CloudFront::OriginAccessControl').Properties.OriginAccessControlConfig,
    ).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
  });

  // All files are written anew at a new day: a badge that is a week old is of a component that has left the page.
  it('forgets the badges and strips of what has left the page, and nothing else', () => {
    expect(bucket.Properties.LifecycleConfiguration.Rules).toEqual([
      { ExpirationInDays: 7, Prefix: 'badges/', Status: 'Enabled' },
      { ExpirationInDays: 7, Prefix: 'strips/', Status: 'Enabled' },
    ]);
  });

  it('is served with a policy of contents, by HTTPS alone, and says 404 of what is not there', () => {
    expect(distribution).toMatchObject({
      DefaultRootObject: 'index.html',
      DefaultCacheBehavior: { ViewerProtocolPolicy: 'redirect-to-https', Compress: true },
      CustomErrorResponses: [{ ErrorCode: 403, ResponseCode: 404, ResponsePagePath: '/404.html' }],
    });
    const { ResponseHeadersPolicyConfig: headers } = onlyResource(
      template,
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).Properties;
    expect(headers.SecurityHeadersConfig).toMatchObject({
      ContentSecurityPolicy: { ContentSecurityPolicy: HEADER_POLICY },
      ContentTypeOptions: { Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000 },
    });
    expect(headers.CorsConfig).toMatchObject({
      AccessControlAllowOrigins: { Items: ['*'] },
      AccessControlAllowCredentials: false,
    });
    const { CachePolicyConfig: cache } = onlyResource(template, 'AWS::CloudFront::CachePolicy').Properties;
    expect(cache).toMatchObject({ MinTTL: 0, DefaultTTL: 15, MaxTTL: 86_400 });
  });

  it('is written by the checker, which may do nothing else with it', () => {
    const { Policies } = onlyResource(template, 'AWS::IAM::Role', 'CheckerRole').Properties;
    const ofPage = Policies[0].PolicyDocument.Statement.filter((one: object) => JSON.stringify(one).includes('s3:'));
    expect(ofPage).toEqual([
      {
        ...{ Sid: 'Page', Effect: 'Allow', Action: 's3:PutObject' },
        Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::', { Ref: bucket.id }, '/*']] },
      },
    ]);
    expect(variablesOf(template)).toMatchObject({
      page: { bucket: { Ref: bucket.id }, region: { Ref: 'AWS::Region' }, url: { 'Fn::Join': expect.anything() } },
    });
  });
});

function variablesOf(template: Template) {
  const functions = Object.entries(resourcesOf(template, 'AWS::Lambda::Function'));
  const [, checker] = functions.find(([id]) => id.startsWith('Checker')) ?? [];
  const { Variables } = checker?.Properties.Environment ?? {};
  return readEnvironment(Variables);
}

describe('in a region of its own', () => {
  const { app, stack } = appFor(ELSEWHERE);
  const assembly = app.synth();
  const [page, checker] = [`${stack.stackName}-status-page`, stack.stackName].map((name) =>
    assembly.getStackByName(name),
  );

  it('is a stack that is deployed before the checker', () => {
    expect([page?.environment.region, checker?.environment.region]).toEqual(['eu-west-1', 'eu-central-1']);
    expect(checker?.dependencies.map(({ id }) => id)).toContain(page?.id);
    expect(resourcesOf(Template.fromJSON(checker?.template), 'AWS::S3::Bucket')).toEqual({});
  });

  it('has a bucket that both stacks know by its name, and the domain of the config', () => {
    const template = Template.fromJSON(page?.template);
    const name = onlyResource(template, 'AWS::S3::Bucket').Properties.BucketName;
    expect(JSON.stringify(name)).toMatch(/statuswatch-public-[0-9a-f]{16}-/);
    expect(variablesOf(Template.fromJSON(checker?.template)).page).toEqual({
      ...{ bucket: name, region: 'eu-west-1', url: 'https://status.company.com/' },
    });
    expect(onlyResource(template, 'AWS::CloudFront::Distribution').Properties.DistributionConfig).toMatchObject({
      Aliases: ['status.company.com'],
      ViewerCertificate: { AcmCertificateArn: ARN, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
  });
});

it('is not there if the config has none', () => {
  const template = templateOf(YAML.replace(/statusPage:\n( .*\n)+/, ''));
  for (const type of ['AWS::S3::Bucket', 'AWS::CloudFront::Distribution'])
    expect(resourcesOf(template, type)).toEqual({});
});
