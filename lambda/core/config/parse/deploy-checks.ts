/** Faults of a config that only matter when it is deployed. */

import { countResources, MOST_RESOURCES, MOST_SHARDS } from '../../invoke/count-resources';
import { checkingLimitMs, longestCheckMs, shardCount } from '../../invoke/invocation';
import { pageRegionFault, slackRegionFault } from '../../invoke/regions';
import { formatDuration } from '../../words/duration';
import { reachOf } from '../addresses';
import type { Config, Deployment } from '../config';
import { REGIONS } from '../regions';
import type { SoundConfig } from '../schema/config-schema';
import { secretIds } from '../secrets';
import { signedResource, signedResources } from '../signed-services';
import { type Requests, requestsOf } from './credentials';
import type { ConfigDocument } from './document';
import type { ConfigFault } from './fault';
import { type ConfigSource, isHttpAddress } from './outside';
import { receiverDeployFaults } from './receivers';

const MINUTE_MS = 60_000;

export function deployFaults(
  sound: SoundConfig,
  document: ConfigDocument,
  probing: ConfigSource['probing'],
): ConfigFault[] {
  return [
    ...takenName(sound, document),
    ...missingInRegion(document),
    ...partialMinutes(sound, document),
    ...confirmFaults(sound, document),
    ...receiverDeployFaults(sound, document, probing),
    ...unknownPermissions(requestsOf(sound, document), document),
  ];
}

/**
 * The rest of the interval after the time for the outputs. If a run takes longer, Lambda ends it before it
 * has notified anybody. This assumes that every service of an invocation is sick at once.
 */
export function overlongInvocation(config: Config, deployment: Deployment, document: ConfigDocument): ConfigFault[] {
  const shards = shardCount(config, deployment);
  const longest = longestCheckMs(config, shards);
  const limit = checkingLimitMs(config, shards);
  if (longest <= limit) return [];
  const [longestText, intervalText, limitText] = [longest, config.intervalMs, limit].map(formatDuration);
  const alone = checkingLimitMs(config, 1);
  const turns = `, since ${shards} invocations take turns in notifying`;
  // Without other invocations it would be short enough.
  const isForTurns = longest <= alone;
  const keys = [...(isForTurns ? ['servicesPerInvocation'] : []), 'timeout', 'retry', 'concurrency', 'interval'];
  const cause = keys.find((key) => document.get([key]) !== undefined) ?? 'services';
  const what = `makes a run too long for a deployment: if all services fail, checking takes ${longestText}, but an interval of ${intervalText} leaves only ${limitText} for it${isForTurns ? turns : ''}`;
  const expected = `${isForTurns ? 'more servicesPerInvocation, ' : ''}less for timeout and retry, or a longer interval`;
  return [document.keyFault([cause], `${what}; expected ${expected}`)];
}

export function tooManyShards(config: Config, deployment: Deployment, document: ConfigDocument): ConfigFault[] {
  const shards = shardCount(config, deployment);
  if (shards <= MOST_SHARDS) return [];
  const key = document.get(['servicesPerInvocation']) === undefined ? 'services' : 'servicesPerInvocation';
  const what = `makes ${shards} parts of the services, and a deployment has ${MOST_SHARDS} at most`;
  return [document.keyFault([key], `${what}; expected more servicesPerInvocation`)];
}

/** Finds deployments that CloudFormation would refuse after it has created hundreds of resources. */
export function tooManyResources(config: Config, deployment: Deployment, document: ConfigDocument): ConfigFault[] {
  const count = countResources(config, deployment);
  if (count <= MOST_RESOURCES) return [];
  const what = `makes about ${count} resources with ${config.services.length} services; CloudFormation takes ${MOST_RESOURCES} in a stack`;
  return [document.keyFault(['services'], `${what}; expected fewer addresses in alerts.subscriptions, or fewer parts`)];
}

/**
 * The deployment's schedules are in a group of its name.
 * Source: EventBridge Scheduler user guide, "Managing a schedule group": "Your AWS account comes with a `default` scheduler
 * group."
 */
function takenName({ name }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  if (name !== 'default') return [];
  return [document.fault(['name'], 'expected another name: each account already has a schedule group of this name')];
}

/** Finds keys for things that AWS doesn't offer in the region of the config. */
function missingInRegion(document: ConfigDocument): ConfigFault[] {
  const region = document.get(['deploy', 'region']);
  if (typeof region !== 'string') return [];
  const used = [
    [['page'], pageRegionFault(region)],
    [['alerts', 'slack'], slackRegionFault(region)],
  ] as const;
  return used.flatMap(([path, fault]) =>
    document.get(path) === undefined || fault === null ? [] : [document.keyFault(path, `can't be deployed: ${fault}`)],
  );
}

/** EventBridge Scheduler counts in whole minutes. */
function partialMinutes({ interval }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  if (interval === undefined || interval.ms % MINUTE_MS === 0) return [];
  return [document.fault(['interval'], 'expected whole minutes, such as 1m: a deployed schedule has no seconds')];
}

/** Finds signed requests whose permissions are not known: AWS would refuse each of them. */
function unknownPermissions(requests: readonly Requests[], document: ConfigDocument): ConfigFault[] {
  const faults = requests.flatMap((each) =>
    each.addresses.flatMap((address) => permissionFault(each, address, document)),
  );
  return [...new Map(faults.map((fault) => [fault.key, fault])).values()];
}

