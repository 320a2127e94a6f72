/** The dashboard: for the moment of an outage and for the weekly look, what matters first on the first screen. */

import { Duration } from 'aws-cdk-lib';
import { type Alarm, Dashboard, PeriodOverride } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config';
import { type CheckerParts, checkerRows } from './checker-rows';
import { oneServiceRows, serviceVariable } from './one-service-rows';
import { overviewRows } from './overview-rows';
import { reportRow } from './report-rows';

interface HealthDashboardProps extends CheckerParts {
  readonly dashboardName: string;
  readonly config: Config;
  readonly alarms: { readonly services: readonly Alarm[]; readonly checker: readonly Alarm[] };
}

export class HealthDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: HealthDashboardProps) {
    const { dashboardName, config, alarms, logGroupName } = props;
    super(scope, id, {
      dashboardName,
      defaultInterval: Duration.hours(3),
      // A week is drawn in coarser steps than an hour.
      periodOverride: PeriodOverride.AUTO,
      variables: [serviceVariable(config)],
      widgets: [
        ...overviewRows(config, alarms),
        reportRow(config),
        ...oneServiceRows(config, logGroupName),
        ...checkerRows(config, props),
      ].filter((row) => row.length > 0),
    });
  }
}
