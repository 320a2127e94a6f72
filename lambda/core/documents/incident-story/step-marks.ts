/** The marks of the steps of an incident. */

/**
 * The mark of a step: that the incident opened (an outage, or another problem), opened again or was resolved; a version, a restart, people, checks that
 * were healthy or failed, a sign of what was to come, and a time of which nothing is known.
 */
const STEP_MARKS = [
  'opened',
  'warned',
  'resolved',
  'version',
  'restart',
  'people',
  'healthy',
  'failed',
  'sign',
  'gap',
] as const;
export type StepMark = (typeof STEP_MARKS)[number];
