/** The alarms about the page: it fails, it is throttled, or it is requested unusually often, which costs money. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import {
  BUSY_REQUESTS,
  checkerAlarmTexts,
  PAGE_ALARM_TITLES,
  PAGE_TEXTS,
} from '../../lambda/core/message/forms/alarm-text';

interface PageAlarmsProps {
  readonly config: Config;
  /** The function of the page. */
  readonly served: IFunction;
  readonly topics: readonly ITopic[];
}

const PERIOD = Duration.minutes(5);

export class PageAlarms extends Construct {
  constructor(scope: Construct, id: string, { config, served, topics }: PageAlarmsProps) {
    super(scope, id);
    // Source: AWS Lambda developer guide, "Monitoring Lambda function URLs": "Url5xxCount – The number of requests that returned a 5XX HTTP
    // status code. 5XX series codes indicate server-side errors, such as function errors and timeouts."
    // "Types of metrics for Lambda functions": "Throttles – The number of invocation requests that are throttled." Such a request is
    // answered with 429, which is no 5XX code.
    const sumOf = (name: string) => served.metric(name, { period: PERIOD, statistic: 'Sum' });
    const alarms = [
      // An open page polls: a lasting failure is noticed within a quarter of an hour.
      ['Failing', 'failing', sumOf('Url5xxCount'), 1, { evaluationPeriods: 3, datapointsToAlarm: 2 }],
      ['Throttled', 'throttled', sumOf('Throttles'), 1, { evaluationPeriods: 3, datapointsToAlarm: 2 }],
      ['Busy', 'busy', sumOf('UrlRequestCount'), BUSY_REQUESTS, { evaluationPeriods: 1 }],
    ] as const;
    const actions = topics.map((topic) => new SnsAction(topic));
    for (const [name, key, metric, threshold, evaluated] of alarms) {
      const alarm = new Alarm(this, name, {
        ...checkerAlarmTexts(config, PAGE_ALARM_TITLES[key], PAGE_TEXTS[key]),
        metric,
        threshold,
        ...evaluated,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
    }
  }
}
