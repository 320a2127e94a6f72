/** The checker's own health, and the failures in its log. */

import { GraphWidget, type IWidget, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Config } from '../../lambda/core/config/config';
import { METRICS } from '../../lambda/core/metrics/metrics';
import { deploymentMetric, perRun, runPeriod } from '../cloudwatch-metrics';
import { AMOUNT_COLORS, LIMIT_COLORS, RARITY_COLORS, VERDICT_COLORS } from './colors';
import { axisOf, COLUMNS, GRAPH, HEIGHT, heading, shortDuration } from './layout';

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

function runs(config: Config, { checker, schedules }: CheckerParts): IWidget {
  const sum = { period: runPeriod(config), statistic: 'Sum' };
  return new GraphWidget({
    ...GRAPH,
    title: 'Runs, and what became of them',
    left: [
      checker.metricInvocations({ ...sum, label: 'started', color: AMOUNT_COLORS.whole }),
      checker.metricErrors({ ...sum, label: 'failed', color: VERDICT_COLORS.error }),
      checker.metricThrottles({ ...sum, label: 'throttled', color: VERDICT_COLORS.unhealthy }),
      schedules.metricDropped({ ...sum, label: 'not started', color: VERDICT_COLORS.unreachable }),
    ],
    ...axisOf('runs'),
    width: COLUMNS / 3,
  });
}

function duration(config: Config, { checker }: CheckerParts): IWidget {
  const limit = checker.timeout;
  return new GraphWidget({
    ...GRAPH,
    title: 'Duration of a run',
    left: [
      deploymentMetric(config, METRICS.runDuration, {
        statistic: 'Maximum',
        label: 'until the last verdict',
        color: RARITY_COLORS.rare,
      }),
      checker.metricDuration({
        period: runPeriod(config),
        statistic: 'Maximum',
        label: 'with all that follows',
        color: RARITY_COLORS.worst,
      }),
    ],
    ...axisOf('ms'),
    leftAnnotations: limit
      ? [{ value: limit.toMilliseconds(), label: `time limit ${shortDuration(limit)}`, color: LIMIT_COLORS.limit }]
      : [],
    width: COLUMNS / 3,
  });
}

function coverage(config: Config): IWidget {
  const expected = config.services.length;
  return new GraphWidget({
    ...GRAPH,
    title: 'Services checked in a run: less than all is a fault of the checker',
    left: [perRun(config, METRICS.servicesChecked, 'checked', AMOUNT_COLORS.amount)],
    ...axisOf('services'),
    leftAnnotations: [{ value: expected, label: `all ${expected}`, color: VERDICT_COLORS.healthy }],
    width: COLUMNS / 3,
  });
}

/** Log lines about failures: of services, of a run's outputs, and of Lambda itself, whose lines are not JSON. */
function log({ logGroupName }: CheckerParts): IWidget {
  return new LogQueryWidget({
    title: 'What failed, of services and of the checker',
    logGroupNames: [logGroupName],
    queryLines: [
      'fields @timestamp, coalesce(service, "checker") as about, coalesce(verdict, level) as what, reason, coalesce(message, @message) as text',
      'filter event = "verdict" or level = "ERROR" or @message like /Task timed out|Runtime\\.|Invoke Error/',
      'sort @timestamp desc',
      'limit 100',
    ],
    width: COLUMNS,
    height: HEIGHT.log,
  });
}
