/** Where stories come from: what is kept of services, and by whom. */

import type { Service } from '../../lambda/core/config/config';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import type { Outlet } from '../../lambda/view/story/timeline-words';

export interface StorySource {
  /** The services that the config has. */
  readonly services: readonly Service[];
  readonly intervalMs: number;
  readonly outlet: Outlet;
  /** The stored state of a service; `undefined` if there is none. */
  readState(service: string): Promise<unknown>;
  readonly history: Pick<HistoryStore, 'read'>;
}
