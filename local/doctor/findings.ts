/** The doctor's conclusions: facts → findings, each with the steps to take. Pure. */

import type { Config } from '../../lambda/core/config/config';
import type { TopicRole } from '../../lambda/core/deliver/subscriptions/expected';
import { checkerFunctionName, shardCount } from '../../lambda/core/invoke/invocation';
import { latenessMs } from '../../lambda/core/metrics/lateness';
import { describeDuration } from '../../lambda/core/words/duration';
import { shellCommand } from '../input/shell-command';
import { addressFindings } from './address-findings';
import { alarmFindings } from './alarm-findings';
import { concurrencyFinding } from './concurrency-finding';
import { configDifference } from './config-difference';
import type { DeployedConfig, Facts } from './facts';
import { type Finding, failed, found, ok, REVERT, topicArnOf } from './finding';
import { pageFindings, publicPageFindings } from './page-findings';
import { receiverFindings, secretFindings } from './receiver-findings';
import { letsAlarmsPublish } from './topic-policy';

/** The config of the local file. */
export interface Local extends DeployedConfig {
  /** The name of the config's file. */
  readonly file: string;
  readonly configHash: string;
}

const DEPLOY = 'Run "npx cdk deploy".';
/** The most differing keys that are shown. */
const MOST_SHOWN = 10;
const ROLES: readonly TopicRole[] = ['alerts', 'checkerAlarms'];

/** The deployed config, if it is known; otherwise the config of the file. */
export function configInForce(deployed: Facts['deployed'], local: DeployedConfig): DeployedConfig {
  return deployed?.kind === 'known' ? deployed.value : local;
}

/** In the order of an alert's path. At least one finding for each checked part. `now` in milliseconds since 1970. */
export function findingsOf(facts: Facts, local: Local, now: number): readonly Finding[] {
  const inForce = configInForce(facts.deployed, local);
  return [
    runFinding(facts, inForce, now),
    scheduleFinding(facts, inForce),
    concurrencyFinding(facts, inForce),
    ...addressFindings(facts, inForce),
    ...alarmFindings(facts, inForce, now),
    policyFinding(facts),
    slackFinding(facts, inForce),
    ...receiverFindings(facts, inForce, now),
    ...secretFindings(facts),
    ...pageFindings(facts),
    ...publicPageFindings(facts, inForce, now),
    found('table', facts.table, () => ok('table', 'the table answers')),
    configFinding(facts, local),
  ];
}

function runFinding({ heartbeats, checker }: Facts, { config, deployment }: DeployedConfig, now: number): Finding {
  const region = checker.kind === 'known' ? ['--region', checker.value.functionArn.split(':')[3] ?? ''] : [];
  const fix = [
    'Is the schedule enabled (below)? Then read the end of the log:',
    shellCommand([
      'aws',
      'logs',
      'tail',
      `/aws/lambda/${checkerFunctionName(config.name)}`,
      ...region,
      '--since',
      '1h',
    ]),
  ];
  return found('runs', heartbeats, (beats) => {
    const shards = shardCount(config, deployment);
    const nameOf = (shard: number) => (shards === 1 ? 'the function' : `part ${shard} of ${shards}`);
    const late = beats.filter(({ at }) => at === null || now - at > lookBackMs(config));
    if (late.length > 0) {
      const names = late.map(({ shard }) => nameOf(shard)).join(', ');
      return failed(
        'runs',
        `${names} has not run, or sent no metrics, for ${describeDuration(lookBackMs(config))}`,
        ...fix,
      );
    }
    const idle = beats.filter(({ checked }) => checked < 1).map(({ shard }) => nameOf(shard));
    if (idle.length > 0) return failed('runs', `${idle.join(', ')} runs, but could check no service`, ...fix);
    const oldest = Math.min(...beats.map(({ at }) => at ?? 0));
    const who = shards === 1 ? 'the function' : `each of ${shards} parts`;
    return ok('runs', `${who} has run within ${describeDuration(Math.max(60_000, now - oldest))}`);
  });
}

