/** The lists of all codes, each once; every type of a code derives from its list. */

/** The verdicts that are failures, from the worst to the mildest. */
export const FAILURE_KINDS = ['unreachable', 'error', 'unhealthy', 'invalid'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export const VERDICTS = ['healthy', ...FAILURE_KINDS] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export const SEVERITIES = ['critical', 'warning', 'info'] as const;
/** How much a failure of a service matters; alerts and their filters carry it. */
export type Severity = (typeof SEVERITIES)[number];

/** What people can be notified of about an incident. On the wire a reminder stays `reminder`. */
export const EVENTS = ['opened', 'updated', 'reminder', 'resolved'] as const;
export type EventKind = (typeof EVENTS)[number];

export const INCIDENT_KINDS = ['outage', 'condition', 'objective'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** The phases of a probe, one after the other. */
export const PHASES = ['dns', 'connect', 'tls', 'firstByte', 'download'] as const;
export type Phase = (typeof PHASES)[number];

/** How much goes to CloudWatch, from the least to the most. */
export const METRICS_LEVELS = ['essential', 'standard', 'detailed'] as const;
export type MetricsLevel = (typeof METRICS_LEVELS)[number];
