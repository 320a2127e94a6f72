/**
 * All that is ever published, by type: anything else can't get onto the public page. Names and pictures are the public ones in the config,
 * texts are fixed or were written to be published, and ids are made from those names, from times and from positions.
 */

export const PUBLIC_STATES = ['available', 'degraded', 'partly_down', 'down', 'maintenance', 'unknown'] as const;
export type PublicState = (typeof PUBLIC_STATES)[number];

/** A text after the end of an incident is a `postmortem`. */
export const INCIDENT_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'] as const;
export type PublicIncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** All times in milliseconds since 1970. */
export interface PublicStatus extends PublicFacts {
  /** When it was made. */
  readonly madeAt: number;
  /** The uptime of each component, in the same order. */
  readonly uptimes: readonly PublicUptime[];
}

/** The part of the public status that changes only when something happens. */
export interface PublicFacts {
  readonly title: string;
  /** The address of the page, which ends in a slash. */
  readonly url: string;
  /** Pictures as `data:` URLs; `null` for none. */
  readonly logo: string | null;
  readonly favicon: string | null;
  /** Where visitors find help; `null` for no link. */
  readonly support: string | null;
  /** The time of the last change. */
  readonly updatedAt: number;
  /** In the order of the page. */
  readonly components: readonly PublicComponent[];
  /** The newest first. */
  readonly incidents: readonly PublicIncident[];
  /** Maintenance that is in progress, planned, or recently completed; the earliest first. */
  readonly maintenances: readonly PublicMaintenance[];
}

export interface PublicComponent {
  readonly id: string;
  /** The name as part of an address. */
  readonly slug: string;
  readonly name: string;
  /** The heading above it; `null` for none. */
  readonly group: string | null;
  readonly state: PublicState;
  /** When this state began; `null` if it is not recorded. */
  readonly since: number | null;
  /** The time of its first check; `null` before it. */
  readonly knownSince: number | null;
}

export interface PublicUptime {
  /** The share of healthy checks outside maintenance, from 0 to 1; `null` if none counts. */
  readonly share: number | null;
  /** One entry for each UTC day, up to today. */
  readonly days: readonly PublicDay[];
}

const DAY_STATES = ['available', 'degraded', 'down', 'maintenance', 'unknown'] as const;
export type DayState = (typeof DAY_STATES)[number];

export interface PublicDay {
  /** The worst state of the day; `unknown` without a check. */
  readonly state: DayState;
  /** The share of healthy checks on this day, as for all days. */
  readonly share: number | null;
  /** How long it was not available, in milliseconds; for several services the longest. */
  readonly downMs: number;
}

export interface PublicIncident {
  readonly id: string;
  /** A title that never changes: `Cart and Checkout not available`. */
  readonly title: string;
  /** The current status as a sentence without a full stop: `Cart and Checkout were not available`. */
  readonly sentence: string;
  /** `none` for announcements. */
  readonly impact: 'none' | 'minor' | 'major';
  readonly status: PublicIncidentStatus;
  /** The ids of components. */
  readonly components: readonly string[];
  readonly startedAt: number;
  /** When it is expected to end; `null` if nobody gave a time, and once it is over. */
  readonly until: number | null;
  readonly resolvedAt: number | null;
  /** How long it was down or degraded in total; for several services the longest. `null` while open, and for an announcement. */
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
  /** Whether a person wrote it; otherwise it comes from the checks. */
  readonly isWritten: boolean;
}

export interface PublicMaintenance {
  readonly id: string;
  readonly title: string;
  /** The ids of components. */
  readonly components: readonly string[];
  /** When it was announced; for maintenance in the config, when the page began to list it. */
  readonly announcedAt: number;
  readonly from: number;
  readonly until: number;
  readonly status: 'scheduled' | 'in_progress' | 'completed';
  /** Notes that people wrote about it, the newest first. */
  readonly notes: readonly PublicUpdate[];
}
