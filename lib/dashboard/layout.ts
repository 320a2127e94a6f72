/** The grid of the dashboard: 24 columns. With these heights the most important parts fit on one screen. */

import { CfnMapping, type Duration, Lazy, Stack, Token } from 'aws-cdk-lib';
import {
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  LegendPosition,
  LogQueryWidget,
  TextWidget,
  TextWidgetBackground,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

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

/**
 * Returns the body in short parts, with the same value once CloudFormation has joined them, so that `cdk diff` shows a small change in a
 * few lines. Each metric has the period of a run, so that period is in a mapping. Widgets have no positions, so a row that becomes higher
 * changes none of the rows below it. Each row takes the whole width, so every widget is placed where it would be with a position.
 * Source: Amazon CloudWatch API reference, "Dashboard Body Structure and Syntax": "The default is the next available position."
 */
export function inShortParts(scope: Construct, body: string, period: Duration): string {
  const stack = Stack.of(scope);
  const seconds = period.toSeconds();
  const mapped = seconds === USUAL_PERIOD_S ? null : stack.resolve(mappedPeriod(scope, seconds));
  const produce = () => {
    const resolved = stack.resolve(body);
    const parts: unknown[] = typeof resolved === 'string' ? [resolved] : resolved['Fn::Join'][1];
    return {
      'Fn::Join': [
        '',
        parts.flatMap((part) => (typeof part === 'string' ? shortParts(part, seconds, mapped) : [part])),
      ],
    };
  };
  return Token.asString(Lazy.uncachedAny({ produce }));
}

/** The beginnings of parts: widgets; metrics, each after the comma; alarms; the choices of a variable. */
const BEGINNINGS = /(?=,\{"(?:type|label)":)|(?<=\[)(?=\[)|(?<=\])(?=,\[|\])|(?<=[}"])(?=\]\})|(?<=")(?=,"arn:)/;
/** Quotes within a text have a backslash before them. */
const POSITION = /"x":\d+,"y":\d+,(?="properties":)/g;

/** CloudWatch's own period, which the CDK leaves out. */
const USUAL_PERIOD_S = 300;

function mappedPeriod(scope: Construct, seconds: number): string {
  const mapping = new CfnMapping(scope, 'Run', { lazy: false, mapping: { run: { period: String(seconds) } } });
  return mapping.findInMap('run', 'period');
}

function shortParts(text: string, seconds: number, mapped: unknown): unknown[] {
  const withoutPeriods = text.replace(POSITION, '').split(new RegExp(`(?<="period":)${seconds}(?=[,}])`));
  return withoutPeriods.flatMap((piece, index) => [...(index === 0 ? [] : [mapped]), ...piece.split(BEGINNINGS)]);
}
