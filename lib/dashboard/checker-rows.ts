/** The checker's own health, and the failures in its log. */

import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Config } from '../../lambda/core/config/config';
import { METRICS } from '../../lambda/core/metrics/metrics';
import { deploymentMetric, perRun, runPeriod } from '../cloudwatch-metrics';
import { AMOUNT_COLORS, COLUMNS, graph, heading, logTable, RARITY_COLORS, VERDICT_COLORS } from './layout';
import { allServices, timeLimit } from './series';

export interface CheckerParts {
  readonly checker: LambdaFunction;
  /** The group of the schedules that start the checker. */
  readonly schedules: IScheduleGroup;
  readonly logGroupName: string;
}

export function checkerRows(config: Config, parts: CheckerParts): IWidget[][] {
  return [
    [heading('The checker itself')],
    [runs(config, parts), duration(config, parts), coverage(config)],
    [log(parts)],
  ];
}

const WIDTH = COLUMNS / 3;

function runs(config: Config, { checker, schedules }: CheckerParts): IWidget {
  const sum = { period: runPeriod(config), statistic: 'Sum' };
  return graph('Runs and their results', 'runs', WIDTH, [
    checker.metricInvocations({ ...sum, label: 'started', color: AMOUNT_COLORS.whole }),
    checker.metricErrors({ ...sum, label: 'failed', color: VERDICT_COLORS.error }),
    checker.metricThrottles({ ...sum, label: 'throttled', color: VERDICT_COLORS.unhealthy }),
    schedules.metricDropped({ ...sum, label: 'not started', color: VERDICT_COLORS.unreachable }),
  ]);
}

function duration(config: Config, { checker }: CheckerParts): IWidget {
  const most = { period: runPeriod(config), statistic: 'Maximum' };
  const lines = [
    deploymentMetric(config, METRICS.runDuration, {
      ...most,
      label: 'until the last verdict',
      color: RARITY_COLORS.rare,
    }),
    checker.metricDuration({ ...most, label: 'whole run', color: RARITY_COLORS.worst }),
  ];
  return graph('Duration of a run', 'ms', WIDTH, lines, {
    leftAnnotations: checker.timeout ? [timeLimit(checker.timeout)] : [],
  });
}

function coverage(config: Config): IWidget {
  const lines = [perRun(config, METRICS.servicesChecked, 'checked', AMOUNT_COLORS.amount)];
  return graph('Services checked in a run: fewer than all is a problem of the checker', 'services', WIDTH, lines, {
    leftAnnotations: [allServices(config)],
  });
}

/** Log lines about failures: of services, of a run's outputs, and of Lambda itself, whose lines are not JSON. */
function log({ logGroupName }: CheckerParts): IWidget {
  return logTable('Failures of services and of the checker', logGroupName, [
    'fields @timestamp, coalesce(service, "checker") as about, coalesce(verdict, level) as what, reason, coalesce(message, @message) as text',
    'filter event = "verdict" or level = "ERROR" or @message like /Task timed out|Runtime\\.|Invoke Error/',
    'sort @timestamp desc',
    'limit 100',
  ]);
}
