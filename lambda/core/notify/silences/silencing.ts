/** The silences that a run knows: read from the store, or remembered from the run before, and those of the config. */

import { errorMessage, type RunFailure } from '../../words/run-failure';
import type { Silence, SilenceStore } from './silence';

export interface Silencing {
  /** All that are known to hold now or soon. */
  readonly silences: readonly Silence[];
  /** Those of them that people asked for; `null` if they could never be read. */
  readonly asked: readonly Silence[] | null;
  /** Whether people can rely on them: they were read, now or in an earlier run of this process. */
  readonly areKnown: boolean;
  /** Whether they were read in this run: then a silence that is missing has ended. */
  readonly areRead: boolean;
}

/** Nobody can ask for silences, and none are planned. */
export const NO_SILENCING: Silencing = { silences: [], asked: null, areKnown: true, areRead: false };

export interface SilencingSources {
  /** `undefined` if nobody can ask for silences. */
  readonly store: Pick<SilenceStore, 'read'> | undefined;
  /** Those that this process read last; `null` if it never did. */
  readonly remembered: readonly Silence[] | null;
  /** The maintenance of the config. */
  readonly planned: readonly Silence[];
}

export interface LoadedSilencing extends Silencing {
  /** Why the silences could not be read. */
  readonly failures: readonly RunFailure[];
}

/** Never rejects: while the store is unreachable, the silences known last apply until they end. `now` in milliseconds since 1970. */
export async function loadSilencing(
  { store, remembered, planned }: SilencingSources,
  now: number,
): Promise<LoadedSilencing> {
  if (!store) return { ...NO_SILENCING, silences: planned, failures: [] };
  try {
    return { ...silencingOf(await store.read(now), planned), areRead: true, failures: [] };
  } catch (error) {
    const left = remembered?.filter(({ until }) => now < until) ?? null;
    const message = `the silences can't be read: ${errorMessage(error)}`;
    return { ...silencingOf(left, planned), areRead: false, failures: [{ output: 'store', service: null, message }] };
  }
}

function silencingOf(asked: readonly Silence[] | null, planned: readonly Silence[]): Omit<Silencing, 'areRead'> {
  return { silences: [...(asked ?? []), ...planned], asked, areKnown: asked !== null };
}
