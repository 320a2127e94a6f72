/** The first screen of the dashboard: which services are healthy now and over time, how reliable and fast they are, and how they fail. */

import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  CustomWidget,
  GraphWidget,
  type GraphWidgetProps,
  type HorizontalAnnotation,
  type IAlarm,
  type IWidget,
  MathExpression,
  SearchExpression,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../../lambda/core/config/config';
import { healthTitle } from '../../lambda/core/message/forms/alarm-text';
import { comparesServices, DIMENSIONS, hasServiceMetrics, METRICS } from '../../lambda/core/metrics/metrics';
import { FAILURE_KINDS } from '../../lambda/core/words/codes';
import { perRun, runPeriod, searchDeployment } from '../cloudwatch-metrics';
import { AMOUNT_COLORS, LIMIT_COLORS, VERDICT_COLORS } from './colors';
import { axisOf, COLUMNS, GRAPH, HEIGHT, shortDuration, viewHeight } from './layout';
import { isLargeFleet, serviceSeries, titleSuffix } from './series';

/** Returns the alarm with a title. */
type AlarmOf = (title: string) => IAlarm;

interface OverviewParts {
  readonly alarm: AlarmOf;
  /** The titles of the alarms about the checker that notify people. */
  readonly checkerTitles: readonly string[];
  /** The function that draws the services. */
  readonly widget: IFunction;
}

export function overviewRows(config: Config, parts: OverviewParts): IWidget[][] {
  const isCompared = comparesServices(config);
  return [
    [howToRead(config)],
    [view(config, parts.widget)],
    nowRow(config, parts),
    isCompared ? [availability(config)] : [],
    [isCompared ? health(config) : healthyCount(config), failuresByKind(config)],
    isCompared ? RESPONSE_TIMES.map(([statistic, meaning]) => responseTime(config, statistic, meaning)) : [],
  ];
}

const RESPONSE_TIMES = [
  ['p50', 'half of the answers were faster'],
  ['p95', '19 of 20 were faster'],
  ['Maximum', 'the slowest'],
] as const;

/** How to read the graphs that compare services, or why there are none. */
function graphsText(config: Config): string {
  if (comparesServices(config)) return GRAPHS;
  return hasServiceMetrics(config) ? TOO_MANY : NO_METRICS;
}

const GRAPHS =
  'Each service has one colour everywhere. Failures: black is *unreachable*, red answers with an *error*, orange says itself that it is *unhealthy*, brown answers with something *invalid*. Horizontal lines are limits. A gap was not measured: it is neither well nor ill.';

function howToRead(config: Config): TextWidget {
  const { name, runbook } = config;
  const page = runbook === null ? '' : `, and [the runbook](${runbook}) what to do`;
  return new TextWidget({
    markdown: [
      `**${name}**: something broken? The table below names it and says how, the log at the bottom says why${page}.`,
      graphsText(config),
    ].join('\n\n'),
    width: COLUMNS,
    height: HEIGHT.text,
  });
}

const NO_METRICS =
  'The config has `metrics: summary`: metrics are sent of the whole deployment, not of single services. So the view has no history of them.';

const TOO_MANY =
  'No graph compares more than 300 services. The view has all of them, and one can be picked at the top by its id.';

/** A table of the services. */
function view({ services }: Config, { functionArn }: IFunction): CustomWidget {
  return new CustomWidget({
    title: 'Each service now',
    functionArn,
    updateOnRefresh: true,
    updateOnTimeRangeChange: false,
    // The view fits any width by itself, and each invocation of the widget costs.
    updateOnResize: false,
    width: COLUMNS,
    height: viewHeight(services.length),
  });
}

