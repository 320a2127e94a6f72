/** The planned maintenance of a config. */

import type { Maintenance } from '../config';
import type { ConfigInput } from '../schema/config-schema';

/** The windows of a config without faults. */
export function buildMaintenance(windows: ConfigInput['maintenance'] = []): readonly Maintenance[] {
  return windows.map(({ name, services, from, to, cron, timeZone = 'UTC', forMs }) =>
    cron === undefined
      ? { kind: 'once', name, services, from: given(from), to: given(to) }
      : { kind: 'repeating', name, services, cron, timeZone, lengthMs: given(forMs) },
  );
}

function given(time: number | undefined): number {
  if (time === undefined) throw new Error('a window without its times is a fault');
  return time;
}
