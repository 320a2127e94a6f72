/** Where stories come from: what is kept of services, and by whom. */

import type { HistoryStore } from '../../lambda/core/history/history-store';
import type { Outlet } from '../../lambda/view/timeline-words';

export interface StorySource {
  /** The ids of the services that the config has. */
  readonly configured: readonly string[];
  readonly intervalMs: number;
  readonly outlet: Outlet;
  /** The stored state of a service; `undefined` if there is none. */
  readState(service: string): Promise<unknown>;
  readonly history: Pick<HistoryStore, 'read'>;
}
