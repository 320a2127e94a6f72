/** How late the metrics of a run may come: who concludes something from missing metrics has to wait for so long. */

const MINUTE_MS = 60_000;

/** Lambda's own limit for a run: its metrics come when it ends, with the time at which it began. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;
/**
 * How late the metrics of a run may be beyond its own time: a minute because EventBridge Scheduler is no more precise, a minute
 * because an alarm counts whole minutes, and two until CloudWatch has them. Source: EventBridge Scheduler user guide, "Schedule
 * types": "All schedule types on EventBridge Scheduler invoke their targets with 60 second precision."
 */
const LATE_MS = 4 * MINUTE_MS;

/** How long after a run was due its metrics may come, in milliseconds. */
export function latenessMs(intervalMs: number): number {
  return Math.min(intervalMs, LONGEST_RUN_MS) + LATE_MS;
}
