/** The alarms about the checker itself, for faults that it can't report itself. Each notifies people, and again once it is over. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { retriesOf } from '../../lambda/core/invoke/invocation';
import { CHECKER_ALARM_TITLES, checkerAlarmTexts } from '../../lambda/core/message/forms/alarm-text';
import { runPeriod } from '../cloudwatch-metrics';
import { runsWithinLimits } from './evaluation';
import { addSilentAlarm } from './silent-alarms';
import { addUndeliveredAlarms } from './undelivered-alarms';

interface CheckerAlarmsProps {
  readonly config: Config;
  /** The number of invocations that share a run's services. */
  readonly shards: number;
  readonly checker: IFunction;
  /** The group of the schedules that start it. */
  readonly schedules: IScheduleGroup;
  /** The topic of all alerts, and of the alarms about the checker. */
  readonly topic: ITopic;
  /** The topic of only the alarms about the checker. */
  readonly checkerTopic: ITopic;
  /** The mails that SNS could not deliver. */
  readonly undelivered: IQueue;
}

export class CheckerAlarms extends Construct {
  constructor(scope: Construct, id: string, props: CheckerAlarmsProps) {
    super(scope, id);
    const { config, shards, checker, schedules, topic, checkerTopic, undelivered } = props;
    const sum = { period: runPeriod(config), statistic: 'Sum' };
    const alarms = [
      addSilentAlarm(this, config, shards),
      this.alarm('Failing', config, CHECKER_ALARM_TITLES.failing, {
        text: 'Runs of the checker end in errors: alerts, metrics or incidents may be late, or no service could be reached. The log of the checker says what failed, and why.',
        metric: checker.metricErrors(sum),
        ...twiceInFiveRuns(config),
      }),
      this.alarm('Throttled', config, CHECKER_ALARM_TITLES.throttled, {
        text: "Lambda delays or drops runs of the checker: services are checked late or not at all. Other functions use up the account's concurrency.",
        metric: checker.metricThrottles(sum),
        ...twiceInFiveRuns(config),
      }),
      // Counts runs that could not be started, as they are dropped: a letter stays in the queue for a day, and would hide the next. A run
      // that was started and failed is the alarm "checker failing".
      this.alarm('DeadLetters', config, CHECKER_ALARM_TITLES.deadLetters, {
        text: 'Runs of the checker could not be started. The messages in the dead-letter queue say which runs, and why. Nothing has to be repeated; the messages are deleted after a day.',
        ...dropped(config, schedules),
      }),
    ];
    const actions = [topic, checkerTopic].map((each) => new SnsAction(each));
    for (const alarm of alarms) {
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
    }
    addUndeliveredAlarms(this, config, { topic, checkerTopic, undelivered });
  }

  /** An alarm on an event that should never occur. */
  private alarm(id: string, config: Config, title: string, { text, ...counted }: AlarmSpec): Alarm {
    return new Alarm(this, id, {
      ...checkerAlarmTexts(config, title, text),
      ...counted,
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

interface AlarmSpec {
  readonly text: string;
  readonly metric: IMetric;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm?: number;
}

/**
 * With a short interval each start is tried once, and the next run makes up for a dropped one. With a longer interval a dropped start was
 * retried for minutes, and services are not checked until the next run.
 */
function dropped(config: Config, schedules: IScheduleGroup) {
  const sumOf = (period: Duration) => schedules.metricDropped({ period, statistic: 'Sum' });
  return retriesOf(config).attempts === 0
    ? { metric: sumOf(runPeriod(config)), ...twiceInFiveRuns(config) }
    : { metric: sumOf(Duration.minutes(5)), evaluationPeriods: 1 };
}

/** The next run makes up for a single failed run, so one failed run notifies nobody. */
function twiceInFiveRuns(config: Config) {
  return { evaluationPeriods: runsWithinLimits(config, 5), datapointsToAlarm: 2 };
}
