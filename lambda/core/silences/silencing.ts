/** The silences that a run knows: read from the store, or remembered from the run before, and those of the config. */

import { errorMessage, type RunFailure } from '../words/run-failure';
import type { DrillRequest } from './drill-request';
import type { Silence, SilenceStore, SilencesAndDrill } from './silence';

export interface Silencing {
  /** All that are known to hold now or soon. */
  readonly silences: readonly Silence[];
  /** The silences that people created; `null` if they could never be read. */
  readonly asked: readonly Silence[] | null;
  /**
   * Where they are from: the `store`, read in this run, so that a silence that is missing has ended; the `memory` of this process; or `none`:
   * they could never be read, and alerts say so.
   */
  readonly source: 'store' | 'memory' | 'none';
}

/** Nobody can ask for silences, and none are planned. */
export const NO_SILENCING: Silencing = { silences: [], asked: null, source: 'memory' };

/** The part of the store of silences that a run reads. */
export type AskedStore = Pick<SilenceStore, 'read' | 'readWithDrill'>;

export interface SilencingSources {
  /** `undefined` if nobody can ask for silences. */
  readonly store: AskedStore | undefined;
  /** The silences that this process read last; `null` if it never did. */
  readonly remembered: readonly Silence[] | null;
  /** The maintenance of the config. */
  readonly planned: readonly Silence[];
}

export interface LoadedSilencing extends Silencing {
  /** Why the silences could not be read. */
  readonly failures: readonly RunFailure[];
  /** The drill that somebody has asked for; `null` if there is none, or if that is not known. */
  readonly drill: DrillRequest | null;
}

/** Never rejects: while the store is unreachable, the silences known last apply until they end. `now` in milliseconds since 1970. */
export async function loadSilencing(
  { store, remembered, planned }: SilencingSources,
  now: number,
): Promise<LoadedSilencing> {
  if (!store) return { ...NO_SILENCING, silences: planned, failures: [], drill: null };
  try {
    const { silences: asked, drill } = await readAsked(store, now);
    return { silences: [...asked, ...planned], asked, source: 'store', failures: [], drill };
  } catch (error) {
    const asked = remembered?.filter(({ until }) => now < until) ?? null;
    const message = `the silences can't be read: ${errorMessage(error)}`;
    return {
      silences: [...(asked ?? []), ...planned],
      asked,
      source: asked === null ? 'none' : 'memory',
      failures: [{ output: 'store', service: null, message }],
      drill: null,
    };
  }
}

async function readAsked(store: AskedStore, now: number): Promise<SilencesAndDrill> {
  if (store.readWithDrill !== undefined) return store.readWithDrill(now);
  return { silences: await store.read(now), drill: null };
}
