/** The body of a dashboard in short parts, a line of the template for each widget and each metric, so that "cdk diff" shows only what is added. */

import { Lazy, type Stack, Token } from 'aws-cdk-lib';

/**
 * The same body, of the same value once CloudFormation has joined it. Widgets have no positions, so a row that becomes
 * higher changes none of those below it. Each row takes the whole width, so every widget is placed where it would be with a position.
 * Source: Amazon CloudWatch API reference, "Dashboard Body Structure and Syntax": "The default is the next available position."
 */
export function inShortParts(body: string, stack: Stack): string {
  return Token.asString(Lazy.uncachedAny({ produce: () => joinOf(stack.resolve(body)) }));
}

function joinOf(resolved: unknown): unknown {
  const parts =
    typeof resolved === 'string' ? [resolved] : (resolved as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1];
  return { 'Fn::Join': ['', parts.flatMap((part) => (typeof part === 'string' ? shortParts(part) : [part]))] };
}

/** Widgets; metrics, each after the comma; alarms; the choices of a variable. Any part of JSON text may be one. */
const BEGINNINGS = /(?=,\{"(?:type|label)":)|(?<=\[)(?=\[)|(?<=\])(?=,\[|\])|(?<=[}"])(?=\]\})|(?<=")(?=,"arn:)/;
/** Quotes within a text have a backslash before them. */
const POSITION = /"x":\d+,"y":\d+,(?="properties":)/g;

function shortParts(text: string): string[] {
  return text.replace(POSITION, '').split(BEGINNINGS);
}
