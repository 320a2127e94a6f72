/** The dashboard, for an outage and for a weekly look: the most important parts are on the first screen. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, Dashboard, PeriodOverride } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { alarmName, checkerTitles } from '../../lambda/core/message/forms/alarm-text';
import { type CheckerParts, checkerRows } from './checker-rows';
import { hasDetails, oneServiceRows, serviceVariable } from './one-service-rows';
import { overviewRows } from './overview-rows';
import { reportRow } from './report-rows';

interface HealthDashboardProps extends CheckerParts {
  readonly dashboardName: string;
  readonly config: Config;
  /** The number of invocations that share a run's services. */
  readonly shards: number;
  /** The function that draws the services. */
  readonly widget: IFunction;
}

export class HealthDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: HealthDashboardProps) {
    const { dashboardName, config, shards, logGroupName, widget } = props;
    // Alarms are referred to by name: the dashboard can be created before, and without, the alarms that it shows.
    const alarm = (title: string) => Alarm.fromAlarmName(scope, `${id} ${title}`, alarmName(config, title));
    super(scope, id, {
      dashboardName,
      defaultInterval: Duration.hours(3),
      // A week is drawn in coarser steps than an hour.
      periodOverride: PeriodOverride.AUTO,
      variables: hasDetails(config) ? [serviceVariable(config)] : [],
      widgets: [
        ...overviewRows(config, { alarm, checkerTitles: checkerTitles(shards), widget }),
        reportRow(config),
        ...(hasDetails(config) ? oneServiceRows(config, logGroupName) : []),
        ...checkerRows(config, props),
      ].filter((row) => row.length > 0),
    });
  }
}
