/** The lists of all codes, each once; every type of a code derives from its list. */

export const VERDICTS = ['healthy', 'unhealthy', 'error', 'unreachable', 'invalid'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export const SEVERITIES = ['critical', 'warning', 'info'] as const;
/** How much a failure of a service matters; alerts and their filters carry it. */
export type Severity = (typeof SEVERITIES)[number];

/** What people can be notified of about an incident. On the wire a reminder stays `reminder`. */
export const EVENTS = ['opened', 'updated', 'reminder', 'resolved'] as const;
export type EventKind = (typeof EVENTS)[number];

export const INCIDENT_KINDS = ['outage', 'condition', 'objective'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
