/** What a watch has kept in its folder, for a report. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import { createHistoryFiles } from '../history/history-files';
import { readStates } from '../store/file-store';
import { historyIn } from '../store/state-folder';
import type { ReportSource } from './gather';

/** It only reads, so a watch may run meanwhile. `onDamage` is called for each file that is damaged. */
export function folderSource(folder: string, onDamage: (message: string) => void): ReportSource {
  const history = createHistoryFiles({ folder: historyIn(folder), onDamage, clock: systemClock, onlyReads: true });
  return {
    readStates: async (services) => {
      const { states, damaged } = await readStates(folder, services);
      for (const service of damaged) onDamage(`the state of ${service} in ${folder} is damaged`);
      return states;
    },
    readHistory: history.read,
    reading: () => null,
  };
}
