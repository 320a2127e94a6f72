/**
 * All that is ever published, by type: what is not named here can't get onto the page for the public. Names and pictures are those that the config
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
  /** Pictures as `data:` URLs; `null` for none. */
  readonly logo: string | null;
  readonly favicon: string | null;
  /** Where visitors find help; `null` for no link. */
  readonly support: string | null;
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
  /** Each day of UTC, up to today. */
  readonly days: readonly PublicDay[];
}

const DAY_STATES = ['available', 'degraded', 'down', 'maintenance', 'unknown'] as const;
export type DayState = (typeof DAY_STATES)[number];

export interface PublicDay {
  /** The worst of the day; `unknown` if there was no check. */
  readonly state: DayState;
  /** As of all days. */
  readonly share: number | null;
  /** How long it was not available, in milliseconds; of a group the longest of its services. */
  readonly downMs: number;
}

export interface PublicIncident {
  readonly id: string;
  /** Stays the same as it goes on: `Cart and Checkout not available`. */
  readonly title: string;
  /** How it is now, without an end: `Cart and Checkout were not available`. */
  readonly sentence: string;
  /** `none` for what people have announced. */
  readonly impact: 'none' | 'minor' | 'major';
  readonly status: PublicIncidentStatus;
  /** The ids of components. */
  readonly components: readonly string[];
  readonly startedAt: number;
  /** When it is expected to end; `null` if nobody has said so, and once it is over. */
  readonly until: number | null;
  readonly resolvedAt: number | null;
  /** How long it was down or degraded, without the times in between; of several services the longest. `null` while it is open, and for an announcement. */
  readonly downMs: number | null;
  readonly updatedAt: number;
  /** The newest first. */
  readonly updates: readonly PublicUpdate[];
}

export interface PublicUpdate {
  readonly id: string;
  readonly status: PublicIncidentStatus;
  readonly text: string;
  readonly at: number;
  /** Whether somebody wrote it; otherwise it follows from the checks. */
  readonly isWritten: boolean;
}

export interface PublicMaintenance {
  readonly id: string;
  readonly title: string;
  /** The ids of components. */
  readonly components: readonly string[];
  /** When it was announced; if only the config has it, when the page began to list it. */
  readonly announcedAt: number;
  readonly from: number;
  readonly until: number;
  readonly status: 'scheduled' | 'in_progress' | 'completed';
  /** What people have written about it, the newest first. */
  readonly notes: readonly PublicNote[];
}

export interface PublicNote {
  readonly id: string;
  readonly text: string;
  readonly at: number;
}
