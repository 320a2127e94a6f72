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
  const pageTitles = deployment.page === null ? [] : Object.values(PAGE_ALARM_TITLES);
  return [...checkerTitles(shardCount(config, deployment)), ...pageTitles].map((title) => alarmName(config, title));
}

/** A single finding if all is well; otherwise a finding for each kind of fault. */
export function alarmFindings({ alarms, checker }: Facts, inForce: DeployedConfig, now: number): readonly Finding[] {
  if (alarms.kind !== 'known') return [found('alarms', alarms, () => ok('alarms', ''))];
  const topics = Object.values(checker.topicArns);
  const expected = expectedAlarms(inForce);
  const byName = new Map(alarms.value.map((alarm) => [alarm.name, alarm]));
  const namesOf = (all: readonly AlarmFact[], isFaulty: (alarm: AlarmFact) => boolean) =>
    all.filter(isFaulty).map(({ name }) => name);
  const existing = expected.flatMap((name) => byName.get(name) ?? []);
  const off = namesOf(existing, ({ actionsEnabled }) => !actionsEnabled);
  const kinds: readonly (readonly [what: string, names: readonly string[], fix: string])[] = [
    [
      'in ALARM',
      namesOf(existing, ({ state }) => state === 'ALARM'),
      'docs/reference/runbook.md has a section for each alarm.',
    ],
    ['missing', expected.filter((name) => !byName.has(name)), REVERT],
    [
      'their actions are disabled',
      off,
      shellCommand(['aws', 'cloudwatch', 'enable-alarm-actions', '--region', checker.region, '--alarm-names', ...off]),
    ],
    [
      'without an action that notifies people',
      namesOf(existing, ({ actions }) => topics.some((topic) => !actions.includes(topic))),
      REVERT,
    ],
    [
      'without data for long',
      namesOf(alarms.value, (alarm) => hasNoData(alarm, inForce, now)),
      'No metric arrives. Does the function run, and is the service still in the config? Its log says what could not be checked or sent.',
    ],
  ];
  const findings = kinds
    .filter(([, names]) => names.length > 0)
    .map(([what, names, fix]) => failed('alarms', `${what}: ${nameSome(names, MOST_NAMED)}`, fix));
  if (findings.length > 0) return findings;
  return [ok('alarms', `all ${expected.length} alarms about the checker notify people`)];
}

/** Whether an alarm has lacked data for long. A new alarm, and an alarm about a new metric, has no data yet. */
function hasNoData({ state, since }: AlarmFact, { config }: DeployedConfig, now: number): boolean {
  return state === 'INSUFFICIENT_DATA' && now - since > Math.max(HOUR_MS, 3 * config.intervalMs);
}
