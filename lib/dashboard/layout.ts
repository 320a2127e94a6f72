/** The grid of the dashboard: 24 columns. With these heights the most important parts fit on one screen. */

import {
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  LegendPosition,
  LogQueryWidget,
  TextWidget,
  TextWidgetBackground,
} from 'aws-cdk-lib/aws-cloudwatch';

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
