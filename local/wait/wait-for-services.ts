/** Asks services again and again, each by itself, until all of them are ready at once, or until the time is over. */

import { setMaxListeners } from 'node:events';
import type { AskedService } from '../../lambda/core/invoke/answer';
import type { Clock } from '../../lambda/core/words/clock';
import { afterAnswer, isReady, newProgress, type ServiceProgress, type Wanted } from './service-progress';
import type { WaitSettings } from './wait-settings';

/** Asks a service once. Rejects only if waiting any longer is of no use. Once `signal` is aborted its answer is not wanted any more. */
export type AskService = (service: string, signal: AbortSignal) => Promise<AskedService>;

export interface WaitPorts {
  readonly clock: Clock;
  readonly ask: AskService;
  /** Aborted at Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Called before the first request. */
  readonly onStart: (all: readonly ServiceProgress[]) => void;
  /** Called after each answer, with all services in their order. */
  readonly onAnswer: (now: ServiceProgress, before: ServiceProgress, all: readonly ServiceProgress[]) => void;
}

export interface WaitResult {
  readonly outcome: 'ready' | 'late' | 'interrupted';
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly services: readonly ServiceProgress[];
}

/** `services` has what each service should answer, by its id. Rejects if asking does. */
export async function waitForServices(
  services: ReadonlyMap<string, Wanted>,
  { forMs, everyMs }: Pick<WaitSettings, 'forMs' | 'everyMs'>,
  { clock, ask, interrupted, onStart, onAnswer }: WaitPorts,
): Promise<WaitResult> {
  const startedAt = clock.now();
  const start = clock.elapsed();
  const progress = new Map([...services].map(([id, wanted]) => [id, newProgress(id, wanted)]));
  const all = () => [...progress.values()];
  const over = new AbortController();
  // Each service that is asked, or waits for its turn, listens.
  setMaxListeners(0, over.signal);
  const end = () => over.abort();
  const ended = new Promise<null>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(null), { once: true });
  });

  const note = (before: ServiceProgress, answer: AskedService) => {
    const now = afterAnswer(before, answer, clock.now());
    progress.set(now.service, now);
    onAnswer(now, before, all());
    if (all().every(isReady)) end();
  };
  const follow = async (known: ServiceProgress): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn = nextTurn(turn, clock.elapsed() - start, everyMs)) {
      if (turn * everyMs >= forMs) return;
      await clock.sleep(start + turn * everyMs - clock.elapsed(), over.signal);
      if (over.signal.aborted) return;
      const before = progress.get(known.service) ?? known;
      const asked = { ...before, requests: before.requests + 1 };
      progress.set(known.service, asked);
      const asking = ask(known.service, over.signal);
      const answer = await Promise.race([asking, ended]);
      // What comes after the end is not wanted any more, a failure of it neither.
      asking.catch(() => undefined);
      if (answer === null || over.signal.aborted) return;
      note(asked, answer);
    }
  };

  onStart(all());
  const deadline = clock.sleep(forMs, over.signal).then(end);
  interrupted.addEventListener('abort', end);
  if (interrupted.aborted) end();
  try {
    await Promise.all(all().map(follow));
    await deadline;
  } finally {
    end();
    interrupted.removeEventListener('abort', end);
  }
  return {
    outcome: outcomeOf(all(), interrupted),
    startedAt,
    durationMs: clock.elapsed() - start,
    services: all(),
  };
}

/** The turns of all services are at the same times, `everyMs` apart. Whose answer took longer leaves turns out. */
function nextTurn(turn: number, elapsedMs: number, everyMs: number): number {
  return Math.max(turn + 1, Math.ceil(elapsedMs / everyMs));
}

function outcomeOf(services: readonly ServiceProgress[], { aborted }: AbortSignal): WaitResult['outcome'] {
  if (services.every(isReady)) return 'ready';
  return aborted ? 'interrupted' : 'late';
}
