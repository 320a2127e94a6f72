/** The metrics that services report about themselves: uptime, memory, and how long their certificates are valid. */

import { Duration } from 'aws-cdk-lib';
import { type IMetric, type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { CONDITION_DEFAULTS } from '../../lambda/core/conditions/conditions';
import type { Config } from '../../lambda/core/config/config';
import { comparesServices, METRICS } from '../../lambda/core/metrics/metrics';
import { runPeriod, serviceMetric } from '../cloudwatch-metrics';
import { COLUMNS, graph, LIMIT_COLORS, SERVICE_COLORS } from './layout';
import { isLargeFleet, serviceSeries, titleSuffix } from './series';

const MEMORY_WARNING_PERCENT = 90;

/** Returns the widgets, which share the width; none if graphs can't compare the services. */
export function reportRow(config: Config): IWidget[] {
  if (!comparesServices(config)) return [];
  const hasCertificates = config.services.some(isSecure);
  const makers = [uptime, memory, ...(hasCertificates ? [certificates] : [])];
  return makers.map((make) => make(config, COLUMNS / makers.length));
}

function uptime(config: Config, width: number): IWidget {
  const title = `Uptime: a fall to zero is a restart${titleSuffix(config, 'lowest')}`;
  const series = { metric: METRICS.uptime, statistic: 'Minimum', scale: '/ 3600', worst: 'lowest' } as const;
  return graph(title, 'hours', width, serviceSeries(config, series));
}

function memory(config: Config, width: number): IWidget {
  if (isLargeFleet(config)) {
    const series = { metric: METRICS.memoryUsed, statistic: 'Maximum', worst: 'highest' } as const;
    return graph(`Memory used${titleSuffix(config, 'highest')}`, 'MB', width, serviceSeries(config, series));
  }
  const lines = config.services.map(({ id }, index) => memoryShare(config, id, index));
  return graph('Memory used, % of its total', '%', width, lines, {
    leftYAxis: { min: 0, max: 100, label: '%', showUnits: false },
    leftAnnotations: [
      { value: MEMORY_WARNING_PERCENT, label: `${MEMORY_WARNING_PERCENT} %: look`, color: LIMIT_COLORS.warning },
    ],
  });
}

function memoryShare(config: Config, id: string, index: number): IMetric {
  const [used, total] = [`used${index}`, `total${index}`];
  return new MathExpression({
    expression: `100 * ${used} / ${total}`,
    usingMetrics: {
      [used]: serviceMetric(config, id, METRICS.memoryUsed, { statistic: 'Maximum' }),
      [total]: serviceMetric(config, id, METRICS.memoryTotal, { statistic: 'Maximum' }),
    },
    label: id,
    color: SERVICE_COLORS[index] as string,
    period: runPeriod(config),
  });
}

function isSecure({ statusUrl }: Config['services'][number]): boolean {
  return statusUrl.startsWith('https:');
}

/** The metric is sent once a day, so its widget has a time range of its own. */
function certificates(config: Config, width: number): IWidget {
  const metric = METRICS.certificateDaysLeft;
  const statistic = 'Minimum';
  const period = Duration.days(1);
  const lines = isLargeFleet(config)
    ? serviceSeries(config, { metric, statistic, worst: 'lowest' })
    : config.services.flatMap((service, index) => {
        const look = { label: `${service.id} \${LAST}`, color: SERVICE_COLORS[index] as string };
        return isSecure(service) ? [serviceMetric(config, service.id, metric, { statistic, period, ...look })] : [];
      });
  const value = Math.max(...CONDITION_DEFAULTS.certificate_expires_soon.days);
  const title = `Days left of certificates, measured daily, the last 30 days${titleSuffix(config, 'lowest')}`;
  return graph(title, 'days', width, lines, {
    leftAnnotations: [{ value, label: `${value}: renew`, color: LIMIT_COLORS.warning }],
    start: '-P30D',
    period,
  });
}
