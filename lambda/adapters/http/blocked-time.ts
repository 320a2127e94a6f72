/** For how long the process was blocked while it waited for something: a timer that comes late shows it. */

const TICK_MS = 10;
/** A pass of the event loop may take as long for each that waits: many handshakes in a row are the work itself, and block nothing. */
const WORK_MS = 2;

interface Watch {
  readonly since: number;
  blockedMs: number;
}

/** One timer serves all that go on at once. */
const watches = new Set<Watch>();
let timer: NodeJS.Timeout | undefined;
let tickedAt = 0;
/** How many have waited at once since then. */
let most = 0;

/** Returns what ends the watch: it gives the time, in milliseconds, in which nothing else could be done; less what is too short to be seen. */
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
