/** The public page: a private bucket, and CloudFront in front of it. */

import { Aws, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  CachePolicy,
  Distribution,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, BucketNamespace, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { HEADER_POLICY } from '../../lambda/status-page/core/content-policy';
import type { StatusPage as Page } from '../../lambda/status-page/core/status-page';

export interface StatusPageProps {
  /** The name of the deployment. */
  readonly name: string;
  readonly checkerRegion: string;
  readonly domain: Page['domain'];
  /** The name of the resources in CloudFront beside the distribution; no other page of the account may have the same. */
  readonly resourceName: string;
  /** How the name of its bucket begins. */
  readonly bucketPrefix: string;
}

/** How long CloudFront serves its copies while S3 is unreachable: files have their own `stale-if-error`. */
const LONGEST_CACHED = Duration.days(1);
const USUALLY_CACHED = Duration.seconds(15);
/** All files are written each day; a file that was not written for so long belongs to a component that has left the page. */
const LEFT_FOR = Duration.days(7);

/** The content of the page is derived from the table: it is deleted with the stack. */
export class StatusPage extends Construct {
  readonly bucket: Bucket;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: StatusPageProps) {
    const { name, checkerRegion, domain, resourceName, bucketPrefix } = props;
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // Everybody may read it, so a key of your own would protect nothing.
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
      lifecycleRules: [{ prefix: 'badges/', expiration: LEFT_FOR }],
      ...(hasAccountNamespace(Stack.of(this).region)
        ? { bucketNamePrefix: bucketPrefix, bucketNamespace: BucketNamespace.ACCOUNT_REGIONAL }
        : { bucketName: `${bucketPrefix}-${Aws.ACCOUNT_ID}` }),
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Public page of ${name} in ${checkerRegion}`,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        // If S3 is unreachable, CloudFront should serve its copy soon.
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket, {
          originAccessControl: new S3OriginAccessControl(this, 'AccessControl', {
            originAccessControlName: resourceName,
          }),
          // The CDK would make it from the path, which has the id of the stack.
          originId: 'files',
          connectionAttempts: 1,
          connectionTimeout: Duration.seconds(3),
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: cachePolicyOf(this, resourceName),
        responseHeadersPolicy: headersPolicyOf(this, resourceName),
      },
      // S3 answers 403 for a missing file to those who may not list a bucket.
      errorResponses: [
        { httpStatus: 403, responseHttpStatus: 404, responsePagePath: '/404.html', ttl: USUALLY_CACHED },
      ],
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2025,
      }),
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason: 'Everybody may read the page, and only the checker writes it: its own log says when',
    });
    acknowledgeOpenness(this.distribution, domain === null);
  }
}

/**
 * The full name of the bucket: in the account's own namespace, where nobody else can take it once it is deleted, if the region has one.
 * Source: Amazon S3 user guide, "Namespaces for general purpose buckets": "bucket-name-prefix-accountId-region-an".
 */
export function pageBucketName(prefix: string, region: string): string {
  return `${prefix}-${Aws.ACCOUNT_ID}${hasAccountNamespace(region) ? `-${region}-an` : ''}`;
}

/**
 * Source: same page: "You can create buckets in your account regional namespace in all AWS Regions except Middle East (Bahrain) and
 * Middle East (UAE)."
 */
function hasAccountNamespace(region: string): boolean {
  return region !== 'me-south-1' && region !== 'me-central-1';
}

/** CloudFront asks S3 for a file at most once in fifteen seconds, as the files allow. Only the path of a request matters. */
function cachePolicyOf(scope: Construct, cachePolicyName: string): CachePolicy {
  return new CachePolicy(scope, 'Caching', {
    cachePolicyName,
    minTtl: Duration.seconds(0),
    defaultTtl: USUALLY_CACHED,
    maxTtl: LONGEST_CACHED,
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/** Programs in a browser may read the JSON and the feed from elsewhere: everything in them is public. */
function headersPolicyOf(scope: Construct, responseHeadersPolicyName: string): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: HEADER_POLICY, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    corsBehavior: {
      accessControlAllowOrigins: ['*'],
      accessControlAllowMethods: ['GET', 'HEAD'],
      accessControlAllowHeaders: ['*'],
      accessControlAllowCredentials: false,
      originOverride: true,
    },
  });
}

function acknowledgeOpenness(distribution: Distribution, hasDefaultCertificate: boolean): void {
  const reasons: Readonly<Record<string, string>> = {
    CFR1: 'The page is for everybody, wherever they are',
    CFR2: 'The page is static files for everybody: there is no input that a firewall could look at',
    CFR3: 'Who reads the page is nobody else’s business, and nothing of it is needed',
    ...(hasDefaultCertificate && {
      CFR4: 'CloudFront’s own domain has CloudFront’s own certificate and policy: statusPage.domain sets others',
    }),
  };
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(distribution).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
}
