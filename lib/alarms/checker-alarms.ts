/** The alarms about the checker itself: faults that it can't notify of itself. Each notifies people, also once it is over. */

import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { CheckerFailingAlarm } from './checker-failing-alarm';
import { CheckerSilentAlarm } from './checker-silent-alarm';
import { CheckerThrottledAlarm } from './checker-throttled-alarm';
import { DeadLettersAlarm } from './dead-letters-alarm';

interface CheckerAlarmsProps {
  readonly config: Config;
  readonly checker: IFunction;
  readonly deadLetters: IQueue;
  /** Each alarm is published to all of these. */
  readonly topics: readonly ITopic[];
}

export class CheckerAlarms extends Construct {
  constructor(scope: Construct, id: string, { config, checker, deadLetters, topics }: CheckerAlarmsProps) {
    super(scope, id);
    const alarms = [
      new CheckerSilentAlarm(this, 'Silent', config),
      new CheckerFailingAlarm(this, 'Failing', config, checker),
      new CheckerThrottledAlarm(this, 'Throttled', config, checker),
      new DeadLettersAlarm(this, 'DeadLetters', config, deadLetters),
    ];
    const actions = topics.map((topic) => new SnsAction(topic));
    for (const alarm of alarms) {
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
    }
  }
}