/** An alarm widget takes a hundred alarms; for more services a count is clearer. */
function nowRow(config: Config, { alarm, checkerTitles }: OverviewParts): IWidget[] {
  const own = new AlarmStatusWidget({
    title: 'The checker itself',
    alarms: checkerTitles.map(alarm),
    width: 8,
    height: HEIGHT.value,
  });
  const now =
    isLargeFleet(config) || !comparesServices(config)
      ? new SingleValueWidget({
          title: 'Services healthy now, of those checked',
          metrics: [
            perRun(config, METRICS.servicesHealthy, 'healthy', VERDICT_COLORS.healthy),
            perRun(config, METRICS.servicesChecked, 'checked', AMOUNT_COLORS.whole),
          ],
          width: 16,
          height: HEIGHT.value,
        })
      : new AlarmStatusWidget({
          title: 'Services now',
          alarms: config.services.map(({ id }) => alarm(healthTitle(id))),
          width: 16,
          height: HEIGHT.value,
        });
  return [now, own];
}

/** The metric includes maintenance; the view above leaves it out. */
function availability(config: Config): IWidget {
  const included = config.maintenance.length > 0 ? ', planned maintenance included' : '';
  const share = `% of checks that passed${included}`;
  return new SingleValueWidget({
    title: `Availability over the chosen time range, ${share}${titleSuffix(config, 'lowest')}`,
    metrics: serviceSeries(config, { metric: METRICS.healthy, statistic: 'Average', scale: '* 100', worst: 'lowest' }),
    setPeriodToTimeRange: true,
    width: COLUMNS,
    height: HEIGHT.value,
  });
}

/** The graph is stacked, so that a failing service takes its own band out of the whole. */
function health(config: Config): IWidget {
  if (isLargeFleet(config)) return healthyCount(config);
  return new GraphWidget({
    ...ofAllServices(config),
    title: 'Healthy services: one band each, a notch is a failure',
    left: serviceSeries(config, { metric: METRICS.healthy, statistic: 'Minimum', worst: 'lowest' }),
    stacked: true,
    width: COLUMNS / 2,
  });
}

function healthyCount(config: Config): IWidget {
  return new GraphWidget({
    ...ofAllServices(config),
    title: 'Healthy services',
    left: [perRun(config, METRICS.servicesHealthy, 'healthy', VERDICT_COLORS.healthy)],
    width: COLUMNS / 2,
  });
}

function ofAllServices({ services }: Config): GraphWidgetProps {
  const all = services.length;
  return {
    ...GRAPH,
    ...axisOf('services'),
    leftAnnotations: [{ value: all, label: `all ${all}`, color: VERDICT_COLORS.healthy }],
  };
}

/** The sums of the deployment: four metrics for each service would be more than CloudWatch draws, just when many fail. */
function failuresByKind(config: Config): IWidget {
  const period = runPeriod(config);
  return new GraphWidget({
    ...GRAPH,
    title: 'Failures by kind, all services',
    left: FAILURE_KINDS.map(
      (verdict) =>
        new MathExpression({
          expression: `SUM(${verdict})`,
          usingMetrics: {
            [verdict]: new SearchExpression({
              expression: searchDeployment(config, METRICS.failures, 'Sum', { [DIMENSIONS.verdict]: verdict }),
              period,
            }),
          },
          label: verdict,
          color: VERDICT_COLORS[verdict],
          period,
        }),
    ),
    stacked: true,
    ...axisOf('failed checks'),
    width: COLUMNS / 2,
  });
}

function responseTime(config: Config, statistic: string, meaning: string): IWidget {
  const name = statistic === 'Maximum' ? 'max' : statistic;
  return new GraphWidget({
    ...GRAPH,
    title: `Response time ${name}: ${meaning}${titleSuffix(config, 'highest')}`,
    left: serviceSeries(config, { metric: METRICS.responseTime, statistic, worst: 'highest' }),
    ...axisOf('ms'),
    leftAnnotations: timeLimits(config),
    width: COLUMNS / RESPONSE_TIMES.length,
  });
}

/** The different time limits of an attempt. */
export function timeLimits({ services }: Config): HorizontalAnnotation[] {
  const limits = [...new Set(services.map(({ timeoutMs }) => timeoutMs))];
  return limits.map((value) => ({
    value,
    label: `time limit ${shortDuration(Duration.millis(value))}`,
    color: LIMIT_COLORS.limit,
  }));
}
