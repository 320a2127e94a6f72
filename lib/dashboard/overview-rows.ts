/** The first screen of the dashboard: which services are healthy now and over time, how reliable and fast they are, and how they fail. */

import {
  AlarmStatusWidget,
  CustomWidget,
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
import { AMOUNT_COLORS, COLUMNS, graph, HEIGHT, VERDICT_COLORS } from './layout';
import { allServices, isLargeFleet, serviceSeries, timeLimits, titleSuffix } from './series';

interface OverviewParts {
  /** Returns the alarm with a title. */
  readonly alarm: (title: string) => IAlarm;
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
    [health(config), failuresByKind(config)],
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
  'Each service has the same colour everywhere. Failures: black is *unreachable*, red *error*, orange *unhealthy*, brown *invalid*. Horizontal lines are limits. A gap was not measured: it is neither well nor ill.';

function howToRead(config: Config): TextWidget {
  const { name, runbook } = config;
  const page = runbook === null ? '' : `, and [the runbook](${runbook}) what to do`;
  return new TextWidget({
    markdown: [
      `**${name}**: is something broken? The table below says what, the log at the bottom says why${page}.`,
      graphsText(config),
    ].join('\n\n'),
    width: COLUMNS,
    height: HEIGHT.text,
  });
}

const NO_METRICS =
  'The config has `metrics: summary`: metrics are sent only for the whole deployment, so the view has no history of single services.';

const TOO_MANY = 'Graphs compare at most 300 services. The table has the worst ones.';

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
    // A unit has about 50 pixels, and a row 35. A longer table scrolls, with the failing services at its top.
    height: Math.min(24, Math.ceil(3 + 0.7 * services.length)),
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
  const isCounted = isLargeFleet(config) || !comparesServices(config);
  const title = isCounted ? 'Healthy services' : 'Healthy services: one band each, a notch is a failure';
  const lines = isCounted
    ? [perRun(config, METRICS.servicesHealthy, 'healthy', VERDICT_COLORS.healthy)]
    : serviceSeries(config, { metric: METRICS.healthy, statistic: 'Minimum', worst: 'lowest' });
  return graph(title, 'services', COLUMNS / 2, lines, {
    ...(!isCounted && { stacked: true }),
    leftAnnotations: [allServices(config)],
  });
}

/** The sums of the deployment: four metrics for each service would be more than CloudWatch draws, just when many fail. */
function failuresByKind(config: Config): IWidget {
  const period = runPeriod(config);
  const lines = FAILURE_KINDS.map((verdict) => {
    const expression = searchDeployment(config, METRICS.failures, 'Sum', { [DIMENSIONS.verdict]: verdict });
    return new MathExpression({
      expression: `SUM(${verdict})`,
      usingMetrics: { [verdict]: new SearchExpression({ expression, period }) },
      label: verdict,
      color: VERDICT_COLORS[verdict],
      period,
    });
  });
  return graph('Failures by kind, all services', 'failed checks', COLUMNS / 2, lines, { stacked: true });
}

function responseTime(config: Config, statistic: string, meaning: string): IWidget {
  const name = statistic === 'Maximum' ? 'max' : statistic;
  const title = `Response time ${name}: ${meaning}${titleSuffix(config, 'highest')}`;
  const lines = serviceSeries(config, { metric: METRICS.responseTime, statistic, worst: 'highest' });
  return graph(title, 'ms', COLUMNS / RESPONSE_TIMES.length, lines, { leftAnnotations: timeLimits(config) });
}
