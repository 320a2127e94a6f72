/** The checker: its function, its permissions, its log and its network. */

import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { configHash } from '../../lambda/core/config/config-hash';
import { secretIds } from '../../lambda/core/config/secrets';
import {
  type Alias as AliasName,
  checkerFunctionName,
  ENVIRONMENT,
  LIVE_PAGE_URL,
} from '../../lambda/core/invoke/invocation';
import type { ConsoleLinks } from '../console-links';
import { FunctionLog } from '../functions/built-function';
import { CheckerFunction } from './checker-function';
import { CheckerNetwork } from './checker-network';
import { type CheckerFiles, CheckerRole } from './checker-role';
import { signedArns } from './signed-statements';

interface CheckerProps {
  readonly config: Config;
  readonly deployment: Deployment;
  readonly table: Table;
  /** The topic that its alerts go to. */
  readonly topic: ITopic;
  /** The topic of the alarms about it. */
  readonly checkerTopic: ITopic;
  /** The queue for starts that are dropped. */
  readonly deadLetters: IQueue;
  /** The key that encrypts table, topic and log; `null` if there is none. */
  readonly key: IKey | null;
  readonly links: ConsoleLinks;
  /** The dashboard that its alerts link to; `null` if there is none. */
  readonly dashboardUrl: string | null;
  /** The live page that its alerts link to; `null` if there is none. */
  readonly pageUrl: string | null;
  /** The ARNs of the functions that confirm outages; empty if there are none. */
  readonly regions: readonly string[];
  /** The files that it writes after runs; `null` for none. */
  readonly files: CheckerFiles | null;
}

export interface AddedChecker {
  readonly checker: CheckerFunction;
  readonly role: IRole;
  readonly logGroupName: string;
  /** The checker's own security group; `null` if it is in no network, or in groups of the config. */
  readonly ownGroupId: string | null;
}

/** Adds the parts to the scope itself: a construct around them would change the logical ids of deployed resources. */
export function addChecker(scope: Construct, props: CheckerProps): AddedChecker {
  const { config, deployment, table, topic, checkerTopic, deadLetters, key } = props;
  const { links, dashboardUrl, pageUrl, files, regions } = props;
  const functionName = checkerFunctionName(config.name);
  const logGroupName = `/aws/lambda/${functionName}`;
  const logGroup = new FunctionLog(scope, 'CheckerLog', logGroupName, key);
  const network =
    deployment.network && new CheckerNetwork(scope, 'Network', { name: config.name, network: deployment.network });
  const role = new CheckerRole(scope, 'CheckerRole', {
    functionName,
    table,
    topic,
    checkerTopic,
    logGroup,
    deadLetters,
    key,
    secrets: secretIds(config),
    signed: signedArns(scope, config),
    regions,
    inVpc: network !== null,
    files,
  });
  const checker = new CheckerFunction(scope, 'Checker', {
    functionName,
    config,
    deployment,
    logGroup,
    deadLetters,
    vpcConfig: network?.vpcConfig ?? null,
    // The role has all that the checker needs; CDK would add more.
    role: role.withoutPolicyUpdates(),
    environment: {
      [ENVIRONMENT.table]: table.tableName,
      [ENVIRONMENT.topicArn]: topic.topicArn,
      [ENVIRONMENT.checkerTopicArn]: checkerTopic.topicArn,
      [ENVIRONMENT.configHash]: configHash(config, deployment),
      ...(dashboardUrl !== null && { [ENVIRONMENT.dashboardUrl]: dashboardUrl }),
      [ENVIRONMENT.logsUrl]: links.logsUrl(logGroupName),
      ...(pageUrl !== null && { [LIVE_PAGE_URL]: pageUrl }),
      ...(deployment.slack?.buttons && { [ENVIRONMENT.slackChannel]: deployment.slack.channelId }),
      ...files?.environment,
    },
  });
  const addAlias = (id: string, aliasName: AliasName, description: string) =>
    new Alias(scope, id, { aliasName, version: checker.latestVersion, description });
  addAlias('CheckerForConfig', 'config', 'What statuswatch doctor may invoke: it can read the config');
  if (deployment.slack?.buttons) {
    const can = 'it can silence and acknowledge, and ask services again';
    addAlias('CheckerForChat', 'chat', `What the Slack channel may invoke: ${can}`);
  }
  if (deployment.page?.controls)
    addAlias('CheckerForPage', 'page', 'What the page may invoke: it can silence, acknowledge and check services');
  return { checker, role, logGroupName, ownGroupId: network?.ownGroupId ?? null };
}
