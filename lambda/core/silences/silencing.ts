/** The silences that a run uses: those of the store, or of the previous run if the store fails, and those of the config. */

import { errorMessage, type RunFailure } from '../words/run-failure';
import type { DrillRequest } from './drill-request';
import type { Silence, SilenceStore, SilencesAndDrill } from './silence';

export interface Silencing {
  /** The silences in force now or soon. */
  readonly silences: readonly Silence[];
  /** The silences that people created; `null` if they could never be read. */
  readonly requested: readonly Silence[] | null;
  /**
   * Where they come from: the `store`, read in this run, so a missing silence has ended; the `memory` of this process; or `none`: they
   * could never be read, and alerts say so.
   */
  readonly source: 'store' | 'memory' | 'none';
}

/** Nobody can create silences, and none are planned. */
export const NO_SILENCING: Silencing = { silences: [], requested: null, source: 'memory' };

/** The part of the store of silences that a run reads. */
export type ReadableSilences = Pick<SilenceStore, 'read' | 'readWithDrill'>;

export interface SilencingSources {
  /** `undefined` if nobody can create silences. */
  readonly store: ReadableSilences | undefined;
  /** The silences that this process read last; `null` if it never did. */
  readonly remembered: readonly Silence[] | null;
  /** The maintenance of the config. */
  readonly planned: readonly Silence[];
}

export interface LoadedSilencing extends Silencing {
  /** Why the silences could not be read. */
  readonly failures: readonly RunFailure[];
  /** The requested drill; `null` if there is none, or if the store could not be read. */
  readonly drill: DrillRequest | null;
}

/** Never rejects: while the store is unreachable, the silences that were read last apply until they end. `now` in milliseconds since 1970. */
export async function loadSilencing(
  { store, remembered, planned }: SilencingSources,
  now: number,
): Promise<LoadedSilencing> {
  if (!store) return { ...NO_SILENCING, silences: planned, failures: [], drill: null };
  try {
    const { silences: requested, drill } = await readRequested(store, now);
    return { silences: [...requested, ...planned], requested, source: 'store', failures: [], drill };
  } catch (error) {
    const requested = remembered?.filter(({ until }) => now < until) ?? null;
    const message = `the silences can't be read: ${errorMessage(error)}`;
    return {
      silences: [...(requested ?? []), ...planned],
      requested,
      source: requested === null ? 'none' : 'memory',
      failures: [{ output: 'store', service: null, message }],
      drill: null,
    };
  }
}

async function readRequested(store: ReadableSilences, now: number): Promise<SilencesAndDrill> {
  if (store.readWithDrill !== undefined) return store.readWithDrill(now);
  return { silences: await store.read(now), drill: null };
}
