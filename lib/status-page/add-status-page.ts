/** Adds the page for the public: to the stack, or to one of its own in another region. */

import { Aws, CfnOutput, Stack, Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../../lambda/core/config/config';
import type { PageEnvironment } from '../../lambda/core/run/invocation';
import { shortDigest } from '../../lambda/core/words/short-digest';
import { tagsOf } from '../tags';
import { StatusPage } from './status-page';

/** What the checker needs of the page, and may do with it. */
export interface AddedStatusPage {
  readonly environment: PageEnvironment;
  /** The ARN of all files of the page. */
  readonly filesArn: string;
}

/** `null` if the config has no page. */
export function addStatusPage(
  scope: Construct,
  config: Pick<Config, 'name' | 'statusPage'>,
  { statusPage: place }: Pick<Deployment, 'statusPage'>,
): AddedStatusPage | null {
  const { name, statusPage: page } = config;
  if (page === null || place === null) return null;
  const { domain, region } = place;
  if (region !== null) {
    const bucketName = nameOfBucket(name, region);
    const own = stackOf(scope, config, region);
    addOutputs(own, new StatusPage(own, 'StatusPage', { name, domain, bucketName }), page.url);
    // What is in another stack can't be referred to from here: the name says it, and the config says the address.
    Stack.of(scope).addStackDependency(own);
    return { environment: { bucket: bucketName, region, url: page.url ?? '' }, filesArn: filesOf(bucketName) };
  }
  const statusPage = new StatusPage(scope, 'StatusPage', { name, domain });
  addOutputs(scope, statusPage, page.url);
  const { bucketName } = statusPage.bucket;
  return {
    environment: { bucket: bucketName, region: Aws.REGION, url: addressOf(statusPage, page.url) },
    filesArn: filesOf(bucketName),
  };
}

function stackOf(scope: Construct, config: Pick<Config, 'name'>, region: string): Stack {
  const stage = Stage.of(scope);
  if (stage === undefined) throw new Error('a status page with a region needs an app or a stage around its stack');
  return new Stack(stage, `${config.name}-status-page`, {
    env: { account: Stack.of(scope).account, region },
    description: `statuswatch: the page for the public of ${config.name}`,
    tags: tagsOf(config),
  });
}

/** How much of the name of a deployment its bucket has in its own: with a hash and the account it must not be over 63 characters. */
const NAME_SHOWN = 20;

/** Names of buckets are unique in all accounts: this has the account in it. */
function nameOfBucket(name: string, region: string): string {
  return `${name.slice(0, NAME_SHOWN)}-${shortDigest(`${name} ${region}`)}-${Aws.ACCOUNT_ID}`;
}

function filesOf(bucketName: string): string {
  return `arn:${Aws.PARTITION}:s3:::${bucketName}/*`;
}

function addressOf({ distribution }: StatusPage, url: string | null): string {
  return url ?? `https://${distribution.distributionDomainName}/`;
}

function addOutputs(scope: Construct, statusPage: StatusPage, url: string | null): void {
  new CfnOutput(scope, 'StatusPageUrl', { description: 'The page for the public', value: addressOf(statusPage, url) });
  new CfnOutput(scope, 'StatusPageTarget', {
    description: 'Where the domain of the page has to lead, by a CNAME or an alias',
    value: statusPage.distribution.distributionDomainName,
  });
}
