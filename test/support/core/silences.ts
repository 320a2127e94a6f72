/** Silences for tests. */

import type { Silence } from '../../../lambda/core/silences/silence';

/** Of all services, for an hour from `now` on: asked for by ana, for a deploy. */
export function silenceAt(now: number, more: Partial<Silence> = {}): Silence {
  return {
    id: 'k3v9x1',
    services: null,
    from: now,
    until: now + 3_600_000,
    untilWell: false,
    reason: 'deploy 2.5.0',
    by: 'ana',
    planned: false,
    ...more,
  };
}

/** Somebody is on what fails, for an hour from `now` on at most: ana, who looks at the database. */
export function ackAt(now: number, more: Partial<Silence> = {}): Silence {
  return silenceAt(now, { kind: 'ack', id: 'a7c1d2', untilWell: true, reason: 'it is the database', ...more });
}

/** A line of a config: maintenance of some services that repeats, and holds for 20 hours from `now`, in milliseconds since 1970. */
export function maintenanceLine(services: readonly string[], now: number): string {
  const hour = new Date(now - 2 * 3_600_000).getUTCHours();
  return `maintenance: [{ name: always, services: [${services.join(', ')}], cron: "0 ${hour} * * *", for: 23h }]`;
}