function permissionFault(
  { authPath, auth, signable }: Requests,
  address: string,
  document: ConfigDocument,
): ConfigFault[] {
  const { service, resource } = auth?.sigv4 ?? {};
  if (service === undefined) return [];
  const path = [...authPath, 'auth', 'sigv4'];
  const known = Object.hasOwn(signable, service) ? signable[service] : undefined;
  if (!known) {
    const [first, ...others] = Object.keys(signable);
    const names = others.length === 0 ? first : `one of ${[first, ...others].join(', ')}`;
    return [document.fault([...path, 'service'], `expected ${names}: a deployment knows the permissions of no other`)];
  }
  if (resource !== undefined) {
    return known.arn.test(resource) ? [] : [document.fault([...path, 'resource'], `expected the ARN of ${known.what}`)];
  }
  if (signedResource({ service, resource: null }, address, signable) !== null) return [];
  const expected = `needs the key resource, since the address does not tell it; expected the ARN of ${known.what}`;
  return [document.keyFault(path, expected)];
}

/** Source: IAM user guide, "IAM and AWS STS quotas": of all inline policies of a role "10,240 characters", without white space. */
const ROLE_LIMIT = 10_240;
/** The most that the statements without secrets and signatures take; a test measures it. */
const OTHER_STATEMENTS = 3_600;
/** An ARN in a policy has quotes and a comma. */
const PUNCTUATION = 3;
/** The longest part of an ARN beside the id of its API. */
const REST_OF_ARN = 64;
const SECRET_ARN = 'arn:aws-us-gov:secretsmanager:ap-southeast-1:123456789012:secret:-??????'.length;

const REGION_ARN = 'arn:aws:lambda:ap-southeast-1:123456789012:function:-confirm-ap-southeast-1'.length;

/** CloudFormation would refuse the checker's role. */
export function tooLargeRole(config: Config, _: Deployment, document: ConfigDocument): ConfigFault[] {
  const resources = signedResources(config);
  const arns = new Set(resources.map(({ arn, own, below }) => `${arn ?? own?.resource.padEnd(REST_OF_ARN)}${below}`));
  const secrets = secretIds(config);
  const sizes = [
    ...(config.confirmFrom ?? []).map(() => REGION_ARN + config.name.length + PUNCTUATION),
    // A function is in two statements.
    ...[...arns].map((arn) => (arn.length + PUNCTUATION) * (arn.includes(':function:') ? 2 : 1)),
    // A name may end like the characters that Secrets Manager adds: such an ARN is in the policy twice.
    ...secrets.map(
      (id) => (id.startsWith('arn:') ? 2 * id.length + 2 * PUNCTUATION : SECRET_ARN + id.length) + PUNCTUATION,
    ),
  ];
  if (sizes.reduce((sum, size) => sum + size, 0) <= ROLE_LIMIT - OTHER_STATEMENTS) return [];
  const parts = [
    [secrets.length, 'secrets', 'fewer secrets (one secret can hold many keys)'],
    [arns.size, 'signed resources', 'fewer services with auth.sigv4'],
  ] as const;
  const needing = parts.filter(([count]) => count > 0);
  const needed = needing.map(([count, what]) => `${count} ${what}`).join(' and ');
  const fewer = needing.map(([, , expected]) => expected).join(', or ');
  const what = `needs permissions for ${needed}, more than fit into the role of a function (10,240 characters)`;
  return [document.keyFault(['services'], `${what}; expected ${fewer} in a deployment`)];
}

/** The regions that confirm reach public addresses alone, and get no client certificate. */
function confirmFaults({ confirmFrom, services = [] }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  if (!confirmFrom) return [];
  const home = document.get(['deploy', 'region']);
  const atKey = (expected: string) => document.keyFault(['confirmFrom'], expected);
  return [
    ...(typeof home === 'string' ? [] : [atKey('needs deploy.region: the regions that confirm are other ones')]),
    ...(typeof home === 'string' && !REGIONS.includes(home)
      ? [atKey(`can't be used in ${home}: expected a deploy.region in the same partition of AWS`)]
      : []),
    ...confirmFrom.flatMap((region, index) =>
      region === home ? [document.fault(['confirmFrom', index], 'expected another region than deploy.region')] : [],
    ),
    ...(document.get(['network']) === undefined
      ? []
      : [atKey("can't be used with network: other regions can't reach the addresses in it")]),
    ...services.flatMap((service, index) => (service?.confirmFrom === 'none' ? [] : serviceFaults(index, document))),
  ];
}

function serviceFaults(index: number, document: ConfigDocument): ConfigFault[] {
  const path = ['services', index];
  const baseUrl = document.get([...path, 'baseUrl']);
  const isPrivate = isHttpAddress(baseUrl) && reachOf(baseUrl) === 'private';
  const client = document.get([...path, 'tls', 'client']) ?? document.get(['tls', 'client']);
  // It is shown only with TLS.
  const hasClient = client !== undefined && isHttpAddress(baseUrl) && new URL(baseUrl).protocol === 'https:';
  const remedy = 'expected "confirmFrom: none" in this service';
  return [
    ...(isPrivate ? [document.fault([...path, 'baseUrl'], `${remedy}: other regions can't reach it`)] : []),
    ...(hasClient ? [document.keyFault(path, `has a client certificate, which stays here; ${remedy}`)] : []),
  ];
}
