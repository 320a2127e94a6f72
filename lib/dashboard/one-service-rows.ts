/** The details of a service, which people pick at the top of the dashboard. */

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
import { AMOUNT_COLORS, RARITY_COLORS, VERDICT_COLORS } from './colors';
import { COLUMNS, graph, heading, logTable } from './layout';
import { isLargeFleet, timeLimits } from './series';

/** CloudWatch replaces this by the picked service's id. No id has capital letters. */
export const PICKED = 'PICKED_SERVICE';

export function serviceVariable(config: Config): DashboardVariable {
  const ids = config.services.map(({ id }) => id);
  return new DashboardVariable({
    id: 'service',
    label: 'Service in detail',
    type: VariableType.PATTERN,
    value: PICKED,
    ...choiceOf(config, ids),
    defaultValue: DefaultValue.value(ids[0]),
  });
}

/** A list if possible: for few services from the config, for many by a search. Otherwise the id is typed. */
function choiceOf(config: Config, ids: readonly string[]): Pick<DashboardVariableOptions, 'inputType' | 'values'> {
  if (!isLargeFleet(config)) {
    const values = Values.fromValues(...ids.map((value) => ({ label: value, value })));
    return { inputType: VariableInputType.SELECT, values };
  }
  if (!comparesServices(config)) return { inputType: VariableInputType.INPUT };
  const values = Values.fromSearch(servicesTerm(config, METRICS.healthy), DIMENSIONS.service);
  return { inputType: VariableInputType.SELECT, values };
}

export function oneServiceRows(config: Config, logGroupName: string): IWidget[][] {
  return [
    [heading(`${PICKED} in detail: pick another at the top`)],
    hasServiceMetrics(config) ? [responseTimes(config), failures(config), memory(config)] : [],
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