/** The longest time without a run: two intervals, and the delay of metrics. The alarm on silence waits as long. */
export function lookBackMs({ intervalMs }: Config): number {
  return 2 * intervalMs + latenessMs(intervalMs);
}

function scheduleFinding({ schedules, checker }: Facts, { config, deployment }: DeployedConfig): Finding {
  return found('schedule', schedules, (all) => {
    const wanted = shardCount(config, deployment);
    const own = all.filter(({ targetArn }) => checker.kind !== 'known' || targetArn === checker.value.functionArn);
    const disabled = own.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name);
    if (disabled.length > 0)
      return failed('schedule', `disabled in the group ${config.name}: ${disabled.join(', ')}`, REVERT);
    if (own.length < wanted) {
      const counted = `${own.length} of ${wanted} schedules start the function`;
      return failed('schedule', `${counted}; they belong into the group ${config.name}`, REVERT);
    }
    return ok('schedule', wanted === 1 ? 'the schedule is enabled' : `all ${wanted} schedules are enabled`);
  });
}

function policyFinding({ policies, checker }: Facts): Finding {
  const unknown = ROLES.map((role) => policies[role]).find(({ kind }) => kind !== 'known');
  if (unknown) return found('topics', unknown, () => ok('topics', ''));
  const shut = ROLES.filter((role) => {
    const policy = policies[role];
    return policy.kind === 'known' && !letsAlarmsPublish(policy.value, topicArnOf(checker, role));
  });
  if (shut.length === 0) return ok('topics', 'CloudWatch may publish to both topics');
  const arns = shut.map((role) => topicArnOf(checker, role)).join(' and ');
  return failed('topics', `CloudWatch may not publish to ${arns}: no alarm reaches anybody by it`, REVERT);
}

function slackFinding({ slack, checker }: Facts, { deployment }: DeployedConfig): Finding {
  if (slack === null || deployment.slack === null) return ok('slack', 'the config names no channel');
  const { workspaceId, channelId } = deployment.slack;
  if (checker.kind !== 'known') return found('slack', checker, () => ok('slack', ''));
  return found('slack', slack, (channels) => {
    const own = channels.find((each) => each.workspaceId === workspaceId && each.channelId === channelId);
    if (own === undefined)
      return failed('slack', `no channel ${channelId} of the workspace ${workspaceId} is configured`, REVERT);
    if (own.state === 'DISABLED') {
      return failed(
        'slack',
        `the channel ${channelId} is disabled`,
        'A policy of your organization denies it: ask who manages it.',
      );
    }
    const topicArn = topicArnOf(checker, 'alerts');
    if (topicArn !== '' && own.topicArns.includes(topicArn))
      return ok('slack', `the channel ${channelId} has the topic`);
    return failed('slack', `the channel ${channelId} does not have the topic ${topicArn}`, REVERT);
  });
}

function configFinding({ checker, deployed }: Facts, local: Local): Finding {
  return found('config', checker, ({ configHash }) => {
    if (configHash === local.configHash) return ok('config', `the deployed config is ${local.file}`);
    if (configHash === null)
      return failed(
        'config',
        'the deployed config can not be compared: another version of statuswatch deployed it',
        DEPLOY,
      );
    if (deployed?.kind !== 'known') {
      const why =
        deployed === null ? '' : found('config', deployed, () => ok('config', '')).text.replace('not checked: ', '');
      return failed('config', `the deployed config is not ${local.file}; the differences are unknown: ${why}`, DEPLOY);
    }
    const lines = configDifference(local, deployed.value);
    const hidden = 'The differences are hidden: values of headers or certificates, or another version of statuswatch.';
    const more = lines.length > MOST_SHOWN ? [`and ${lines.length - MOST_SHOWN} more`] : [];
    return failed(
      'config',
      `the deployed config is not ${local.file} (here → deployed)`,
      ...(lines.length === 0 ? [hidden] : [...lines.slice(0, MOST_SHOWN), ...more]),
      'Run "npx cdk diff", then "npx cdk deploy", or use the file that was deployed.',
    );
  });
}
