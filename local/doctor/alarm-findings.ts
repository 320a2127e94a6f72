/** The doctor's findings about the alarms: they exist, they act, and they have data. */

import { shardCount } from '../../lambda/core/invoke/invocation';
import { alarmName, checkerTitles, PAGE_ALARM_TITLES } from '../../lambda/core/message/forms/alarm-text';
import { nameSome } from '../../lambda/core/words/shown-value';
import { shellCommand } from '../input/shell-command';
import type { AlarmFact, DeployedConfig, Facts } from './facts';
import { type Finding, failed, found, ok, REVERT } from './finding';

const HOUR_MS = 3_600_000;
/** The most names in a line. */
const MOST_NAMED = 5;

/** The names of the alarms that notify people. */
function expectedAlarms({ config, deployment }: DeployedConfig): readonly string[] {
  const ofPage = deployment.page === null ? [] : Object.values(PAGE_ALARM_TITLES);
  return [...checkerTitles(shardCount(config, deployment)), ...ofPage].map((title) => alarmName(config, title));
}

/** A single finding if all is well; otherwise a finding for each kind of fault. */
export function alarmFindings({ alarms, checker }: Facts, inForce: DeployedConfig, now: number): readonly Finding[] {
  if (alarms.kind !== 'known' || checker.kind !== 'known') {
    return [found('alarms', alarms.kind === 'known' ? checker : alarms, () => ok('alarms', ''))];
  }
  const { alerts, checkerAlarms } = checker.value.topicArns;
  const expected = expectedAlarms(inForce);
  const byName = new Map(alarms.value.map((alarm) => [alarm.name, alarm]));
  const there = expected.flatMap((name) => byName.get(name) ?? []);
  const missing = expected.filter((name) => !byName.has(name));
  const off = there.filter(({ actionsEnabled }) => !actionsEnabled).map(({ name }) => name);
  const idle = there
    .filter(({ actions }) => [alerts, checkerAlarms].some((topic) => !actions.includes(topic ?? '')))
    .map(({ name }) => name);
  const blind = alarms.value.filter((alarm) => isBlind(alarm, inForce, now)).map(({ name }) => name);
  const alarming = there.filter(({ state }) => state === 'ALARM').map(({ name }) => name);
  const findings = [
    ...(alarming.length > 0
      ? [
          failed(
            'alarms',
            `in ALARM: ${nameSome(alarming, MOST_NAMED)}`,
            'docs/reference/runbook.md has a section for each alarm.',
          ),
        ]
      : []),
    ...(missing.length > 0 ? [failed('alarms', `missing: ${nameSome(missing, MOST_NAMED)}`, REVERT)] : []),
    ...(off.length > 0
      ? [
          failed(
            'alarms',
            `their actions are disabled: ${nameSome(off, MOST_NAMED)}`,
            enableCommand(off, checker.value.functionArn),
          ),
        ]
      : []),
    ...(idle.length > 0
      ? [failed('alarms', `without an action that notifies people: ${nameSome(idle, MOST_NAMED)}`, REVERT)]
      : []),
    ...(blind.length > 0
      ? [
          failed(
            'alarms',
            `without data for long: ${nameSome(blind, MOST_NAMED)}`,
            'No metric arrives. Does the function run, and is the service still in the config? Its log says what could not be checked or sent.',
          ),
        ]
      : []),
  ];
  return findings.length > 0
    ? findings
    : [ok('alarms', `all ${expected.length} alarms about the checker notify people`)];
}

function enableCommand(names: readonly string[], functionArn: string): string {
  const region = functionArn.split(':')[3] ?? '';
  return shellCommand(['aws', 'cloudwatch', 'enable-alarm-actions', '--region', region, '--alarm-names', ...names]);
}

/** Whether an alarm lacks data for long. A new alarm, and an alarm about a new metric, has no data yet. */
function isBlind({ state, since }: AlarmFact, { config }: DeployedConfig, now: number): boolean {
  return state === 'INSUFFICIENT_DATA' && now - since > Math.max(HOUR_MS, 3 * config.intervalMs);
}
