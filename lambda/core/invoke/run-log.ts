/** The log lines of a run: a line for the run, for each service that isn't healthy, and for each of its warnings. */

import { verdictDocument } from '../documents/verdict-document';
import type { Run } from '../run/run';

/** A line of structured JSON; `level` and `event` say what it is. */
export type LogLine = Readonly<Record<string, unknown>> & {
  readonly level: 'INFO' | 'WARN' | 'ERROR';
  readonly event: string;
};

/** Returns the lines of a run: verdicts first, the run itself last. Durations are in milliseconds. */
export function runLog(
  { startedAt, durationMs, results, sent, warnings, failures }: Run,
  deployment: string,
): readonly LogLine[] {
  const failing = results.filter(({ kind }) => kind !== 'healthy');
  const verdicts = failing.map((result): LogLine => {
    const { timings } = result;
    return { level: 'WARN', event: 'verdict', deployment, ...verdictDocument(result.service, result), timings };
  });
  const warned = warnings.map((message): LogLine => ({ level: 'WARN', event: 'warning', deployment, message }));
  const run: LogLine = {
    level: failures.length > 0 ? 'ERROR' : 'INFO',
    event: 'run',
    deployment,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
    checked: results.length,
    healthy: results.length - failing.length,
    notificationsSent: sent.length,
    alertsSent: sent.flatMap(({ alerts }) => alerts.map(({ id }) => id)),
    failures,
  };
  return [...verdicts, ...warned, run];
}
