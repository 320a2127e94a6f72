/**
 * All that is ever published, by type: what is not named here can't get onto the page for the public. Names are those that the config
 * has for the public, texts are ours or were written to be published, and ids are made of those names, of times and of positions.
 */

export const PUBLIC_STATES = ['available', 'degraded', 'partly_down', 'down', 'maintenance', 'unknown'] as const;
export type PublicState = (typeof PUBLIC_STATES)[number];

export type PublicIncidentStatus = 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'postmortem';

/** All times in milliseconds since 1970. */
export interface PublicStatus extends PublicFacts {
  /** When it was made. */
  readonly madeAt: number;
  /** Of each component, in the same order. */
  readonly uptimes: readonly PublicUptime[];
}

/** The part of the public status that changes only if something has happened. */
export interface PublicFacts {
  readonly title: string;
  /** The address of the page, which ends in a slash. */
  readonly url: string;
  /** When something was last different. */
  readonly updatedAt: number;
  /** In the order of the page. */
  readonly components: readonly PublicComponent[];
  /** The newest first. */
  readonly incidents: readonly PublicIncident[];
  /** Maintenance that holds now, comes, or is just over; the earliest first. */
  readonly maintenances: readonly PublicMaintenance[];
}

export interface PublicComponent {
  readonly id: string;
  /** The name as a part of an address. */
  readonly slug: string;
  readonly name: string;
  /** The heading that it stands below; `null` for none. */
  readonly group: string | null;
  readonly state: PublicState;
  /** Since when it is in this state; `null` if that is not known. */
  readonly since: number | null;
  /** Its first check; `null` before it. */
  readonly knownSince: number | null;
}

export interface PublicUptime {
  /** The share of checks that were well, from 0 to 1, maintenance left out; `null` if none counts. */
  readonly share: number | null;
  /** The same of each day of UTC, up to today. */
  readonly days: readonly (number | null)[];
}

export interface PublicIncident {
  readonly id: string;
  readonly title: string;
  readonly impact: 'minor' | 'major';
  readonly status: PublicIncidentStatus;
  /** The ids of components. */
  readonly components: readonly string[];
  readonly startedAt: number;
  readonly resolvedAt: number | null;
  readonly updatedAt: number;
  /** The newest first. */
  readonly updates: readonly PublicUpdate[];
}

export interface PublicUpdate {
  readonly id: string;
  readonly status: PublicIncidentStatus;
  readonly text: string;
  readonly at: number;
}

export interface PublicMaintenance {
  readonly id: string;
  readonly title: string;
  /** The ids of components. */
  readonly components: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly status: 'scheduled' | 'in_progress' | 'completed';
}
