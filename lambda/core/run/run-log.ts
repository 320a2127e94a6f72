/** The log lines of a run: one for the run, one for each service that isn't healthy, one for each of its warnings. */

import type { Run } from './run';
import { runWarnings, summarize } from './run';

/** A line of structured JSON; `level` and `event` say what it is. */
export type LogLine = Readonly<Record<string, unknown>> & {
  readonly level: 'INFO' | 'WARN' | 'ERROR';
  readonly event: string;
};

/** The lines of a run, the verdicts first, the run itself last. Durations in milliseconds. */
export function runLog(
  { startedAt, durationMs, results, unasked, sent, failures }: Run,
  deployment: string,
): readonly LogLine[] {
  const { healthy } = summarize({ results, unasked });
  const verdicts = results
    .filter(({ verdict }) => verdict.kind !== 'healthy')
    .map(({ service, verdict, attempts, timings }): LogLine => {
      const { kind, reason, message, httpStatus } = verdict;
      const { id, statusUrl: url } = service;
      return {
        level: 'WARN',
        event: 'verdict',
        deployment,
        service: id,
        url,
        verdict: kind,
        reason,
        message,
        httpStatus,
        attempts,
        timings,
      };
    });
  const warnings = runWarnings(results).map(
    (message): LogLine => ({ level: 'WARN', event: 'warning', deployment, message }),
  );
  const run: LogLine = {
    level: failures.length > 0 ? 'ERROR' : 'INFO',
    event: 'run',
    deployment,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
    checked: results.length,
    healthy,
    notificationsSent: sent.length,
    alertsSent: sent.flatMap(({ alerts }) => alerts.map(({ id }) => id)),
    failures,
  };
  return [...verdicts, ...warnings, run];
}
