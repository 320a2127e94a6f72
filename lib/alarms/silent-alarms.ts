/** The alarms about a silent checker: an alarm for each part, and one that notifies people of any of them. */

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
import { type Part, WHOLE } from '../../lambda/core/config/part';
import {
  CHECKER_ALARM_TITLES,
  CHECKER_SILENT_TEXT,
  checkerAlarmTexts,
  PARTS_SILENT_TEXT,
  partSilentText,
  partSilentTitle,
  silentTitle,
} from '../../lambda/core/message/forms/alarm-text';
import { METRICS, partNumber } from '../../lambda/core/metrics/metrics';
import { partMetric } from '../cloudwatch-metrics';
import { silentRuns, warmUpMinutes } from './evaluation';

const SECTION = CHECKER_ALARM_TITLES.silent;

/**
 * Adds the alarms, and returns the alarm that notifies people, however many parts are silent. Each part has an alarm of its own,
 * so that new parts have new alarms: only a new alarm waits for data.
 */
export function addSilentAlarm(scope: Construct, config: Config, shards: number): AlarmBase {
  if (shards === 1) return silentAlarm(scope, 'Silent', config, WHOLE, SECTION, CHECKER_SILENT_TEXT);
  const alarms = Array.from({ length: shards }, (_, shard) => {
    const part = { shard, shards };
    const number = partNumber(part);
    return silentAlarm(scope, `SilentPart${number}`, config, part, partSilentTitle(number), partSilentText(number));
  });
  const { alarmName, alarmDescription } = checkerAlarmTexts(config, silentTitle(shards), PARTS_SILENT_TEXT, SECTION);
  return new CompositeAlarm(scope, 'SilentParts', {
    compositeAlarmName: alarmName,
    alarmDescription,
    alarmRule: AlarmRule.anyOf(...alarms),
  });
}

/** Goes into ALARM if no run of the part checks any service, or if its metrics don't arrive. A run that leaves services out fails. */
function silentAlarm(scope: Construct, id: string, config: Config, part: Part, title: string, text: string): Alarm {
  const runs = silentRuns(config);
  const alarm = new Alarm(scope, id, {
    ...checkerAlarmTexts(config, title, text, SECTION),
    metric: partMetric(config, part, METRICS.servicesChecked),
    // A higher threshold would be wrong: if services are added, the runs before the deployment have checked fewer.
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: runs,
    datapointsToAlarm: runs,
    treatMissingData: TreatMissingData.BREACHING,
  });
  // Without it, a new alarm would take the time before the first run for a silence.
  const resource = alarm.node.defaultChild as CfnAlarm;
  resource.warmUpConfiguration = { warmUpPeriodDurationInMinutes: warmUpMinutes(config) };
  // The property is newer than the schemas of cfn-lint 1.51.
  resource.addMetadata('cfn-lint', { config: { ignore_checks: ['E3002'] } });
  return alarm;
}
