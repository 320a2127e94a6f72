/** The doctor's conclusions: facts → findings, each with the steps to take. Pure. */

import type { Config } from '../../lambda/core/config/config';
import { checkerFunctionName, shardCount } from '../../lambda/core/invoke/invocation';
import { latenessMs } from '../../lambda/core/metrics/metrics';
import { describeDuration } from '../../lambda/core/words/duration';
import { shellCommand } from '../input/shell-command';
import { addressFindings } from './address-findings';
import { alarmFindings } from './alarm-findings';
import { concurrencyFinding } from './concurrency-finding';
import { configDifference } from './config-difference';
import type { DeployedConfig, Facts, HeartbeatFact, PageAnswer } from './facts';
import { type Finding, failed, found, ok, REVERT, whyUnknown } from './finding';
import { receiverFindings, secretFindings } from './receiver-findings';

/** The config of the local file. */
export interface Local extends DeployedConfig {
  /** The name of the config's file. */
  readonly file: string;
  readonly configHash: string;
}

/** The most differing keys that are shown. */
const MOST_SHOWN = 10;

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
    ...receiverFindings(facts, inForce, now),
    ...secretFindings(facts),
    ...pageFindings(facts),
    ...facts.further,
    found('table', facts.table, () => ok('table', 'the table answers')),
    configFinding(facts, local),
  ];
}

function runFinding({ heartbeats, checker }: Facts, { config, deployment }: DeployedConfig, now: number): Finding {
  const log = `/aws/lambda/${checkerFunctionName(config.name)}`;
  const fix = [
    'Is the schedule enabled (below)? Then read the end of the log:',
    shellCommand(['aws', 'logs', 'tail', log, '--region', checker.region, '--since', '1h']),
  ];
  return found('runs', heartbeats, (beats) => {
    const shards = shardCount(config, deployment);
    const name = ({ shard }: HeartbeatFact) => (shards === 1 ? 'the function' : `part ${shard} of ${shards}`);
    const late = beats.filter(({ at }) => at === null || now - at > lookBackMs(config)).map(name);
    const since = describeDuration(lookBackMs(config));
    if (late.length > 0)
      return failed('runs', `${late.join(', ')} has not run, or sent no metrics, for ${since}`, ...fix);
    const idle = beats.filter(({ checked }) => checked < 1).map(name);
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
    const own = all.filter(({ targetArn }) => targetArn === checker.functionArn);
    const disabled = own.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name);
    if (disabled.length > 0)
      return failed('schedule', `disabled in the group ${config.name}: ${disabled.join(', ')}`, REVERT);
    if (own.length < wanted) {
      const counted = `${own.length} of ${wanted} schedules start the function`;
      return failed('schedule', `${counted}; they belong in the group ${config.name}`, REVERT);
    }
    return ok('schedule', wanted === 1 ? 'the schedule is enabled' : `all ${wanted} schedules are enabled`);
  });
}

function configFinding({ checker: { configHash }, deployed }: Facts, local: Local): Finding {
  if (configHash === local.configHash) return ok('config', `the deployed config is ${local.file}`);
  if (deployed === null)
    return failed(
      'config',
      "the deployed config can't be compared: another version of statuswatch deployed it",
      'Run "npx cdk deploy".',
    );
  const differs = `the deployed config is not ${local.file}`;
  if (deployed.kind !== 'known')
    return failed('config', `${differs}; the differences are unknown: ${whyUnknown(deployed)}`);
  const lines = configDifference(local, deployed.value);
  const hidden = 'The differences are hidden: values of headers or certificates, or another version of statuswatch.';
  const more = lines.length > MOST_SHOWN ? [`and ${lines.length - MOST_SHOWN} more`] : [];
  return failed(
    'config',
    `${differs} (here → deployed)`,
    ...(lines.length === 0 ? [hidden] : [...lines.slice(0, MOST_SHOWN), ...more]),
    'Run "npx cdk diff", then "npx cdk deploy", or use the file that was deployed.',
  );
}

/** The most characters of an answer that are shown. */
const ANSWER_SHOWN = 100;

/** The findings about the live page; none if there is no page. */
function pageFindings({ page }: Facts): readonly Finding[] {
  if (page === null) return [];
  return page.kind === 'known' ? page.value.map(pageFinding) : [found('page', page, () => ok('page', ''))];
}

/** A page that can't read its token, or whose token can be guessed, answers with 503. */
function pageFinding({ url, status, text }: PageAnswer): Finding {
  if (status === 403 && /<form[^>]+method="post"/i.test(text)) return ok('page', `${url} shows its login`);
  if (status === 401 && url.endsWith('/metrics')) return ok('page', `${url} asks for its token`);
  const [line = ''] = text.trim().split('\n');
  const shown = line.startsWith('<') || line === '' ? '' : `: ${line.slice(0, ANSWER_SHOWN)}`;
  return failed(
    'page',
    `${url} lets nobody in: HTTP ${status}${shown}`,
    'If its token was missing or too weak, put another one into its secret: the page reads it within five minutes.',
  );
}
