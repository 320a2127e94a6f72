/** Adds the page for the public: to the stack, or to a stack of its own in another region. */

import { createHash } from 'node:crypto';
import { Annotations, Aws, CfnOutput, Stack, Stage, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { PAGE_VARIABLES, type PageEnvironment } from '../../lambda/status-page/core/page-environment';
import { pageStackName } from '../../lambda/status-page/core/status-page';
import { UserError } from '../../local/input/user-error';
import type { CheckerFiles } from '../checker/checker-role';
import { tagsOf } from '../tags';
import { pageBucketName, StatusPage } from './status-page';

/** `null` if the config has no page. */
export function addStatusPage(scope: Construct, config: Config, { protect, network }: Deployment): CheckerFiles | null {
  const { name, statusPage: page } = config;
  if (page === null) return null;
  if (network !== null) Annotations.of(scope).addInfoV2('statuswatch:page-in-a-network', IN_A_NETWORK);
  const { domain, region } = page;
  const stack = Stack.of(scope);
  const names = resourceNames(name, region, stack.region);
  if (region !== null) {
    const own = stackOf(scope, config, { region, protect });
    const bucketName = pageBucketName(names.bucketPrefix, region);
    const statusPage = new StatusPage(own, 'StatusPage', { name, checkerRegion: stack.region, domain, ...names });
    addOutputs(own, statusPage, page.url);
    // A resource in another stack can't be referred to from here: the bucket is known by its name, the address by the config.
    stack.addStackDependency(own);
    return { environment: environmentOf(bucketName, region, page.url ?? ''), filesArn: filesOf(bucketName) };
  }
  const statusPage = new StatusPage(scope, 'StatusPage', { name, checkerRegion: Aws.REGION, domain, ...names });
  addOutputs(scope, statusPage, page.url);
  const { bucketName } = statusPage.bucket;
  const url = addressOf(statusPage, page.url);
  return { environment: environmentOf(bucketName, Aws.REGION, url), filesArn: filesOf(bucketName) };
}

const IN_A_NETWORK =
  'the config names a network, so the public page is written through it: it needs a way to S3, such as a gateway endpoint, which is free, for a bucket in the same region, or a NAT gateway';

function environmentOf(bucket: string, region: string, url: string): CheckerFiles['environment'] {
  const values: PageEnvironment = { bucket, region, urlSuffix: Aws.URL_SUFFIX, owner: Aws.ACCOUNT_ID, url };
  const names = Object.entries(PAGE_VARIABLES) as [keyof PageEnvironment, string][];
  return Object.fromEntries(names.map(([key, name]) => [name, values[key]]));
}

interface OwnStack {
  readonly region: string;
  readonly protect: boolean;
}

function stackOf(scope: Construct, config: Config, { region, protect }: OwnStack): Stack {
  const stage = Stage.of(scope);
  if (stage === undefined) throw new Error('a status page with a region needs an app or a stage around its stack');
  const { account, region: checkerRegion } = Stack.of(scope);
  if (Token.isUnresolved(checkerRegion)) {
    throw new UserError(
      'statusPage.region needs to know the region of the checker, which is a part of the name of the page’s stack: set deploy.region in the config, or "env" of the stack in your own app',
    );
  }
  const stackName = pageStackName(config.name, checkerRegion);
  const id = Token.isUnresolved(account) ? stackName : `${stackName}-${account}`;
  if (stage.node.tryFindChild(id) !== undefined) {
    throw new UserError(
      `there is a stack ${id} already, which would be that of the public page of "${config.name}": set another "name" in one of the configs`,
    );
  }
  return new Stack(stage, id, {
    stackName,
    env: { account, region },
    description: `statuswatch: the public page of ${config.name} in ${checkerRegion}`,
    tags: tagsOf(config),
    terminationProtection: protect,
  });
}

/** The most characters of the deployment's name in a bucket's name: with a hash, an account, a region and `-an` it has 63 at most. */
const NAME_SHOWN = 20;
/** In hex digits. */
const HASH_LENGTH = 10;

/**
 * The names of the page's resources. Names in CloudFront are unique in an account, whatever region a stack is in. So they have the region of
 * the checker, and a hash that differs for each deployment and each place of its page: while a page moves, both places exist.
 * Source: Amazon CloudFront API reference, "CreateResponseHeadersPolicy": "ResponseHeadersPolicyAlreadyExists: A response headers policy
 * with this name already exists. You must provide a unique name."
 */
function resourceNames(name: string, region: string | null, checkerRegion: string) {
  const shown = name.slice(0, NAME_SHOWN);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return {
    resourceName: `${shown}-${checkerRegion}-${hashOf(`${name} ${region ?? ''}`)}`,
    // In the checker's own region the bucket needs no other region in its name.
    bucketPrefix: `${shown}-${hashOf(`${name} ${region === null ? '' : `${region} ${checkerRegion}`}`)}`,
  };
}

function filesOf(bucketName: string): string {
  return `arn:${Aws.PARTITION}:s3:::${bucketName}/*`;
}

function addressOf({ distribution }: StatusPage, url: string | null): string {
  return url ?? `https://${distribution.distributionDomainName}/`;
}

function addOutputs(scope: Construct, statusPage: StatusPage, url: string | null): void {
  new CfnOutput(scope, 'StatusPageUrl', { description: 'The public page', value: addressOf(statusPage, url) });
  new CfnOutput(scope, 'StatusPageTarget', {
    description: "The target of the CNAME or alias record of the page's domain",
    value: statusPage.distribution.distributionDomainName,
  });
}
