/** Measures for how long the process was blocked while it waited for something: a timer that comes late shows it. */

const TICK_MS = 10;
/** The time that a pass of the event loop may take for each waiting probe: many handshakes at once are the work itself. */
const WORK_MS = 2;

interface Watch {
  readonly since: number;
  blockedMs: number;
}

/** One timer serves all watches. */
const watches = new Set<Watch>();
let timer: NodeJS.Timeout | undefined;
let tickedAt = 0;
/** The largest number of watches at once since the last tick. */
let most = 0;

/** Returns a function that ends the watch, and returns the time in which the process was blocked, in milliseconds; 0 if it is too short to measure. */
export function watchBlocks(): () => number {
  const watch = { since: performance.now(), blockedMs: 0 };
  if (watches.size === 0) {
    tick();
    timer = setInterval(tick, TICK_MS).unref();
  }
  watches.add(watch);
  most = Math.max(most, watches.size);
  return () => {
    look(watch, performance.now());
    watches.delete(watch);
    if (watches.size === 0) clearInterval(timer);
    return watch.blockedMs;
  };
}

function tick(): void {
  const now = performance.now();
  for (const watch of watches) look(watch, now);
  tickedAt = now;
  most = watches.size;
}

function look(watch: Watch, now: number): void {
  const lateMs = now - Math.max(tickedAt, watch.since) - TICK_MS;
  if (lateMs > WORK_MS * most) watch.blockedMs += lateMs;
}
