/** Sends changes of version to a receiver, as well as that can be done without a record of them. */

import type { ReceiverConfig } from '../config/receivers';
import type { VersionChange } from '../message/version-change';
import type { Clock } from '../words/clock';
import { isUnfit } from './notification-sink';
import type { Receiver } from './receiver';

export type Changes = readonly [VersionChange, ...VersionChange[]];

export interface ChangeSink {
  /** How many changes a request may have. */
  readonly most: number;
  /** Rejects as a `NotificationSink` does. */
  readonly send: (changes: Changes, limitMs: number) => Promise<void>;
}

/** The longest that the changes of a run may take together, in milliseconds. */
export const ANNOUNCING_MS = 4_000;
/** What was not taken for so long after it was seen, in milliseconds, is not sent any more: it is news no longer. */
const KEPT_MS = 15 * 60_000;
/** How many changes wait for the next run at most: the latest. */
const MOST_WAITING = 200;

/**
 * For the runs of a process. What was not taken is sent again in its next runs. Nothing else remembers it: changes that a process has not sent when it
 * ends are lost, since they are no alerts, and no record of what people know holds them.
 */
export function createAnnouncement(
  { services, severities }: Pick<ReceiverConfig, 'services' | 'severities'>,
  { most, send }: ChangeSink,
  clock: Pick<Clock, 'now' | 'elapsed'>,
): NonNullable<Receiver['announce']> {
  const wants = ({ service, severity }: VersionChange) =>
    (services?.includes(service.id) ?? true) && (severities?.includes(severity) ?? true);
  let waiting: readonly VersionChange[] = [];
  return async (changes) => {
    const isNews = ({ at }: VersionChange) => Date.parse(at) > clock.now() - KEPT_MS;
    waiting = [...waiting.filter(isNews), ...changes.filter(wants)].slice(-MOST_WAITING);
    const until = clock.elapsed() + ANNOUNCING_MS;
    for (;;) {
      const [first, ...others] = waiting.slice(0, most);
      const leftMs = until - clock.elapsed();
      if (first === undefined) return;
      if (leftMs <= 0) throw new Error(`${waiting.length} wait for the next run: sending is slow`);
      const sent = waiting;
      const drop = () => {
        waiting = sent.slice(most);
      };
      await send([first, ...others], leftMs).catch((error: unknown) => {
        // It would always be refused.
        if (isUnfit(error)) drop();
        throw error;
      });
      drop();
    }
  };
}
