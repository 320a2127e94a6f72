/** The details of a service, which people pick at the top of the dashboard of many services. */

import {
  DashboardVariable,
  type DashboardVariableOptions,
  DefaultValue,
  type IWidget,
  Values,
  VariableInputType,
  VariableType,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Config } from '../../lambda/core/config/config';
import { comparesServices, DIMENSIONS, hasServiceMetrics, METRICS } from '../../lambda/core/metrics/metrics';
import { FAILURE_KINDS } from '../../lambda/core/words/codes';
import { detailMetric, serviceMetric, servicesTerm } from '../cloudwatch-metrics';
import { AMOUNT_COLORS, COLUMNS, graph, heading, logTable, RARITY_COLORS, VERDICT_COLORS } from './layout';
import { isLargeFleet, timeLimits } from './series';

/** CloudWatch replaces this by the picked service's id. No id has capital letters. */
export const PICKED = 'PICKED_SERVICE';

/** Whether the details of one service are shown: graphs of few services show each of them already. */
export function hasDetails(config: Config): boolean {
  return isLargeFleet(config) && hasServiceMetrics(config);
}

export function serviceVariable(config: Config): DashboardVariable {
  return new DashboardVariable({
    id: 'service',
    label: 'Service in detail',
    type: VariableType.PATTERN,
    value: PICKED,
    ...choiceOf(config),
    defaultValue: DefaultValue.value(config.services[0]?.id),
  });
}

/** A list of what a search finds, if CloudWatch can search so many services. Otherwise the id is typed. */
function choiceOf(config: Config): Pick<DashboardVariableOptions, 'inputType' | 'values'> {
  if (!comparesServices(config)) return { inputType: VariableInputType.INPUT };
  const values = Values.fromSearch(servicesTerm(config, METRICS.healthy), DIMENSIONS.service);
  return { inputType: VariableInputType.SELECT, values };
}

export function oneServiceRows(config: Config, logGroupName: string): IWidget[][] {
  return [
    [heading(`${PICKED} in detail: pick another at the top`)],
    [responseTimes(config), failures(config), memory(config)],
    [
      logTable(`${PICKED}: what failed`, logGroupName, [
        'fields @timestamp, verdict, reason, httpStatus, message',
        `filter event = "verdict" and service = "${PICKED}"`,
        'sort @timestamp desc',
        'limit 50',
      ]),
    ],
  ];
}

const WIDTH = COLUMNS / 3;

function responseTimes(config: Config): IWidget {
  const line = (statistic: string, label: string, color: string) =>
    serviceMetric(config, PICKED, METRICS.responseTime, { statistic, label, color });
  const lines = [
    line('p50', 'p50', RARITY_COLORS.usual),
    line('p95', 'p95', RARITY_COLORS.rare),
    line('Maximum', 'max', RARITY_COLORS.worst),
  ];
  return graph(`${PICKED}: response time`, 'ms', WIDTH, lines, { leftAnnotations: timeLimits(config) });
}

function failures(config: Config): IWidget {
  const lines = FAILURE_KINDS.map((verdict) => {
    const look = { statistic: 'Sum', label: verdict, color: VERDICT_COLORS[verdict] };
    return detailMetric(config, PICKED, METRICS.failures, { [DIMENSIONS.verdict]: verdict }, look);
  });
  return graph(`${PICKED}: failures by kind`, 'failed checks', WIDTH, lines, { stacked: true });
}

function memory(config: Config): IWidget {
  const line = (name: typeof METRICS.memoryUsed | typeof METRICS.memoryTotal, label: string, color: string) =>
    serviceMetric(config, PICKED, name, { statistic: 'Maximum', label, color });
  return graph(`${PICKED}: memory`, 'MB', WIDTH, [
    line(METRICS.memoryUsed, 'used', AMOUNT_COLORS.amount),
    line(METRICS.memoryTotal, 'total', AMOUNT_COLORS.whole),
  ]);
}
