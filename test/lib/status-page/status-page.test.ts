/** The page for the public as it is deployed: who may read and write its bucket, what CloudFront says, and where it lies. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readPageEnvironment } from '../../../lambda/status-page/core/page-environment';
import { StatuswatchStack } from '../../../lib/statuswatch-stack';
import { appFor, emptyApp, onlyResource, propsOf, resourcesOf, templateOf } from '../../support/aws/synthesis';

const YAML = readFileSync(join(__dirname, '../../fixtures/deploy-status-page.yaml'), 'utf8');
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
  it('forgets the badges of components that have left the page, and nothing else', () => {
    expect(bucket.Properties.LifecycleConfiguration.Rules).toEqual([
      { ExpirationInDays: 7, Prefix: 'badges/', Status: 'Enabled' },
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
      // The page's own element has the hashes of its style and script, which CloudFront would learn of at another time.
      ContentSecurityPolicy: { ContentSecurityPolicy: "frame-ancestors 'none'" },
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
        Sid: 'Page',
        Effect: 'Allow',
        Action: 's3:PutObject',
        // IAM user guide, "AWS global condition context keys", `aws:ResourceAccount`: "Use this key to compare the requested resource
        // owner's AWS account ID with the resource account in the policy."
        Condition: { StringEquals: { 'aws:ResourceAccount': { Ref: 'AWS::AccountId' } } },
        Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::', { Ref: bucket.id }, '/*']] },
      },
    ]);
    expect(placeIn(template)).toMatchObject({
      bucket: { Ref: bucket.id },
      region: { Ref: 'AWS::Region' },
      // CloudFormation user guide, "Pseudo parameters reference", `AWS::URLSuffix`: "The suffix is typically amazonaws.com, but might
      // differ by Region. For example, the suffix for the China (Beijing) Region is amazonaws.com.cn."
      urlSuffix: { Ref: 'AWS::URLSuffix' },
      owner: { Ref: 'AWS::AccountId' },
      url: { 'Fn::Join': expect.anything() },
    });
  });
});

function placeIn(template: Template) {
  const functions = Object.entries(resourcesOf(template, 'AWS::Lambda::Function'));
  const [, checker] = functions.find(([id]) => id.startsWith('Checker')) ?? [];
  const { Variables } = checker?.Properties.Environment ?? {};
  return readPageEnvironment(Variables);
}

describe('in a region of its own', () => {
  const { app, stack } = appFor(ELSEWHERE);
  const assembly = app.synth();
  const [page, checker] = [`${stack.stackName}-status-page-eu-central-1`, stack.stackName].map((name) =>
    assembly.getStackByName(name),
  );

  it('is a stack that is deployed before the checker', () => {
    expect([page?.environment.region, checker?.environment.region]).toEqual(['eu-west-1', 'eu-central-1']);
    expect(checker?.dependencies.map(({ id }) => id)).toContain(page?.id);
    expect(resourcesOf(Template.fromJSON(checker?.template), 'AWS::S3::Bucket')).toEqual({});
  });

  it('has a bucket that both stacks know by its name, and the domain of the config', () => {
    const template = Template.fromJSON(page?.template);
    const { BucketNamePrefix: prefix, BucketNamespace: namespace } = onlyResource(
      template,
      'AWS::S3::Bucket',
    ).Properties;
    expect([prefix, namespace]).toEqual([
      expect.stringMatching(/^statuswatch-public-[0-9a-f]{10}$/),
      'account-regional',
    ]);
    // Amazon S3 user guide, "Namespaces for general purpose buckets": "Bucket names must follow the format
    // bucket-name-prefix-accountId-region-an".
    const name = { 'Fn::Join': ['', [`${prefix}-`, { Ref: 'AWS::AccountId' }, '-eu-west-1-an']] };
    expect(placeIn(Template.fromJSON(checker?.template))).toEqual({
      bucket: name,
      region: 'eu-west-1',
      urlSuffix: { Ref: 'AWS::URLSuffix' },
      owner: { Ref: 'AWS::AccountId' },
      url: 'https://status.company.com/',
    });
    expect(onlyResource(template, 'AWS::CloudFront::Distribution').Properties.DistributionConfig).toMatchObject({
      Aliases: ['status.company.com'],
      ViewerCertificate: { AcmCertificateArn: ARN, MinimumProtocolVersion: 'TLSv1.2_2025' },
    });
  });
});

// Amazon CloudFront API reference, "CreateResponseHeadersPolicy": "ResponseHeadersPolicyAlreadyExists: A response headers policy with this name already exists. You must provide a
// unique name." Names of origin access controls have at most 64 characters, those of buckets 63.
describe('beside others of the account', () => {
  const LONG = 'a-name-that-is-as-long-as-a-name-may-be1';
  /** The names that an account has once: of the distribution's policies, and of the bucket. */
  function namesOf(text: string, env?: Environment) {
    const { app } = appFor(text, undefined, undefined, env);
    const template = app
      .synth()
      .stacks.map((each) => Template.fromJSON(each.template))
      .find((each) => Object.keys(resourcesOf(each, 'AWS::S3::Bucket')).length > 0) as Template;
    const nameIn = (type: string, config: string) =>
      textOf(onlyResource(template, `AWS::CloudFront::${type}`).Properties[config].Name);
    const policies = [
      nameIn('OriginAccessControl', 'OriginAccessControlConfig'),
      nameIn('ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig'),
      nameIn('CachePolicy', 'CachePolicyConfig'),
    ];
    return { policies, bucket: bucketNameIn(template) };
  }
  /** As CloudFormation would write it in a region and an account of which the names are the longest. */
  const textOf = (value: unknown) => {
    const { 'Fn::Join': join } = Object(value) as { 'Fn::Join'?: [string, readonly unknown[]] };
    const parts = join === undefined ? [value] : join[1];
    const known = { 'AWS::Region': 'us-isof-south-1', 'AWS::AccountId': '123456789012' } as const;
    const written = parts.map((part) =>
      typeof part === 'string' ? part : known[(part as { Ref: keyof typeof known }).Ref],
    );
    return written.join(join?.[0] ?? '');
  };
  // Amazon S3 user guide, "Namespaces for general purpose buckets": "Bucket names must follow the format bucket-name-prefix-accountId-region-an".
  const bucketNameIn = (template: Template) => {
    const { BucketNamePrefix, BucketName } = onlyResource(template, 'AWS::S3::Bucket').Properties;
    return BucketName === undefined ? `${BucketNamePrefix}-123456789012-us-isof-south-1-an` : textOf(BucketName);
  };
  const named = (text: string, name: string) => text.replace('statuswatch-public', name);
  const moved = (text: string, region: string) =>
    text.replace('deploy: { region: eu-central-1 }', `deploy: { region: ${region} }`);

  it.each([
    ['within the stack', YAML],
    ['in a region of its own', ELSEWHERE],
  ])('has names of its own in each region, and for each deployment: %s', (_, text) => {
    const all = [text, moved(text, 'us-east-1'), named(text, LONG), named(text, LONG.replace(/1$/, '2'))].map((each) =>
      namesOf(each),
    );
    // Within the stack the region is a token, which CloudFormation fills in.
    const distinct = text === YAML ? [all[0], all[2], all[3]] : all;
    expect(new Set(distinct.flatMap((each) => each?.policies[0])).size).toBe(distinct.length);
    for (const { policies, bucket } of all) {
      expect(policies.every((policy) => /-(us-isof-south-1|eu-central-1|us-east-1)-/.test(policy))).toBe(true);
      expect(Math.max(...policies.map((policy) => policy.length))).toBeLessThanOrEqual(64);
      expect(bucket.length).toBeLessThanOrEqual(63);
    }
  });

  // The same page: "You can create buckets in your account regional namespace in all AWS Regions except Middle East (Bahrain) and Middle East
  // (UAE)."
  it('has a bucket in the global namespace where the region has no other', () => {
    const { bucket } = namesOf(ELSEWHERE.replace('region: eu-west-1', 'region: me-central-1'));
    expect(bucket).toMatch(/^statuswatch-public-[0-9a-f]{10}-123456789012$/);
  });

  it('has another name while it moves to another region, or into one of its own', () => {
    const places = [YAML, ELSEWHERE, ELSEWHERE.replace('region: eu-west-1', 'region: eu-west-2')];
    const names = places.map((each) => namesOf(each, { region: 'eu-central-1' }).policies[0]);
    expect(new Set(names).size).toBe(3);
  });

  it('shares nothing with that of the same name in another region, whose page is in the same one', () => {
    const stacks = ['eu-central-1', 'us-east-1'].map((region) => moved(ELSEWHERE, region));
    const app = emptyApp();
    for (const [index, text] of stacks.entries()) new StatuswatchStack(app, `watch-${index}`, propsOf(text));
    const pages = app.synth().stacks.filter(({ stackName }) => stackName.includes('-status-page'));
    expect(pages.map(({ stackName }) => stackName).sort()).toEqual([
      'statuswatch-public-status-page-eu-central-1',
      'statuswatch-public-status-page-us-east-1',
    ]);
    const buckets = pages.map(({ template }) => bucketNameIn(Template.fromJSON(template)));
    expect(new Set(buckets).size).toBe(2);
  });

  it('refuses a stack that has the name already, and one of which the region is not known', () => {
    const app = emptyApp();
    new Stack(app, 'statuswatch-public-status-page-eu-central-1');
    expect(() => new StatuswatchStack(app, 'one', propsOf(ELSEWHERE))).toThrow(
      'there is a stack statuswatch-public-status-page-eu-central-1 already, which would be that of the public page of "statuswatch-public"',
    );
    const nowhere = ELSEWHERE.replace(/^deploy:.*\n/m, '');
    expect(() => new StatuswatchStack(emptyApp(), 'one', propsOf(nowhere))).toThrow(
      /^statusPage\.region needs to know the region of the checker/,
    );
  });
});

it.each([false, true])('is protected from termination as the checker is: %p', (protect) => {
  const { app } = appFor(ELSEWHERE.replace('deploy: {', `deploy: { protect: ${protect},`));
  expect(app.synth().stacks.map(({ terminationProtection = false }) => terminationProtection)).toEqual([
    protect,
    protect,
  ]);
});

it('is not there if the config has none', () => {
  const template = templateOf(YAML.replace(/statusPage:\n( .*\n)+/, ''));
  for (const type of ['AWS::S3::Bucket', 'AWS::CloudFront::Distribution'])
    expect(resourcesOf(template, type)).toEqual({});
});
