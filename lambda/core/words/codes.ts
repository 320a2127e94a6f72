/** All codes. The type of each code is derived from its list. */

/** The verdicts that are failures, from the worst to the mildest. */
export const FAILURE_KINDS = ['unreachable', 'error', 'unhealthy', 'invalid'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export const VERDICTS = ['healthy', ...FAILURE_KINDS] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** The contracts by which answers are read: `own` is docs/reference/status-report.md, the others are in common use. */
export const CONTRACTS = ['own', 'common', 'text', 'http'] as const;
export type Contract = (typeof CONTRACTS)[number];

/** The statuses that a service can report. */
export const REPORTED_STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;
export type ReportedStatus = (typeof REPORTED_STATUSES)[number];

export const SEVERITIES = ['critical', 'warning', 'info'] as const;
/** How severe a failure of a service is; alerts carry it, and filters use it. */
export type Severity = (typeof SEVERITIES)[number];

/** The events of an incident that people can be notified of, and that filters name. */
export const EVENTS = ['opened', 'updated', 'reminder', 'resolved'] as const;
export type EventKind = (typeof EVENTS)[number];

/** All events of alerts, in the order in which they go out. Only receivers with an acknowledgement of their own get `acknowledged`. */
export const ALERT_EVENTS = ['opened', 'updated', 'reminder', 'acknowledged', 'resolved'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

export const INCIDENT_KINDS = ['outage', 'condition', 'objective'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** The actions for a condition: people are notified, it is only shown, or it is not checked. */
export const CONDITION_ACTIONS = ['notify', 'show', 'off'] as const;
export type ConditionAction = (typeof CONDITION_ACTIONS)[number];

/** The reasons of incidents of the kind `objective`: how its budget burns too fast. */
export const OBJECTIVE_REASONS = [
  'availability_burns_fast',
  'availability_burns_slowly',
  'response_time_burns_fast',
  'response_time_burns_slowly',
] as const;
export type ObjectiveReason = (typeof OBJECTIVE_REASONS)[number];

/** The phases of a probe, in order. */
export const PHASES = ['dns', 'connect', 'tls', 'firstByte', 'download'] as const;
export type Phase = (typeof PHASES)[number];

/** How much goes to CloudWatch, from the least to the most. `summary` has no metrics of single services. */
export const METRICS_LEVELS = ['summary', 'standard'] as const;
export type MetricsLevel = (typeof METRICS_LEVELS)[number];

/** Why there was no complete HTTP answer: the reasons of the verdict `unreachable`. */
export const NETWORK_REASONS = [
  'dns_failure',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'tls_certificate_expired',
  'tls_certificate_host',
  'tls_certificate_untrusted',
  'tls_handshake',
  'timeout_connect',
  'timeout_response',
  'timeout_body',
  'malformed_response',
  'truncated_response',
] as const;
export type NetworkReason = (typeof NETWORK_REASONS)[number];

/** Why there was no access token, so that the service was not checked: also reasons of the verdict `unreachable`. */
export const TOKEN_REASONS = ['token_refused', 'token_unreachable'] as const;
export type UnreachableReason = NetworkReason | (typeof TOKEN_REASONS)[number];

/** The faults of an answer other than its status. */
const REPORT_REASONS = [
  'reported_unhealthy',
  'body_too_large',
  'not_json',
  'not_a_report',
  'unknown_status',
  'wrong_service',
  'report_stale',
] as const;

/** Why an incident is closed although it is unknown whether its service is healthy. */
export const REMOVED_REASON = 'removed_from_config';
/** The reason of an incident of the deployment itself: a receiver has refused its alerts for an hour. */
export const REFUSES_REASON = 'receiver_refuses';
/** The reason of an incident of the deployment itself: a pulse was not delivered for an hour. */
export const PULSE_REASON = 'pulse_undelivered';
/** The reason of an incident of the deployment itself: for a day, the e-mail subscriptions in SNS have differed from the config. */
export const ADDRESSES_REASON = 'addresses_differ';
/** The reasons of all failures except HTTP statuses. */
export const FAILURE_REASONS = [...NETWORK_REASONS, ...TOKEN_REASONS, ...REPORT_REASONS, REMOVED_REASON] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export type HttpReason = `http_${number}`;
/** All reasons. A stored reason may be garbage, so its type stays `string`. */
export type Reason = 'ok' | FailureReason | HttpReason;
