/** The phase *read*: what is known before anything is asked. Each read fails by itself, and none delays the probing. */

import { type LoadedSilencing, loadSilencing } from '../notify/silences/silencing';
import { type LoadedStates, loadStates } from '../state/snapshot';
import { DEPLOYMENT } from '../words/ids';
import type { Outputs, RunContext, RunStart } from './run-context';

/** Reads states, silences, and which receivers are paused. Never rejects. */
export async function readKnown(
  run: RunStart,
  outputs: Outputs,
): Promise<Pick<RunContext, 'known' | 'silencing' | 'pauses'>> {
  const [known, silencing, pauses] = await Promise.all([
    readStates(run, outputs),
    readSilences(run, outputs),
    outputs.receiverKeeper?.pauses() ?? new Map<string, number>(),
  ]);
  return { known, silencing, pauses };
}

function readStates(run: RunStart, { store, receiverKeeper }: Outputs): Promise<LoadedStates> {
  return loadStates(store, run.remembered, {
    services: [
      ...[...run.config.services, ...run.askedBefore].map(({ id }) => id),
      ...(receiverKeeper === undefined ? [] : [DEPLOYMENT]),
    ],
    configured: run.configured.map(({ id }) => id),
    shard: run.shard.index,
    now: run.startedAt,
    intervalMs: run.config.intervalMs,
  });
}

function readSilences(run: RunStart, { silences }: Outputs): Promise<LoadedSilencing> {
  const { startedAt, planned, config, askedSilences } = run;
  return loadSilencing(
    {
      store: silences,
      remembered: askedSilences,
      planned: planned?.(startedAt, startedAt + config.intervalMs) ?? [],
    },
    startedAt,
  );
}
