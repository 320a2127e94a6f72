/** The grid and the colours of the dashboard: 24 columns, whose heights put the most important parts on one screen. A colour means the same in every widget. */

import {
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  LegendPosition,
  LogQueryWidget,
  TextWidget,
  TextWidgetBackground,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { VerdictKind } from '../../lambda/core/words/codes';

export const COLUMNS = 24;
export const HEIGHT = { heading: 1, text: 2, value: 3, graph: 5, log: 6 } as const;

/** Returns a graph whose axis begins at zero and has a label: the unit, or the name of the counted things. */
export function graph(
  title: string,
  label: string,
  width: number,
  left: IMetric[],
  more: GraphWidgetProps = {},
): GraphWidget {
  const leftYAxis = { min: 0, label, showUnits: false };
  return new GraphWidget({
    height: HEIGHT.graph,
    legendPosition: LegendPosition.BOTTOM,
    leftYAxis,
    title,
    width,
    left,
    ...more,
  });
}

/** Returns a table of log lines, as wide as the dashboard. */
export function logTable(title: string, logGroupName: string, queryLines: string[]): LogQueryWidget {
  return new LogQueryWidget({
    title,
    logGroupNames: [logGroupName],
    queryLines,
    width: COLUMNS,
    height: HEIGHT.log,
  });
}

export function heading(text: string): TextWidget {
  return new TextWidget({
    markdown: `### ${text}`,
    width: COLUMNS,
    height: HEIGHT.heading,
    background: TextWidgetBackground.TRANSPARENT,
  });
}

export const VERDICT_COLORS: Readonly<Record<VerdictKind, string>> = {
  healthy: '#2ca02c',
  unhealthy: '#ff7f0e',
  error: '#d62728',
  unreachable: '#3c3c3c',
  invalid: '#8c564b',
};

/** The colours of lines that should not be crossed: a limit, and the time to act. */
export const LIMIT_COLORS = { limit: VERDICT_COLORS.error, warning: VERDICT_COLORS.unhealthy } as const;

/** The colours of durations: the rarer, the darker. */
export const RARITY_COLORS = { usual: '#9ecae1', rare: '#3182bd', worst: '#08306b' } as const;

/** The colours of counts and amounts, and of the whole that they are compared with. */
export const AMOUNT_COLORS = { amount: '#1f77b4', whole: '#a0a0a0' } as const;

/** A colour for each service, different from the verdicts' colours. Up to this many services are drawn one by one. */
export const SERVICE_COLORS: readonly string[] = (
  '#2970ae #ae9329 #29aea5 #8f29ae #dd88c3 #78ae29 #2936ae #88b5dd #a788dd #ddcc88 ' +
  '#ae2986 #88ddd7 #5929ae #bbdd88 #2997ae #c988dd #a0ae29 #8891dd #88cfdd #d4dd88'
).split(' ');
