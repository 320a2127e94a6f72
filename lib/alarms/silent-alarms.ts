/** The alarms about a silent checker: one for each shard, and one that notifies people of any of them. */

import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { type Shard, WHOLE } from '../../lambda/core/config/shard';
import {
  CHECKER_ALARM_TITLES,
  CHECKER_SILENT_TEXT,
  checkerAlarmTexts,
  SHARDS_SILENT_TEXT,
  shardSilentText,
  shardSilentTitle,
  silentTitle,
} from '../../lambda/core/message/forms/alarm-text';
import { shardNumber } from '../../lambda/core/metrics/metrics';
import { checkedByShard } from '../cloudwatch-metrics';
import { silentRuns, warmUpMinutes } from './evaluation';

const SECTION = CHECKER_ALARM_TITLES.silent;

/**
 * Adds the alarms, and returns the alarm that notifies people, however many shards are silent. Each shard has an alarm of its own,
 * so that new shards have new alarms: only a new alarm waits for data.
 */
export function addSilentAlarm(scope: Construct, config: Config, shards: number): AlarmBase {
  if (shards === 1) return silentAlarm(scope, 'Silent', config, WHOLE, SECTION, CHECKER_SILENT_TEXT);
  const alarms = Array.from({ length: shards }, (_, index) => {
    const shard = { index, count: shards };
    const number = shardNumber(shard);
    return silentAlarm(scope, `SilentPart${number}`, config, shard, shardSilentTitle(number), shardSilentText(number));
  });
  const { alarmName, alarmDescription } = checkerAlarmTexts(config, silentTitle(shards), SHARDS_SILENT_TEXT, SECTION);
  return new CompositeAlarm(scope, 'SilentParts', {
    compositeAlarmName: alarmName,
    alarmDescription,
    alarmRule: AlarmRule.anyOf(...alarms),
  });
}

/** Goes into ALARM if no run of the shard checks any service, or if its metrics don't arrive. A run that leaves services out fails. */
function silentAlarm(scope: Construct, id: string, config: Config, shard: Shard, title: string, text: string): Alarm {
  const runs = silentRuns(config);
  const alarm = new Alarm(scope, id, {
    ...checkerAlarmTexts(config, title, text, SECTION),
    metric: checkedByShard(config, shard),
    // A higher threshold would be wrong: if services are added, the runs before the deployment have checked fewer.
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: runs,
    datapointsToAlarm: runs,
    treatMissingData: TreatMissingData.BREACHING,
  });
  // Without it, a new alarm would count the time before the first run as silence.
  const resource = alarm.node.defaultChild as CfnAlarm;
  resource.warmUpConfiguration = { warmUpPeriodDurationInMinutes: warmUpMinutes(config) };
  // The property is newer than the schemas of cfn-lint 1.51.
  resource.addMetadata('cfn-lint', { config: { ignore_checks: ['E3002'] } });
  return alarm;
}
